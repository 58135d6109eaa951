// What the webhook trigger stores: its registration in each of its forms, and the keys by which it knows repeats.
import type { IDataObject, INode, INodeExecutionData } from 'n8n-workflow';
import { CredentialStore } from '../../../kit/core/credentials.mts';
import { forgetRegistrations } from '../../../nodes/WorkforceOperations/trigger/registration/store.ts';
import type { Sandbox } from '../../../sandbox/index.mts';
import { admin } from '../support/admin.mts';
import { startAltered } from '../support/alteredPayload.mts';
import { arrive, copyOf, signedWith } from '../support/triggerArrival.mts';
import { execute } from '../support/triggerDelivery.mts';
import { Host, triggerNode } from '../support/triggerHost.mts';
import type { Delivered } from '../../../kit/servers/inbox.mts';
import { subscribers, subscriptions } from '../support/triggerService.mts';
import { useStore } from '../support/triggerStore.mts';
import type { FrozenDeduplication, FrozenRegistration } from './frozenForms.mts';
import { FROZEN_ADDRESS, relocated } from './relocated.mts';
import type { StillWorld } from './stillWorld.mts';

const MINUTE = 60_000;
const HOUR = 60 * MINUTE;

/** One trigger in one n8n. */
interface Bench {
	world: StillWorld;
	sandbox: Sandbox;
	host: Host;
	node: INode;
}

const EVENTS = ['timesheet.approve', 'incidentreport.submit'];

/** A delivery of the service to one of its subscriptions. */
export const deliveryTo = (uri: string, secret: string, payload: object): Delivered =>
	signedWith(secret, { url: uri, body: Buffer.from(JSON.stringify(payload)), signature: '' });

const fault = async (sandbox: Sandbox, input: object): Promise<void> => await admin(sandbox, 'POST', '/faults', input);
const mend = async (sandbox: Sandbox): Promise<void> => await admin(sandbox, 'DELETE', '/faults');

/** One attempt of n8n to publish, without the others that follow it. */
async function attempt({ host, node }: Bench): Promise<void> {
	const workflow = host.workflow([node], copyOf(host.database));
	await host.ensure(host.hook(workflow, node, 'trigger', 'activate')).catch(() => undefined);
	host.database = copyOf(workflow.staticData);
}

async function publishNameless(bench: Bench): Promise<void> {
	const altered = await startAltered(bench.sandbox.url, (path, _status, body) => ({
		headers: { date: new Date(bench.world.now).toUTCString() },
		...(path === '/api/webhook/subscribers' ? { body: { ...(body as object), data: null } } : {}),
	}));
	const store = relocated(new CredentialStore(webhookCredential(bench.sandbox)), altered.url);
	const host = new Host('service', { '*': store });
	await attempt({ ...bench, host });
	bench.host.database = host.database;
	await altered.close();
}

/** The workflow was published with what n8n had stored gone, so that two subscribers are on, of which one delivers. */
async function publishWithStray({ world, sandbox, host, node }: Bench): Promise<void> {
	await host.publish([node]);
	const secret = host.registration()?.secret ?? '';
	const [first] = await subscriptions(sandbox);
	host.database = {};
	forgetRegistrations();
	world.pass(HOUR);
	await host.publish([node]);
	await arrive(host, node, deliveryTo(first?.uri ?? '', secret, { timesheetId: 1 }));
	await fault(sandbox, { path: '/api/webhook/subscribers/1', status: 403, times: null });
	await host.publish([node], 'update');
	await mend(sandbox);
}

/** The forms that a registration has, and how it comes by them. */
const situations: Record<string, (bench: Bench) => Promise<void>> = {
	fresh: async ({ host, node }) => await host.publish([node]),
	rotated: async ({ world, host, node }) => {
		await host.publish([node]);
		world.pass(HOUR);
		const parameters = { ...node.parameters, options: { rotateSecretOnActivation: true } };
		await host.republish([node], [{ ...node, parameters }]);
	},
	unsealed: async ({ sandbox, host, node }) => {
		await fault(sandbox, { path: '/api/webhook/subscriptions', method: 'POST', status: 400, times: 1 });
		await host.publish([node]);
	},
	nameless: publishNameless,
	unsure: async (bench) => {
		const { sandbox } = bench;
		await fault(sandbox, { path: '/api/webhook/subscriptions', method: 'POST', kind: 'truncated', times: 1 });
		for (const method of ['GET', 'PUT'])
			await fault(sandbox, { path: '/api/webhook', method, status: 403, times: null });
		await attempt(bench);
		await mend(sandbox);
	},
	stray: publishWithStray,
	clockBehind: async ({ sandbox, host, node }) => {
		await sandbox.advance(10 * MINUTE);
		await host.publish([node]);
	},
	separateKeys: async ({ host, node }) => await host.publish([node]),
	off: async ({ host, node }) => {
		await host.publish([node]);
		await host.unpublish([node]);
	},
};

const webhookCredential = ({ keys, subscriptionKey }: Sandbox, separate = false): Record<string, never> =>
	({
		region: 'custom',
		baseUrl: FROZEN_ADDRESS,
		...(separate ? { separateKeys: true, apiKey: keys.timesheet, webhookKey: keys.webhook } : { apiKey: keys.webhook }),
		subscriptionKey,
		requestsPerMinute: 6000,
	}) as unknown as Record<string, never>;

async function benchOf(world: StillWorld, sandbox: Sandbox, name = ''): Promise<Bench & { credential: IDataObject }> {
	await admin(sandbox, 'POST', '/reset');
	const credential = webhookCredential(sandbox, name === 'separateKeys');
	forgetRegistrations();
	const host = new Host('service', { '*': relocated(new CredentialStore({ ...credential }), sandbox.url) });
	return { world, sandbox, host, node: triggerNode({ events: EVENTS }), credential };
}

export async function freezeRegistrations(
	world: StillWorld,
	sandbox: Sandbox,
): Promise<Record<string, FrozenRegistration>> {
	const frozen: Record<string, FrozenRegistration> = {};
	for (const [name, happens] of Object.entries(situations)) {
		world.pass(HOUR);
		const bench = await benchOf(world, sandbox, name);
		await happens(bench);
		const { host, node, credential } = bench;
		frozen[name] = {
			savedAt: world.now,
			parameters: node.parameters as IDataObject,
			baseUrl: host.baseUrl,
			credential,
			stored: copyOf((host.database['node:Trigger'] as IDataObject) ?? {}),
			subscribers: (await subscribers(sandbox)).map(({ id, isActive }) => ({ id: String(id), isActive })),
			subscriptions: (await subscriptions(sandbox))
				.sort((one, other) => one.id - other.id)
				.map(({ id, subscriberId, eventType, event, uri, isActive }) => ({
					id: String(id),
					subscriberId: String(subscriberId),
					event: `${eventType}.${event}`,
					uri,
					isActive,
				})),
		};
	}
	return frozen;
}

/** What is delivered one after another: of one timesheet two events, another one, a report, and something without an id. */
const DELIVERED: Array<[event: number, payload: object]> = [
	[0, { timesheetId: 1 }],
	[0, { timesheetId: 2 }],
	[1, { incidentReportId: 7, note: 'Lost Property' }],
	[1, { note: 'of nothing that has an id' }],
];

const OPTIONS: Record<string, IDataObject> = { content: {}, record: { deduplicateBy: 'record' } };

export async function freezeDeduplication(
	world: StillWorld,
	sandbox: Sandbox,
): Promise<Record<string, FrozenDeduplication>> {
	const store = await useStore();
	const frozen: Record<string, FrozenDeduplication> = {};
	for (const [name, options] of Object.entries(OPTIONS)) {
		const { host, node } = await benchOf(world, sandbox);
		await host.publish([node]);
		const secret = host.registration()?.secret ?? '';
		const rows = (await subscriptions(sandbox)).sort((one, other) => one.id - other.id);
		const arrived: INodeExecutionData[] = [];
		for (const [event, payload] of DELIVERED) {
			const [eventType] = (EVENTS[event] ?? '').split('.');
			const uri = rows.find((row) => row.eventType === eventType)?.uri ?? '';
			arrived.push(...(await arrive(host, node, deliveryTo(uri, secret, payload))).items);
		}
		const parameters = { events: EVENTS, options };
		store.rows.clear();
		const executionId = (index: number): string => String(100 + index);
		for (const [index, item] of arrived.entries())
			await execute([item], { parameters, executionId: executionId(index) });
		frozen[name] = {
			savedAt: world.now,
			parameters,
			keys: [...(store.rows.get('workflow-1/node-1') ?? [])],
			passed: arrived as unknown as IDataObject[],
		};
	}
	return frozen;
}
