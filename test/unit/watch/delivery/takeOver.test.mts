// What of a stored state is taken over, and what is said of the rest.
import { describe, expect, test } from '@jest/globals';
import type { IDataObject, IPollFunctions } from 'n8n-workflow';
import type { JsonObject } from '../../../../nodes/WorkforceOperations/contract/index.ts';
import { watchedEvents } from '../../../../nodes/WorkforceOperations/watch/events.ts';
import type { EngineForm } from '../../../../nodes/WorkforceOperations/watch/core/source.ts';
import { packedChanges, storedChanges } from '../../../../nodes/WorkforceOperations/watch/changes/detect.ts';
import { packState, unpackState, type WatchState } from '../../../../nodes/WorkforceOperations/watch/core/state.ts';
import { readStored, sayUnreadable, takeOver } from '../../../../nodes/WorkforceOperations/watch/delivery/takeOver.ts';
import { storedToday } from '../../../engine/stored/frozenForms.mts';
import { pollContext } from '../pollContext.mts';

const HOUR = 3_600_000;
const frozen = storedToday().watch;
const formOf = (event: string): EngineForm =>
	watchedEvents.find(({ value }) => value === event)?.source.engineForm ?? {};

function poll(stored: unknown): { context: IPollFunctions; log: string[] } {
	const { context, log } = pollContext();
	return { context: { ...context, getWorkflowStaticData: () => ({ watch: stored }) } as IPollFunctions, log };
}

/** What becomes of this state, two hours after it was saved. */
function taken(event: string, stored: IDataObject) {
	const { context, log } = poll(stored);
	const state = unpackState(stored) as WatchState;
	const now = Number(state.readTo ?? 0) + 2 * HOUR;
	const next = takeOver(context, state, { form: formOf(event), now, timeZone: 'UTC' });
	return { state, next, log };
}

test.each(
	watchedEvents.flatMap(({ value, source }) =>
		Object.entries(source.engineForm).map(([part, { reads }]): [string, string, (stored: unknown) => boolean] => [
			value,
			part,
			reads,
		]),
	),
)('%s: what no form writes is no “%s”', (_event, _part, reads) => {
	const never = (): void => undefined;
	expect(reads(never)).toBe(false);
});

const scenarios = Object.entries(frozen).map(([name, { event, stored }]) => ({
	name,
	event,
	watch: stored.watch as IDataObject & { engine: IDataObject; pending: IDataObject; readTo: number },
}));

describe.each(scenarios)('$name', ({ event, watch }) => {
	test('is taken over as it was stored, and nothing is said', () => {
		const { state, next, log } = taken(event, watch);
		expect({ next, log }).toEqual({ next: state, log: [] });
		expect(packState(next)).toEqual(watch);
	});

	if (/^(incidentReport|timesheet)\.changed$/.test(event))
		test('is what the family stores again, if nothing has happened', () => {
			expect(packedChanges(storedChanges(watch.engine as JsonObject))).toEqual(watch.engine);
		});

	const form = formOf(event);
	/** Whatever else a part may be, but what it may also be. */
	const damaged = Object.keys(watch.engine).flatMap((part) =>
		[null, '', 'cut', 7, true, [], ['x'], { x: 'y' }, { submit: '[' }]
			.filter((value) => form[part]?.reads(value) === false)
			.map((value): [string, unknown] => [part, value]),
	);

	test.each(damaged)('with “%s” as %j says so, and goes on without anything that would come twice', (part, value) => {
		const { state, next, log } = taken(event, { ...watch, engine: { ...watch.engine, [part]: value } } as IDataObject);
		expect(log).toEqual([expect.stringContaining(`“${part}”`)]);
		expect(next.pending).toEqual(state.pending);
		const isNeeded = form[part]?.needed === true;
		expect(log[0]).toMatch(
			isNeeded
				? /^error .*“Watch” can’t read its stored data about earlier findings .*since \d\d:\d\d.*as far as the records’ dates allow/
				: /^warn .*rebuilds it$/,
		);
		const kept = isNeeded ? [] : Object.keys(watch.engine).filter((name) => name !== part);
		expect([Object.keys(next.engine), next.start]).toEqual([kept, isNeeded ? 'new' : undefined]);
		expect(isNeeded ? next.since : watch.readTo).toBe(watch.readTo);
	});

	const needed = Object.keys(form).filter((part) => form[part]?.needed === true);

	test.each(needed)(
		'without “%s” is as with one that can’t be read, but not before the first complete poll',
		(part) => {
			const engine = Object.fromEntries(Object.entries(watch.engine).filter(([name]) => name !== part));
			const { next, log } = taken(event, { ...watch, engine });
			expect({ engine: next.engine, start: next.start }).toEqual({ engine: {}, start: 'new' });
			expect(log).toEqual([expect.stringMatching(/^error /)]);
			expect(taken(event, { ...watch, engine, start: 'now' }).log).toEqual([]);
		},
	);

	test('with parts of a newer version leaves them out, and says so', () => {
		const { state, next, log } = taken(event, {
			...watch,
			format: 2,
			engine: { ...watch.engine, wisdom: { more: 1 } },
		} as IDataObject);
		expect(log).toEqual([
			expect.stringMatching(/^warn .*ignores “format”, “wisdom” .*a newer version of this package wrote it/),
		]);
		expect(next).toEqual(state);
	});

	test.each([['cut'], [null], [[1, 2]], [{ first: 1 }]])('with a finding noted as %j names it as given up', (note) => {
		const [lost = '', kept = ''] = Object.keys(watch.pending);
		const { next, log } = taken(event, { ...watch, pending: { ...watch.pending, [lost]: note } } as IDataObject);
		expect(log).toEqual([expect.stringContaining(`no longer returns ${lost}: its stored data`)]);
		expect(log[0]).toMatch(/^error /);
		expect(Object.keys(next.pending)).toEqual([kept]);
	});
});

test.each([['x'], [null], [[1]], [7]])('what was open, noted as %j, is given up as a whole', (pending) => {
	const { log } = taken('login.failed', { ...scenarios[0]?.watch, engine: {}, start: 'now', pending } as IDataObject);
	expect(log).toEqual([expect.stringMatching(/^error .*no longer returns open findings/)]);
});

test.each([
	['login.failed', 'log', 'seen'],
	['login.failed', 'log', 'covered'],
	['licence.expiring.underWay', 'sweep', 'again'],
	['licence.expiring.underWay', 'sweep', 'unread'],
])('%s: a “%s” without “%s” can’t be read, so that nothing looks new that isn’t', (name, part, inner) => {
	const { event = '', watch } = scenarios.find((scenario) => scenario.name === name) ?? {};
	const stored = watch?.engine[part] as IDataObject;
	const { [inner]: cut, ...rest } = stored;
	expect({
		isUncut: cut === undefined,
		readsStored: formOf(event)[part]?.reads(stored),
		readsRest: formOf(event)[part]?.reads(rest),
	}).toEqual({ isUncut: false, readsStored: true, readsRest: false });
});

describe('a stored state', () => {
	const watch: IDataObject = scenarios[0]?.watch ?? {};
	const own = String(watch.owner);
	const foreign = { ...watch, owner: 'another' };

	const fresh = { owner: own, subject: 'what is watched now', since: 5 };

	test.each<[string, unknown, 'unreadable' | undefined]>([
		['nothing', undefined, undefined],
		['of another node', foreign, undefined],
		['of another node, and damaged', { ...foreign, born: 'x' }, undefined],
		['null', null, 'unreadable'],
		['a text', JSON.stringify(watch), 'unreadable'],
		['a cut text', JSON.stringify(watch).slice(0, 80), 'unreadable'],
		['a number', 7, 'unreadable'],
		['a list', [watch], 'unreadable'],
	])('%s is none', (_, stored, expected) => expect(readStored(poll(stored).context, fresh)).toBe(expected));

	test.each<[string, IDataObject, Partial<WatchState>]>([
		['as it is', {}, {}],
		['without an owner', { owner: undefined }, { owner: own }],
		['with an owner that is none', { owner: 7 }, { owner: own }],
		['without a beginning', { born: undefined }, { born: 0 }],
		['with a beginning that is none', { born: { at: 1 } }, { born: 0 }],
		['with a revision that is none', { revision: null }, { revision: 0 }],
		['with a subject that is none', { subject: [] }, { subject: fresh.subject }],
		['with a first window that is none', { since: '5' }, { since: 5 }],
		['with a last reading that is none', { readTo: -1 }, { readTo: 5 }],
		['without a last reading', { readTo: undefined, start: 'later' }, { readTo: 5 }],
		['before its last reading', { readTo: undefined, start: 'now' }, { readTo: undefined, start: 'now' }],
	])('%s keeps everything else', (_, odd, expected) => {
		const read = readStored(poll({ ...watch, ...odd }).context, fresh);
		expect(read).toEqual({ ...unpackState(watch), ...expected });
	});

	test('of which several parts are damaged is told in one line, and keeps what was open', () => {
		const stored = { ...watch, born: 'x', format: 2, engine: null, pending: { ...(watch.pending as object), a: 1 } };
		const { context, log } = poll(stored);
		const state = readStored(context, fresh) as WatchState;
		const now = Number(watch.readTo) + HOUR;
		const form = formOf(String(scenarios[0]?.event));
		const next = takeOver(context, state, { form, now, timeZone: 'UTC' });
		expect(log).toEqual([
			expect.stringMatching(
				/^error .*no longer returns a: .*; it ignores “format” .*; it can’t read .*“born”, “engine”.*It continues with/,
			),
		]);
		expect(next).toMatchObject({ born: now, start: 'new', since: watch.readTo, engine: {} });
		expect(next.pending).toEqual(unpackState(watch)?.pending);
	});

	test('from a time to come goes on from now', () => {
		const event = String(scenarios[0]?.event);
		const { context } = poll({ ...watch, engine: {} });
		const state = unpackState({ ...watch, engine: {} }) as WatchState;
		expect(takeOver(context, state, { form: formOf(event), now: 9, timeZone: 'UTC' }).since).toBe(9);
	});

	test('that can’t be read is told as an error', () => {
		const { context, log } = poll(null);
		sayUnreadable(context);
		expect(log).toEqual([
			expect.stringMatching(/^error .*“Watch” can’t read the data that n8n stored for it\. It starts again/),
		]);
	});

	test('names of a newer version are cut short', () => {
		const { log } = taken('login.failed', {
			...scenarios.find(({ event }) => event === 'login.failed')?.watch,
			...Object.fromEntries(Array.from({ length: 9 }, (__, index) => [`part ${index}\n`, 1])),
		} as IDataObject);
		expect(log).toHaveLength(1);
		expect(log[0]).toMatch(/“part 4” … in its stored data/);
		expect(log[0]).not.toMatch(/\n|part 5/);
	});
});
