// Lists of services that page as the document says, up to how they write the end.
import { type Endpoint, endpoints, type JsonObject } from '../../../nodes/WorkforceOperations/contract/index.ts';
import { collect, type PageWalk } from '../../../nodes/WorkforceOperations/transport/pagination/index.ts';
import type { Call } from '../../../nodes/WorkforceOperations/transport/request.ts';
import { idsOf } from './services.mts';
import { clock } from '../../../nodes/WorkforceOperations/transport/clock.ts';
import { VirtualTime } from '../../../kit/time/virtualTime.mts';
import { type Answer, fakeConnection, type Sent } from './support.mts';

let addresses = 0;

export type Service = (request: Sent, count: number) => Answer;

/** Reads a list of a service at an address of its own: what is learnt of one isn’t known of another. */
export async function walk(service: Service, call: Call, how: PageWalk = {}, serviceDetails: JsonObject = {}) {
	const time = new VirtualTime().takePlaceOf(clock);
	const credential = { baseUrl: `https://ends-${addresses++}.test`, serviceDetails: JSON.stringify(serviceDetails) };
	const { connection, sent } = fakeConnection(service, {}, credential);
	try {
		const { records, last, incomplete, pages, moved } = await time.until(collect(connection, call, how));
		return {
			ids: idsOf(records),
			sent,
			queries: sent.map(({ query }) => query),
			last,
			incomplete,
			moved,
			pages,
			records,
		};
	} finally {
		time.restore();
	}
}

const live = endpoints['liveOperation.getAll'];
export const reports = endpoints['incidentReport.getAll'];

const idNames = Object.values(endpoints).flatMap(({ ids = [] }) => ids);

/** A row with the ids of every list. */
export const rowOf = (id: number): JsonObject => ({
	...Object.fromEntries(idNames.map((name) => [name, id])),
	startTime: new Date(Date.UTC(2026, 6, 1, 0, id)).toISOString(),
	name: `row ${id}`,
});
export const rows = (count: number): JsonObject[] => Array.from({ length: count }, (_, index) => rowOf(index + 1));

export const wrapped = (endpoint: Endpoint, data: JsonObject[], next: unknown, more: object = {}): Answer => {
	const key = endpoint.envelope === 'incidentReports' ? 'nextPageParams' : 'nextPageParameter';
	const cursor = next === undefined ? {} : { [key]: next };
	const live = endpoint.envelope === 'liveOperations';
	return { body: { ...(live ? { isSuccess: true } : { status: { code: 0 } }), data, ...cursor, ...more } };
};

export const cursorAt = (endpoint: Endpoint, row: JsonObject): string =>
	endpoint === live
		? JSON.stringify({ ReferenceId: row.id, ReferenceDateTime: row.startTime })
		: `direction=next&referenceId=${String(row.id)}`;

/** What stands for “no more”: of the query that asked for the page, and the last row of the page. */
type End = (request: Sent, last: JsonObject | undefined) => unknown;

/** A service that pages as the document says, up to how it writes the end. */
export const service =
	(endpoint: Endpoint, all: JsonObject[], end: End, more: object = {}): Service =>
	(request) => {
		const { query } = request;
		const beyond = all.filter(({ id }) => Number(id) > Number(query.referenceId ?? 0));
		const data = beyond.slice(0, Number(query.limit ?? 20));
		const last = data.at(-1);
		const next = last && data.length < beyond.length ? cursorAt(endpoint, last) : end(request, last);
		return wrapped(endpoint, data, next, more);
	};
