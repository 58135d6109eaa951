// What a watch trigger stores, of each of its events.
import type { IDataObject } from 'n8n-workflow';
import { credentialFor } from '../../../kit/core/engine.mts';
import { forgetMemories } from '../../../nodes/WorkforceOperations/watch/delivery/processMemory.ts';
import { endpoints } from '../../../nodes/WorkforceOperations/contract/index.ts';
import { watchedEvents } from '../../../nodes/WorkforceOperations/watch/events.ts';
import type { Sandbox } from '../../../sandbox/index.mts';
import { startAltered } from '../support/alteredPayload.mts';
import { keyOf } from '../support/everyOperation.mts';
import { type Reported, WatchHost, watchNode } from '../support/watchHost.mts';
import type { FrozenWatch } from './frozenForms.mts';
import type { StillWorld } from './stillWorld.mts';
import { LIST_QUERIES, type ListedRecord, watchedScenarios } from './watched.mts';

const MINUTE = 60_000;

/** How much later a last poll comes. */
export const LATER_MS = 120 * MINUTE;

/** Answers each list of the service with these records, as far as they are listed by then. */
export function listing(
	records: readonly ListedRecord[],
	path: string,
	asked: URLSearchParams,
	now: number,
): IDataObject[] {
	const isMeant = ({ from, path: own, query = {} }: ListedRecord): boolean =>
		from <= now && own === path && LIST_QUERIES.every((name) => (asked.get(name) ?? undefined) === query[name]);
	const met = records.filter(isMeant).map(({ record }) => record);
	return [...new Map(met.map((record) => [JSON.stringify(record), record])).values()];
}

/** An answer of the sandbox with other records in it, and no next page. */
const answerWith = (body: unknown, data: IDataObject[]): object => ({
	...(body as object),
	nextPageParameter: null,
	nextPageParams: null,
	nextPageEndpoint: null,
	count: null,
	recordCount: null,
	totalRecordCount: null,
	data,
});

export const keysOf = (items: readonly Reported[]): string[] =>
	items.map(({ watch }) => `${watch.key}${watch.redelivered === true ? ' (redelivered)' : ''}`);

const copyOf = (data: IDataObject): IDataObject => JSON.parse(JSON.stringify(data)) as IDataObject;

/**
 * Four things happen. The first is reported, and its run succeeds; the run of the second fails, that of the third has not
 * ended when the state is saved; the fourth happens after that.
 */
async function freezeOne(
	scenario: (typeof watchedScenarios)[number],
	world: StillWorld,
	sandbox: Sandbox,
): Promise<FrozenWatch> {
	const { event, form = {}, everyMs = MINUTE } = scenario;
	const list = watchedEvents.find(({ value }) => value === event)?.endpoint;
	const key = keyOf(endpoints[list ?? 'liveOperation.getAll'].access);
	const records: ListedRecord[] = [];
	const happens = (id: number): void => void records.push(...scenario.records(id, world.now));
	const altered = await startAltered(sandbox.url, (path, status, body, query) =>
		status === 200 && Array.isArray((body as { data?: unknown }).data)
			? { body: answerWith(body, listing(records, path, query, world.now)) }
			: undefined,
	);
	forgetMemories();
	const n8n = new WatchHost('memory', credentialFor(sandbox, key, { requestsPerMinute: 6000, baseUrl: altered.url }));
	const node = watchNode({ event, ...form });
	const turn = async (outcome: 'success' | 'error' | undefined, id: number, after = everyMs): Promise<void> => {
		world.pass(after);
		happens(id);
		n8n.outcome = ({ items }) => (items.some(({ watch }) => watch.redelivered === true) ? 'error' : outcome);
		world.pass(everyMs > MINUTE ? MINUTE : 1000);
		await n8n.tick();
	};
	try {
		await n8n.activate(node);
		await turn('success', 1);
		await turn('error', 2);
		// Before the second is handed over again, where that is soon enough for another poll.
		await turn(undefined, 3, everyMs === MINUTE ? MINUTE / 3 : everyMs);
		const stored = copyOf(n8n.database['node:Watch'] as IDataObject);
		const before = n8n.runs.length;
		const reported = n8n.runs.flatMap(({ items }) => keysOf(items));
		const savedAt = world.now;
		world.pass(everyMs);
		happens(4);
		world.pass(MINUTE);
		const wentOnAt = world.now;
		n8n.outcome = () => 'success';
		await n8n.restart();
		await n8n.tick();
		const next = n8n.runs.slice(before).flatMap(({ items }) => keysOf(items));
		world.pass(LATER_MS);
		const later = keysOf(await n8n.tick());
		return {
			event,
			key,
			parameters: node.parameters as IDataObject,
			savedAt,
			wentOnAt,
			stored,
			records,
			reported,
			next,
			later,
		};
	} finally {
		await altered.close();
	}
}

export async function freezeWatch(world: StillWorld, sandbox: Sandbox): Promise<Record<string, FrozenWatch>> {
	const frozen: Record<string, FrozenWatch> = {};
	for (const scenario of watchedScenarios)
		frozen[scenario.name ?? scenario.event] = await freezeOne(scenario, world, sandbox);
	return frozen;
}
