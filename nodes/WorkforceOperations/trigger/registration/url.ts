import { type IHookFunctions, NodeOperationError } from 'n8n-workflow';
import { isSecure, parseAddress } from '../../contract';

/** The address of this n8n; the service only delivers over HTTPS. */
export function deliveryUrl(context: IHookFunctions): string {
	const url = parseAddress(context.getNodeWebhookUrl('default') ?? '');
	if (url === undefined) {
		throw new NodeOperationError(context.getNode(), 'n8n does not know its own address', {
			description: 'Set WEBHOOK_URL to the public https:// address of this n8n.',
		});
	}
	if (!isSecure(url)) {
		throw new NodeOperationError(
			context.getNode(),
			`The service delivers over HTTPS only, but the address of this n8n is ${url.origin}`,
			{
				description:
					'Make n8n reachable under an https:// address and set WEBHOOK_URL to it. For trying out on one machine, http://localhost works with the sandbox.',
			},
		);
	}
	return url.toString();
}
