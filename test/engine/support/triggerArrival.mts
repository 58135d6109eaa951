import { createHmac } from 'node:crypto';
import { WebhookContext } from 'n8n-core';
import type { IDataObject, INode, INodeExecutionData, IWebhookData } from 'n8n-workflow';
import { forgetRegistrations } from '../../../nodes/WorkforceOperations/trigger/registration/store.ts';
import type { Sandbox } from '../../../sandbox/index.mts';
import { admin } from './admin.mts';
import type { Host } from './triggerHost.mts';
import type { Delivered, Inbox } from '../../../kit/servers/inbox.mts';
import { subscriptions } from './triggerService.mts';

interface Arrived {
	/** 200 where the trigger leaves the answer to n8n. */
	status: number;
	items: INodeExecutionData[];
	/** What n8n wrote into its log because of it. */
	log: string[];
}

/** Has n8n take what the service sent, with what the database holds of the workflow's static data. */
export async function arrive(host: Host, node: INode, { url, body, signature }: Delivered): Promise<Arrived> {
	const workflow = host.workflow([node], JSON.parse(JSON.stringify(host.database)) as IDataObject);
	let status = 200;
	const httpResponse = {
		status: (code: number) => {
			status = code;
			return httpResponse;
		},
		json: () => httpResponse,
	};
	const httpRequest = {
		headers: { 'content-type': 'application/json', 'webhooks-signature': signature },
		query: Object.fromEntries(new URL(url, host.baseUrl).searchParams),
		params: {},
		rawBody: body,
	};
	const data = { node: node.name, path: `${node.webhookId}/webhook`, httpMethod: 'POST' } as unknown as IWebhookData;
	const additional = { ...host.additionalData(node), httpRequest, httpResponse } as never;
	const context = new WebhookContext(workflow, node, additional, 'webhook', data, [], null);
	context.getInstanceId = () => host.instanceId;
	const log: string[] = [];
	const write = (level: string) => (line: string) => void log.push(`${level} ${line}`);
	Object.defineProperty(context, 'logger', {
		value: { error: write('error'), warn: write('warn'), info: write('info'), debug: () => undefined },
	});
	const { workflowData } = await host.type.webhook.call(context);
	return { status, items: workflowData?.flat() ?? [], log };
}

export type Decision = 'approve' | 'reject' | 'submit';

/** What happens to a timesheet, as the service reports it, oldest subscription first. */
export async function happens(sandbox: Sandbox, receiver: Inbox, decision: Decision, copies = 1): Promise<Delivered[]> {
	const [timesheet] = await admin<Array<{ timesheetId: number }>>(sandbox, 'GET', '/timesheets');
	await admin(sandbox, 'POST', `/timesheets/${timesheet?.timesheetId}/${decision}`, {});
	const received: Delivered[] = [];
	while (received.length < copies) received.push(await receiver.next());
	// Those of one happening are sent at the same time: any of them may come first.
	const told = await subscriptions(sandbox);
	const place = ({ url }: Delivered): number => told.findIndex(({ uri }) => uri.endsWith(url));
	return received.sort((one, other) => place(one) - place(other));
}

export const copyOf = (data: IDataObject): IDataObject => JSON.parse(JSON.stringify(data)) as IDataObject;

/** Another trigger writes static data back as it knew it, and n8n starts again. */
export function overwrite(host: Host, known: IDataObject): void {
	host.database = copyOf(known);
	forgetRegistrations();
}

export const forged = (received: Delivered): Delivered => ({
	...received,
	signature: createHmac('sha256', 'somebody else’s').update(received.body).digest('hex'),
});

export function secretOf(host: Host): string {
	const secret = host.registration()?.secret;
	if (secret === undefined) throw new Error('no secret is stored');
	return secret;
}

export const signedWith = (secret: string, received: Delivered): Delivered => ({
	...received,
	signature: createHmac('sha256', secret).update(received.body).digest('hex'),
});
