import { randomBytes } from 'crypto';
import { type IHookFunctions, NodeOperationError } from 'n8n-workflow';
import { isSecure, parseAddress } from '../../contract';

/**
 * Throws unless this n8n's address is HTTPS, because the service delivers over HTTPS only. n8n 2.39 and 2.41 read
 * N8N_WEBHOOK_URL first, then WEBHOOK_URL, which n8n 2.41 calls deprecated; n8n 2.8 knows only WEBHOOK_URL.
 */
export function deliveryUrl(context: IHookFunctions): string {
	const url = parseAddress(context.getNodeWebhookUrl('default') ?? '');
	if (url === undefined) {
		throw new NodeOperationError(context.getNode(), 'n8n does not know its own address', {
			description: 'Set N8N_WEBHOOK_URL (in older versions: WEBHOOK_URL) to n8n’s public https:// address.',
		});
	}
	if (!isSecure(url)) {
		throw new NodeOperationError(
			context.getNode(),
			`The service delivers over HTTPS only, but n8n’s address is ${url.origin}`,
			{
				description:
					'Make n8n reachable at an https:// address and set N8N_WEBHOOK_URL to it (in an older n8n: WEBHOOK_URL). To try it out on one machine, http://localhost works with the sandbox.',
			},
		);
	}
	return url.toString();
}

/** Query parameter for a subscription's token. */
export const TOKEN_PARAMETER = 'token';

/** The seal follows the token, so that a service that truncates addresses leaves the token intact. */
export const SEAL_PARAMETER = 'seal';

export const newToken = (): string => randomBytes(18).toString('base64url');

export function deliveryAddress(url: string, token: string, seal?: string): string {
	const address = new URL(url);
	address.searchParams.set(TOKEN_PARAMETER, token);
	if (seal !== undefined) address.searchParams.set(SEAL_PARAMETER, seal);
	return address.toString();
}

/** Spelling differences don't matter. */
export function sameAddress(listed: string, expected: string): boolean {
	const [one, other] = [parseAddress(listed), parseAddress(expected)];
	return one === undefined || other === undefined ? listed === expected : one.toString() === other.toString();
}

/** Whether a listed address leads to this trigger, whatever its host name, token and seal. */
export function sameTrigger(listed: string | undefined, url: string): boolean {
	const path = listed === undefined ? undefined : parseAddress(listed)?.pathname;
	return path !== undefined && path === parseAddress(url)?.pathname;
}

/** Known only to whoever created the address. */
interface AddressParts {
	token?: string;
	seal?: string;
}

export function addressParts(address: string): AddressParts {
	const query = parseAddress(address)?.searchParams;
	return { token: query?.get(TOKEN_PARAMETER) ?? undefined, seal: query?.get(SEAL_PARAMETER) ?? undefined };
}
