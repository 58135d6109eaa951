const LOOPBACK = /^(localhost|127(\.\d{1,3}){3}|\[::1\])$/i;

export const isLoopback = (url: URL): boolean => LOOPBACK.test(url.hostname);

/** Whether keys and deliveries may travel there: over HTTPS, or without it on this machine, where the sandbox runs. */
export const isSecure = (url: URL): boolean =>
	url.protocol === 'https:' || (url.protocol === 'http:' && isLoopback(url));

/** What a person typed as an address; undefined when it isn't one. */
export function parseAddress(text: string): URL | undefined {
	try {
		return new URL(text.trim());
	} catch {
		return undefined;
	}
}

/**
 * Reads a base address that a person typed: without a trailing slash, query or fragment.
 * Returns what is wrong with it, in words, when it can't be used.
 */
export function parseBaseUrl(text: string): { baseUrl: string } | { wrong: string } {
	const url = parseAddress(text);
	if (url === undefined)
		return { wrong: 'The base address is not a web address. It looks like https://api.example.com' };
	if (!isSecure(url)) {
		return {
			wrong:
				'The base address must begin with https:// (http:// is allowed on this machine only, such as http://localhost:5690)',
		};
	}
	if (url.username || url.password) return { wrong: 'The base address must not hold a user name or password' };
	return { baseUrl: `${url.origin}${url.pathname.replace(/\/+$/, '')}` };
}
