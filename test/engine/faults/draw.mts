// What goes wrong.
import type { Random } from '../../../sandbox/seed/random.mts';
import type { Fault } from './proxy.mts';

const list = (data: unknown): unknown[] => (Array.isArray(data) ? data : data === null ? [] : [data]);

const anywhere: Fault[] = [
	...[400, 403, 404, 409, 413, 422].map((status): Fault => ({ kind: 'refused', status })),
	{ kind: 'refusedInside' },
	{ kind: 'tooMany' },
	{ kind: 'unreachable' },
	{ kind: 'cut' },
	{ kind: 'half' },
	{ kind: 'mangled' },
	{ kind: 'page' },
	...[408, 499, 500, 502, 503, 504].map((status): Fault => ({ kind: 'lateStatus', status })),
	{ kind: 'delayed' },
];

/** Answers to writes in another shape: none of them says anything false of what was written. */
const ofWrites: Fault[] = [
	{ kind: 'empty' },
	{ kind: 'shape', make: (body) => ({ ...body, data: null }) },
	{ kind: 'shape', make: (body) => ({ ...body, data: 4711 }) },
	{ kind: 'shape', make: (body) => ({ ...body, data: [...list(body.data), ...list(body.data)] }) },
	{ kind: 'shape', make: (body) => ({ ...body, data: list(body.data).slice(1) }) },
	{ kind: 'shape', make: (body) => ({ ...body, data: { result: body.data } }) },
	{ kind: 'shape', make: (body) => body.data ?? {} },
];

/** A service that takes a batch in part, or late. */
const ofBatches: Fault[] = [
	{ kind: 'inPart' },
	{ kind: 'inPart', then: { kind: 'refused', status: 400 } },
	{ kind: 'inPart', then: { kind: 'refused', status: 409 } },
	{ kind: 'inPart', then: { kind: 'refusedInside' } },
	{ kind: 'inPart', then: { kind: 'cut' } },
	{ kind: 'inPart', then: { kind: 'lateStatus', status: 504 } },
	{ kind: 'late' },
	{ kind: 'late' },
];

/** Answers to lists in a shape that nobody foresaw: not one of them is a list. */
const ofLists: Fault[] = [
	{ kind: 'empty' },
	{ kind: 'shape', make: () => ({ message: 'Something went wrong' }) },
	{ kind: 'shape', make: () => ({ errors: 'Something went wrong' }) },
	{ kind: 'shape', make: (body) => ({ ...body, isSuccess: 'false', data: null }) },
	{ kind: 'shape', make: (body) => ({ ...body, data: 4711 }) },
	{ kind: 'shape', make: () => 'maintenance' },
	{ kind: 'shape', make: () => null },
];

export type Sort = 'write' | 'list' | 'single';

const bySort: Record<Sort, Fault[]> = {
	write: [...anywhere, ...ofWrites],
	list: [...anywhere, ...ofLists],
	single: [...anywhere, { kind: 'empty' }],
};

/** Three requests of ten meet something, of batches five; what asks for another try mostly meets nothing the second time. */
export function faultOf(random: Random, sort: Sort, isBatch: boolean): Fault | undefined {
	if (isBatch && random.chance(0.3)) return random.pick(ofBatches);
	return random.chance(0.3) ? random.pick(bySort[sort]) : undefined;
}
