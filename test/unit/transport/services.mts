import { endpoints, type JsonObject } from '../../../nodes/WorkforceOperations/contract/index.ts';
import type { Answer, Sent } from './support.mts';

export const idsOf = (rows: JsonObject[]): unknown[] => rows.map(({ id }) => id);

export const slim = endpoints['customer.getAll'];
export const templates = endpoints['formTemplate.getAll'];
export const audit = endpoints['loginAudit.getAll'];

export const eventsOf = (count: number): JsonObject[] =>
	Array.from({ length: count }, (_, index) => ({
		id: count - index,
		occurredUtc: new Date(1_700_000_000_000 - index * 1000).toISOString(),
	}));

/** Login audit: newest first, pages by number. */
export const auditService =
	(events: JsonObject[]) =>
	({ query: { page, pageSize, to } }: Sent): Answer => {
		const known = events.filter(({ occurredUtc }) => to === undefined || String(occurredUtc) <= to);
		const [number, size] = [Number(page), Number(pageSize)];
		return { body: { data: known.slice((number - 1) * size, number * size), errors: null, meta: { traceId: 't' } } };
	};
