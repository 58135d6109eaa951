import { randomBytes } from 'crypto';

/** The query parameter that carries a subscription's token. */
export const TOKEN_PARAMETER = 'token';

export const newToken = (): string => randomBytes(18).toString('base64url');

/** The address that one subscription is registered with. */
export function addressOf(url: string, token: string): string {
	const address = new URL(url);
	address.searchParams.set(TOKEN_PARAMETER, token);
	return address.toString();
}

/** Whether an address that the service lists is the given one, in whatever way it writes it. */
export function sameAddress(listed: string, expected: string): boolean {
	try {
		return new URL(listed).toString() === new URL(expected).toString();
	} catch {
		return listed === expected;
	}
}

/** Whether a listed address leads to this trigger, under whatever host name and token. */
export function sameTrigger(listed: string | undefined, url: string): boolean {
	if (listed === undefined) return false;
	try {
		return new URL(listed).pathname === new URL(url).pathname;
	} catch {
		return false;
	}
}
