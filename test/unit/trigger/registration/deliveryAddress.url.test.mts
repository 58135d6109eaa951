import { describe, expect, test } from '@jest/globals';
import { deliveryUrl } from '../../../../nodes/WorkforceOperations/trigger/registration/deliveryAddress.ts';
import { HOOK, n8n } from '../support.mts';

describe('the address of deliveries', () => {
	test.each([
		[HOOK, HOOK],
		[' https://N8N.example.com/webhook ', 'https://n8n.example.com/webhook'],
		['http://localhost:5678/webhook', 'http://localhost:5678/webhook'],
	])('%s', (url, expected) => expect(deliveryUrl(n8n({ url }).context)).toBe(expected));

	test.each<[string | undefined, string, string]>([
		[
			undefined,
			'n8n does not know its own address',
			'Set N8N_WEBHOOK_URL (in older versions: WEBHOOK_URL) to n8n’s public https:// address.',
		],
		[
			'',
			'n8n does not know its own address',
			'Set N8N_WEBHOOK_URL (in older versions: WEBHOOK_URL) to n8n’s public https:// address.',
		],
		[
			'n8n.example.com',
			'n8n does not know its own address',
			'Set N8N_WEBHOOK_URL (in older versions: WEBHOOK_URL) to n8n’s public https:// address.',
		],
		[
			'http://n8n.example.com:5678/webhook',
			'The service delivers over HTTPS only, but n8n’s address is http://n8n.example.com:5678',
			'Make n8n reachable at an https:// address and set N8N_WEBHOOK_URL to it (in an older n8n: WEBHOOK_URL). To try it out on one machine, http://localhost works with the sandbox.',
		],
	])('not %j', (url, message, description) => {
		const refused = (): unknown => {
			try {
				return deliveryUrl(n8n({ url }).context);
			} catch (error) {
				return error;
			}
		};
		expect(refused()).toMatchObject({ message, description });
	});
});
