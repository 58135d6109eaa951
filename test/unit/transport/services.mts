import { endpoints, type JsonObject } from '../../../nodes/WorkforceOperations/contract/index.ts';
import type { Answer, Sent } from './support.mts';

export const rowsOf = (count: number): JsonObject[] =>
	Array.from({ length: count }, (_, index) => ({ id: index + 1, name: `row ${index + 1}` }));
export const idsOf = (rows: JsonObject[]): unknown[] => rows.map(({ id }) => id);

export const slim = endpoints['customer.getAll'];
export const templates = endpoints['formTemplate.getAll'];
export const audit = endpoints['loginAudit.getAll'];

/** A list with cursors as the document describes them: rows beyond the anchor, ascending within a page. */
export function cursorService(rows: JsonObject[], serverMaximum = Infinity): (request: Sent) => Answer {
	return ({ query }) => {
		const size = Math.min(Number(query.limit ?? 20), serverMaximum);
		const anchor = query.referenceId === undefined ? undefined : Number(query.referenceId);
		const back = query.direction === 'prev';
		const beyond = rows.filter(({ id }) => anchor === undefined || (back ? Number(id) < anchor : Number(id) > anchor));
		const page = back ? beyond.slice(-size) : beyond.slice(0, size);
		const [first, last] = [page[0], page[page.length - 1]];
		const link = (direction: string, row: JsonObject | undefined, more: boolean): string | null =>
			row && more ? `direction=${direction}&referenceId=${String(row.id)}` : null;
		return {
			body: {
				status: { code: 0, errorMessage: '' },
				data: page,
				nextPageParameter: link('next', last, last !== rows[rows.length - 1]),
				prevPageParameter: link('prev', first, first !== rows[0]),
			},
		};
	};
}

/** The form templates: no cursor in the envelope. */
export const lastRowService =
	(rows: JsonObject[], serverMaximum = Infinity) =>
	({ query }: Sent): Answer => {
		const anchor = Number(query.referenceId ?? 0);
		return {
			body: {
				status: { code: 0 },
				data: rows.filter(({ id }) => Number(id) > anchor).slice(0, Math.min(Number(query.limit), serverMaximum)),
			},
		};
	};

export const eventsOf = (count: number): JsonObject[] =>
	Array.from({ length: count }, (_, index) => ({
		id: count - index,
		occurredUtc: new Date(1_700_000_000_000 - index * 1000).toISOString(),
	}));

/** Login audit: newest first, pages by number. */
export const auditService =
	(events: JsonObject[], before?: (request: Sent, count: number) => void) =>
	(request: Sent, count: number): Answer => {
		before?.(request, count);
		const { page, pageSize, to } = request.query;
		const known = events.filter(({ occurredUtc }) => to === undefined || String(occurredUtc) <= to);
		const [number, size] = [Number(page), Number(pageSize)];
		return { body: { data: known.slice((number - 1) * size, number * size), errors: null, meta: { traceId: 't' } } };
	};
