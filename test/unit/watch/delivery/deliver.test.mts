// Handing findings over to a run, and what becomes of them when it has ended.
import { afterEach, beforeEach, describe, expect, test } from '@jest/globals';
import type { INodeExecutionData, IPollFunctions } from 'n8n-workflow';
import { clock } from '../../../../nodes/WorkforceOperations/transport/clock.ts';
import { reportsRunEnd } from '../../../../nodes/WorkforceOperations/transport/n8nQuirks.ts';
import {
	deliver,
	deliverAll,
	hasSucceeded,
	plainly,
} from '../../../../nodes/WorkforceOperations/watch/delivery/deliver.ts';
import { logAbandoned } from '../../../../nodes/WorkforceOperations/watch/delivery/notes.ts';
import { ProcessMemory } from '../../../../nodes/WorkforceOperations/watch/delivery/processMemory.ts';
import type { WatchState } from '../../../../nodes/WorkforceOperations/watch/core/state.ts';
import { VirtualTime } from '../../../../kit/time/virtualTime.mts';
import { pollContext } from '../pollContext.mts';

const MINUTE = 60_000;

let time: VirtualTime;
let memory: ProcessMemory;

const entry = { locator: 1, first: 2, at: 3, tries: 1 };
const item = (id: string): INodeExecutionData => ({ json: { id } });
const batch = new Map([
	['a', item('a')],
	['b', item('b')],
]);
const state = (changes: Partial<WatchState> = {}): WatchState => ({
	...{ owner: 'o', subject: 's', born: 5, revision: 2, since: 4, engine: {} },
	pending: { a: entry, b: { ...entry, tries: 3 }, c: entry },
	...changes,
});

beforeEach(() => {
	time = new VirtualTime().takePlaceOf(clock);
	memory = new ProcessMemory(0, state());
	memory.startRun(new Map([['c', item('c')]]));
});
afterEach(() => time.restore());

const settled = async (): Promise<void> => await new Promise((resolve) => setImmediate(resolve));

describe('a run that was started', () => {
	test('has all findings of the batch, which are kept and waited for until it succeeds; no others are forgotten then', async () => {
		const { context, runs, log } = pollContext();
		deliver(context, memory, batch, 2);
		expect(runs.map(({ items }) => items)).toEqual([[[item('a'), item('b')]]]);
		expect([...memory.items.keys(), ...memory.awaited]).toEqual(['c', 'a', 'b', 'c', 'a', 'b']);
		expect({ state: memory.state, log }).toEqual({ state: state(), log: [] });
		runs[0]?.resolve({ status: 'success' });
		await settled();
		expect(memory).toMatchObject({ items: new Map([['c', item('c')]]), awaited: new Set(['c']) });
		expect({ state: memory.state, log }).toEqual({ state: state({ revision: 3, pending: { c: entry } }), log: [] });
	});

	test.each<[string, (run: ReturnType<typeof pollContext>['runs'][number]) => void]>([
		['fails', (run) => run.resolve({ status: 'error' })],
		['ends without a word', (run) => run.resolve(undefined)],
		['breaks', (run) => run.reject(new Error('gone'))],
	])('and %s: what has tries left is due later, and the rest is given up', async (_, end) => {
		const { context, runs, log } = pollContext();
		deliver(context, memory, batch, 2);
		end(runs[0]!);
		await settled();
		expect([...memory.items.keys(), ...memory.awaited]).toEqual(['c', 'a', 'c']);
		const due = clock.date() + MINUTE;
		expect(memory.state).toEqual(state({ revision: 3, pending: { a: { ...entry, due }, c: entry } }));
		expect(log).toEqual([
			'error Workforce Operations: “Watch” no longer returns b: no run succeeded in 3 attempts',
			'warn Workforce Operations: a run that “Watch” started has failed, with 2 findings in it',
		]);
	});

	test.each([
		['with an error when something else is watched by then', 'error', { subject: 'other' }],
		['well when something else is watched by then', 'success', { subject: 'other' }],
		['with an error when the same is watched anew by then', 'error', { born: 6 }],
		['well when the same is watched anew by then', 'success', { born: 6 }],
	])('and ends %s: nothing changes', async (_, status, changes) => {
		const { context, runs, log } = pollContext();
		deliver(context, memory, batch, 2);
		memory.store(context, state(changes));
		runs[0]?.resolve({ status });
		await settled();
		expect([...memory.items.keys(), ...memory.awaited]).toEqual(['c', 'a', 'b', 'c', 'a', 'b']);
		expect({ state: memory.state, log }).toEqual({ state: state(changes), log: [] });
	});
});

test('a run that n8n does not take comes in the usual way with those after it, and those before it are awaited', () => {
	const { context, runs, log } = pollContext();
	const { __emit: emit } = context;
	const refusing: IPollFunctions = {
		...context,
		__emit: (...given) => {
			if (runs.length === 1) throw new Error('not now');
			emit(...given);
		},
	};
	const own = new ProcessMemory(0, state());
	const each = ['a', 'b', 'c'].map((key) => new Map([[key, item(key)]]));
	expect(deliverAll(refusing, own, each, 2)).toEqual([[item('b'), item('c')]]);
	expect([...own.items.keys(), ...own.awaited]).toEqual(['a', 'a']);
	expect(own.state).toEqual(state({ pending: { a: entry } }));
	expect(log).toEqual([expect.stringMatching(/^warn .*doesn’t tell “Watch” how its runs end \(not now\), so/)]);
});

test('what comes in the usual way is one run, and nothing is none', () => {
	expect([plainly([]), plainly([new Map([['a', item('a')]])])]).toEqual([null, [[item('a')]]]);
});

test('findings that are given up are one line in the log, and none of them is no line', () => {
	const { context, log } = pollContext();
	logAbandoned(context, [], 'why');
	logAbandoned(context, ['a', 'b'], 'why');
	expect(log).toEqual(['error Workforce Operations: “Watch” no longer returns a, b: why']);
});

test('n8n tells how a run ends where it takes items and offers a promise', () => {
	const { context } = pollContext();
	const { helpers } = context;
	expect(
		[context, { ...context, __emit: undefined }, { ...context, helpers: {} }, { helpers }].map((each) =>
			reportsRunEnd(each as never),
		),
	).toEqual([true, false, false, false]);
});

describe('a run in error', () => {
	const tasks = (last: unknown, lastNodeExecuted: unknown = 'Last'): object => ({
		status: 'error',
		data: { resultData: { lastNodeExecuted, runData: { Last: last, undefined: [{ error: {}, data: {} }] } } },
	});
	const done = { error: { message: 'x' }, data: { main: [] } };

	test.each<[string, unknown, boolean]>([
		['whose last task has data beside its error', tasks([done]), true],
		['whose last task of several has', tasks([{}, done]), true],
		['whose last task of several has none', tasks([done, { error: {} }]), false],
		['whose last task has data without an error', tasks([{ data: {} }]), false],
		['of another last node', tasks([done], 'Other'), false],
		['of no task', tasks([]), false],
		['whose task is none', tasks([null]), false],
		['whose tasks are no list', tasks(done), false],
		['without data', { status: 'error' }, false],
		['without a result', { status: 'error', data: {} }, false],
		['without runs', { status: 'error', data: { resultData: {} } }, false],
	])('%s', (_, run, expected) => {
		expect(hasSucceeded(run)).toBe(expected);
	});

	test.each([
		['success', true],
		['waiting', true],
		['canceled', false],
		['crashed', false],
		['running', false],
		[undefined, false],
	])('and one of the status %j, with data or without', (status, expected) => {
		expect([{ ...tasks([done]), status }, { status }].map(hasSucceeded)).toEqual([expected, expected]);
	});

	test.each([[undefined], [null], ['success'], [[]]])('%j is no run', (run) => {
		expect(hasSucceeded(run)).toBe(false);
	});
});
