// The welfare checks of a shift, from the two lists that may hold them.
import { expect, test } from '@jest/globals';
import { type JsonObject, welfareChecks } from '../../../nodes/WorkforceOperations/contract/index.ts';

const at = (second: number): string => `2026-07-01T08:00:${String(second).padStart(2, '0')}Z`;
const sent = (second: number): number => Date.parse(at(second));
const of = (responses: unknown, others?: unknown): unknown =>
	welfareChecks({ welfareCheckResponses: responses, welfareCheckNotifResponses: others });
const check = (changes: JsonObject): JsonObject => ({ id: undefined, answered: false, followUps: 0, ...changes });

test('a check in both lists is one: sent the first time, answered if either says so, with the most follow-ups', () => {
	const [early, late] = [
		{ welfareCheckId: 7, dateSent: at(1), hasResponse: 'yes', followUps: [{}, {}, 'odd'] },
		{ welfareCheckId: '7', dateSent: at(9), hasResponse: false, followUps: [{}] },
	];
	const one = check({ id: '7', sent: sent(1), answered: true, followUps: 2 });
	expect([of([early], [late]), of([late], [early])]).toEqual([[one], [one]]);
});

test('checks without an id are told apart by the second', () =>
	expect(
		of([
			{ dateSent: '2026-07-01T08:00:00.100Z' },
			{ welfareCheckId: 0, dateSent: '2026-07-01T08:00:00.900Z', hasResponse: true },
			{ dateSent: at(1) },
		]),
	).toEqual([check({ sent: sent(0) + 100, answered: true }), check({ sent: sent(1) })]));

test('a follow-up counts for its check, with its answer', () =>
	expect(
		of([
			{ welfareCheckId: 1, dateSent: at(1) },
			{ welfareCheckId: 2, parentWelfareCheckId: 1, dateSent: at(2) },
			{ welfareCheckId: 3, parentWelfareCheckId: 1, dateSent: at(3), hasResponse: true },
			{ welfareCheckId: 4, dateSent: at(4), followUps: [{}, {}] },
			{ welfareCheckId: 5, parentWelfareCheckId: 4, dateSent: at(5) },
		]),
	).toEqual([
		check({ id: '1', sent: sent(1), answered: true, followUps: 2 }),
		check({ id: '4', sent: sent(4), followUps: 2 }),
	]));

test('a check that follows itself, or one that isn’t there, stands for itself', () =>
	expect(
		of([
			{ welfareCheckId: 1, parentWelfareCheckId: 1, dateSent: at(1) },
			{ welfareCheckId: 2, parentWelfareCheckId: 9, dateSent: at(2) },
		]),
	).toEqual([check({ id: '1', sent: sent(1) }), check({ id: '2', sent: sent(2) })]));

test('entries without a time, and what is no list, are no checks', () => {
	expect(of([{ welfareCheckId: 1 }, null, 'odd'])).toEqual([]);
	expect(of({ dateSent: at(1) }, 'none')).toEqual([]);
});
