import { createHmac } from 'node:crypto';
import { ExecuteContext, WebhookContext } from 'n8n-core';
import {
	createRunExecutionData,
	type IDataObject,
	type INode,
	type INodeExecutionData,
	type IWebhookData,
	Workflow,
	type WorkflowExecuteMode,
} from 'n8n-workflow';
import { WorkforceOperationsTrigger } from '../../../nodes/WorkforceOperations/WorkforceOperationsTrigger.node.ts';
import type { Registration } from '../../../nodes/WorkforceOperations/trigger/registration/registration.ts';
import { CredentialStore } from '../../../kit/core/credentials.mts';
import { additionalDataOf, nodeTypes } from '../../../kit/core/engine.mts';
import { triggerNode } from './triggerHost.mts';

const type = new WorkforceOperationsTrigger();

export const SECRET = 'whsec_a-secret-of-the-tests';

export const sign = (body: string | Buffer, secret = SECRET): string =>
	createHmac('sha256', secret).update(body).digest('hex');

/** What a published trigger has in static data. */
export const registration = (changes: Partial<Registration> = {}): Registration => ({
	owner: 'instance-1/workflow-1/node-1/live',
	service: 'http://127.0.0.1',
	url: 'https://n8n.example.com/webhook/hook-1/webhook',
	subscriberId: '1',
	subscriberState: 'on',
	secret: SECRET,
	secretSince: 1,
	subscriptions: [
		{ id: '1', event: 'timesheet.approve', token: 'token-of-approve', since: 1, state: 'on' },
		{ id: '2', event: 'incidentreport.submit', token: 'token-of-submit', since: 1, state: 'on' },
	],
	strays: [],
	changedAt: 1,
	...changes,
});

export interface Sent {
	body: string | Buffer;
	/** By default one that fits. */
	headers?: Record<string, string | string[] | undefined>;
	query?: IDataObject;
	parameters?: IDataObject;
	stored?: Partial<Registration> | null;
	/** As n8n hands over what it didn't read: only when asked. */
	unread?: boolean;
}

export interface Received {
	/** Undefined when the trigger leaves the answer to n8n. */
	status?: number;
	answer?: unknown;
	items: INodeExecutionData[];
	log: string[];
	staticChanged: boolean;
}

const logger = (log: string[]): object => {
	const write = (level: string) => (line: string) => void log.push(`${level} ${line}`);
	return { error: write('error'), warn: write('warn'), info: write('info'), debug: () => undefined };
};

const workflowOf = (node: INode, staticData: IDataObject): Workflow =>
	new Workflow({ id: 'workflow-1', nodes: [node], connections: {}, active: true, nodeTypes, staticData });

/** Hands one request to the trigger, as n8n does. */
export async function deliver(sent: Sent): Promise<Received> {
	const node = triggerNode({ events: [], ...sent.parameters });
	const raw = Buffer.from(sent.body);
	const staticData: IDataObject =
		sent.stored === null
			? {}
			: { 'node:Trigger': { registration: JSON.parse(JSON.stringify(registration(sent.stored))) as IDataObject } };
	const workflow = workflowOf(node, staticData);
	const log: string[] = [];
	const answer: { status?: number; body?: unknown } = {};
	const httpResponse = {
		status: (status: number) => {
			answer.status = status;
			return httpResponse;
		},
		json: (body: unknown) => {
			answer.body = body;
			return httpResponse;
		},
	};
	const httpRequest: IDataObject = {
		headers: sent.headers ?? { 'webhooks-signature': sign(raw), 'content-type': 'application/json' },
		query: sent.query ?? { token: 'token-of-approve' },
		params: {},
		...(sent.unread ? {} : { rawBody: raw }),
	};
	httpRequest.readRawBody = async () => {
		if (!sent.unread) throw new Error('the body was read before');
		await Promise.resolve(void (httpRequest.rawBody = raw));
	};
	const data = { node: node.name, path: 'hook-1/webhook', httpMethod: 'POST' } as unknown as IWebhookData;
	const additional = { ...additionalDataOf(new CredentialStore({}), node), httpRequest, httpResponse } as never;
	const context = new WebhookContext(workflow, node, additional, 'webhook', data, [], null);
	context.getInstanceId = () => 'instance-1';
	Object.defineProperty(context, 'logger', { value: logger(log) });
	const stored = (): string | undefined => JSON.stringify(workflow.getStaticData('node', node));
	const before = stored();
	const { workflowData } = await type.webhook.call(context);
	return {
		status: answer.status,
		answer: answer.body,
		items: workflowData?.flat() ?? [],
		log,
		staticChanged: before !== stored(),
	};
}

interface Executed {
	items: INodeExecutionData[];
	log: string[];
}

let executions = 0;

/** Runs the trigger in an execution that a delivery started, as n8n does. */
export async function execute(
	items: INodeExecutionData[],
	options: {
		parameters?: IDataObject;
		mode?: WorkflowExecuteMode;
		node?: Partial<INode>;
		executionId?: string;
	} = {},
): Promise<Executed> {
	const node = triggerNode({ events: [], ...options.parameters }, options.node);
	const log: string[] = [];
	const additional = {
		...additionalDataOf(new CredentialStore({}), node),
		executionId: options.executionId ?? `execution ${++executions}`,
	};
	const input = { main: [items] };
	const context = new ExecuteContext(
		workflowOf(node, {}),
		node,
		additional,
		options.mode ?? 'webhook',
		createRunExecutionData({}),
		0,
		items,
		input,
		{ node, data: input, source: null },
		[],
	);
	Object.defineProperty(context, 'logger', { value: logger(log) });
	return { items: (await type.execute.call(context)).flat(), log };
}
