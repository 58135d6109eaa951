import { expect } from '@jest/globals';
import type { IDataObject } from 'n8n-workflow';
import type { CredentialStore } from '../../../kit/core/credentials.mts';
import { type Result, runNode } from '../../../kit/core/engine.mts';
import { type Bench, type Key, useBench } from '../support/bench.mts';
import type { Canned, Seen } from '../support/recorder.mts';

export const asTool = { node: { type: 'n8n-nodes-workforce-operations.workforceOperationsTool' } };

let world = 0;
/** Lists of names are kept for a minute: each test asks with Service Details of its own, which no other one has. */
export const fresh = (): { serviceDetails: object } => ({ serviceDetails: { statuses: [`World ${++world}`] } });

/** What an agent asks of timesheets. */
export const timesheets = (filters: IDataObject): IDataObject => ({
	resource: 'timesheet',
	operation: 'getAll',
	period: 'custom',
	startDate: '2020-01-01',
	endDate: '2035-01-01',
	limit: 2,
	filters,
});

/** The outcome of a run, its first item, and the requests that were sent. */
export type Asked = Result & { answer: IDataObject; sent: Seen[] };

export const requestTo = ({ sent }: Asked, path: string): Seen | undefined =>
	sent.find((each) => each.path.endsWith(path));

export const candidatesOf = ({ error }: Result): unknown =>
	(error as { candidates?: IDataObject } | undefined)?.candidates;

/** What an agent gets of a list: its one item. */
export interface Answer extends IDataObject {
	records: IDataObject[];
	shown: number;
	more: boolean;
	next: string | null;
	total: number | null;
	period: string | null;
	timeZone: string;
	notes: string[];
}

/** The only place that says which fields an answer has, and in which order. */
export function answerIn(items: IDataObject[]): Answer {
	expect(items).toHaveLength(1);
	const [answer] = items as Answer[];
	expect(Object.keys(answer ?? {}).join()).toBe('records,shown,more,next,total,period,timeZone,notes');
	expect(answer?.shown).toBe(answer?.records.length);
	return answer as Answer;
}

export function countedIn({ json, error }: Result): Answer {
	if (error !== undefined) throw new Error(`${error.message}: ${error.description ?? ''}`);
	return answerIn(json);
}

interface SomeRecord extends IDataObject {
	id: number;
	name?: string;
}

export const sites = (...names: string[]): SomeRecord[] => names.map((name, index) => ({ id: 11 + index, name }));

interface AgentBench {
	bench: Bench;
	/** Runs the node as a tool that has asked for no names before. */
	asked(parameters: IDataObject, key?: Key, store?: CredentialStore): Promise<Asked>;
	/** From now on the list at this path holds these; the sandbox has the others. */
	listed(path: string, records: SomeRecord[], more?: IDataObject): void;
}

export function useAgent(): AgentBench {
	const bench = useBench({ total: 'right', end: 'null' });
	return {
		bench,
		async asked(parameters, key = 'timesheet', store) {
			bench.recorder.seen.length = 0;
			const result = await runNode(store ?? bench.store(key), parameters, { ...asTool, ...fresh() });
			return { ...result, answer: result.json[0] ?? {}, sent: [...bench.recorder.seen] };
		},
		listed(path, records, more = {}) {
			bench.recorder.answer(({ path: own, query }): Canned | undefined => {
				if (!own.endsWith(path)) return undefined;
				const data = records.filter((record) => query['isActive'] !== 'true' || record['isActive'] !== false);
				return { body: { data, count: data.length, nextPageParameters: null, ...more } };
			});
		},
	};
}
