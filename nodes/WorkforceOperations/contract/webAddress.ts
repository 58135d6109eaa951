type Bytes = [a: number, b: number, c: number, d: number];

/** The URL parser has already normalised decimal, octal and hex spellings. */
function addressBytes(host: string): Bytes | undefined {
	return /^\d{1,3}(\.\d{1,3}){3}$/.test(host) ? (host.split('.').map(Number) as Bytes) : undefined;
}

/** Loopback, private, shared, link-local, benchmarking, multicast and reserved ranges (RFC 6890). */
function isInsideIpv4([a, b, c]: Bytes): boolean {
	return (
		[0, 10, 127].includes(a) ||
		a >= 224 ||
		(a === 100 && b >= 64 && b < 128) ||
		(a === 169 && b === 254) ||
		(a === 172 && b >= 16 && b < 32) ||
		(a === 192 && b === 168) ||
		(a === 192 && b === 0 && c === 0) ||
		(a === 198 && (b === 18 || b === 19))
	);
}

/** Only 2000::/3 is public (RFC 4291), except 2002::/16 (6to4) and 2001::/32 (Teredo), which embed IPv4 addresses. */
function isInsideIpv6(host: string): boolean {
	const [first, second] = host.slice(1).split(':');
	const high = parseInt(first || '0', 16);
	// An empty group is a zero, too.
	const low = Number(second);
	return high < 0x2000 || high > 0x3fff || high === 0x2002 || (high === 0x2001 && low === 0);
}

/** Names that public DNS doesn't resolve: this machine, home and company networks, services in a cluster. */
const INSIDE_NAMES = /(^|\.)(localhost|internal|local|home\.arpa|svc)$/;

/** Recognises only hosts that are evidently internal. Other names may still resolve to an internal address. */
export function isInsideHost(hostname: string): boolean {
	const host = hostname.toLowerCase().replace(/(?<!\.)\.+$/, '');
	if (host.startsWith('[')) return isInsideIpv6(host);
	if (!host.includes('.') || INSIDE_NAMES.test(host)) return true;
	const bytes = addressBytes(host);
	return bytes !== undefined && isInsideIpv4(bytes);
}

const LOOPBACK = /^(localhost|127(\.\d{1,3}){3}|\[::1\])$/i;

export const isLoopback = (url: URL): boolean => LOOPBACK.test(url.hostname);

/** Keys and deliveries are sent over HTTPS, or over HTTP to this machine, where the sandbox runs. */
export const isSecure = (url: URL): boolean =>
	url.protocol === 'https:' || (url.protocol === 'http:' && isLoopback(url));

/** Undefined if the text isn't a URL. */
export function parseAddress(text: string): URL | undefined {
	try {
		return new URL(text.trim());
	} catch {
		return undefined;
	}
}

/** Drops trailing slash, query and fragment. If the address can't be used, returns what is wrong with it. */
export function parseBaseUrl(text: string): { baseUrl: string } | { wrong: string } {
	const url = parseAddress(text);
	if (url === undefined)
		return { wrong: 'The base address is not a web address. It should look like https://api.example.com' };
	if (!isSecure(url)) {
		return {
			wrong:
				'The base address must begin with https:// (http:// is allowed only for this computer, for example http://localhost:5690)',
		};
	}
	if (url.username || url.password) return { wrong: 'The base address must not contain a user name or password' };
	return { baseUrl: `${url.origin}${url.pathname.replace(/(?<!\/)\/+$/, '')}` };
}
