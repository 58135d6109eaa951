// Long rows of deliveries of few records: what must pass passes, what must be dropped is dropped.
import { afterAll, beforeAll, beforeEach, describe, expect, test } from '@jest/globals';
import type { INodeExecutionData } from 'n8n-workflow';
import { clock } from '../../../nodes/WorkforceOperations/transport/clock.ts';
import { Random } from '../../../sandbox/seed/random.mts';
import { useFreshStore } from '../support/freshStore.mts';
import { deliver, execute } from '../support/triggerDelivery.mts';

const store = useFreshStore();
const real = { ...clock };
let now = 0;

const MINUTE = 60_000;
const WINDOW = 6 * 60 * MINUTE;

beforeAll(() => void (clock.date = () => now));
afterAll(() => void Object.assign(clock, real));
beforeEach(() => void (now = Date.UTC(2026, 10, 21, 3)));

const EVENTS = ['approve', 'reject', 'submit'] as const;
const subscriptions = EVENTS.map((event, index) => ({
	id: String(index),
	event: `timesheet.${event}`,
	token: event,
	since: 1,
	state: 'on' as const,
}));

const arriving = async (event: string, body: string): Promise<INodeExecutionData[]> =>
	(await deliver({ body, query: { token: event }, stored: { subscriptions } })).items;

type By = 'content' | 'record';
const passes = async (event: string, body: string, deduplicateBy: By = 'content'): Promise<boolean> => {
	const parameters = { options: { deduplicateBy } };
	return (await execute(await arriving(event, body), { parameters })).items.length === 1;
};

/** What the trigger is to do, without any store: of each record the event of its turn, and what was passed on in it, and when. */
class Truth {
	private readonly turns = new Map<number, { event: string; passed: Map<string, number> }>();

	/** Notes what was passed on; whether it had to be, or must not have been. */
	judge(record: number, event: string, content: string, passed: boolean): 'lost' | 'doubled' | undefined {
		const known = this.turns.get(record);
		const turn = known?.event === event ? known : { event, passed: new Map<string, number>() };
		const before = turn.passed.get(content);
		if (passed) turn.passed.set(content, now);
		if (passed) this.turns.set(record, turn);
		if (!passed && (before === undefined || now - before >= 2 * WINDOW)) return 'lost';
		return passed && before !== undefined && now - before < WINDOW ? 'doubled' : undefined;
	}
}

async function simulate(
	count: number,
	random: Random,
	{ records = 1, texts = 2, by = 'content' as By, stepMs = 0, failing = 0 },
): Promise<Record<string, number>> {
	const truth = new Truth();
	const found: Record<string, number> = { lost: 0, doubled: 0 };
	for (let index = 0; index < count; index++) {
		const [record, event, text] = [random.between(1, records), random.pick(EVENTS), random.between(1, texts)];
		now += random.between(0, stepMs);
		store.failures = random.chance(failing) ? 1 : 0;
		const passed = await passes(event, JSON.stringify({ timesheetId: record, text }), by);
		const verdict = truth.judge(record, event, by === 'record' ? '' : String(text), passed);
		if (verdict !== undefined) found[verdict] = (found[verdict] ?? 0) + 1;
	}
	return found;
}

test('an event that was passed on while the store could not be used is new once more if another one came meanwhile', async () => {
	const body = JSON.stringify({ timesheetId: 5 });
	expect(await passes('approve', body)).toBe(true);
	store.broken = true;
	for (const event of ['reject', 'approve']) expect(await passes(event, body)).toBe(true);
	store.broken = false;
	expect(await passes('approve', body)).toBe(true);
	expect(await passes('approve', body)).toBe(false);
});

describe('of long rows of deliveries nothing is lost and nothing comes twice', () => {
	test.each<[string, Parameters<typeof simulate>[2]]>([
		['900 of one record, with two texts for each event', {}],
		['of three records', { records: 3 }],
		['over many windows', { records: 2, stepMs: WINDOW / 8 }],
		['told apart by record and event', { records: 2, texts: 9, by: 'record' }],
		['told apart by record and event, over many windows', { by: 'record', texts: 9, stepMs: WINDOW / 8 }],
	])(
		'%s',
		async (_, shape) => {
			expect(await simulate(900, new Random(5), shape)).toEqual({ lost: 0, doubled: 0 });
		},
		60_000,
	);

	test('while the store fails now and then: nothing is lost', async () => {
		expect(await simulate(900, new Random(6), { failing: 0.1 })).toMatchObject({ lost: 0 });
	});
});

describe('told apart by record and event', () => {
	const of = async (event: string, body: object): Promise<boolean> =>
		await passes(event, JSON.stringify(body), 'record');

	test('a repeat that carries the time of its attempt is dropped, a second approval as well', async () => {
		expect(await of('approve', { timesheetId: 5, sentAt: 1 })).toBe(true);
		for (const sentAt of [2, 3]) expect(await of('approve', { timesheetId: 5, sentAt })).toBe(false);
		expect(await of('approve', { timesheetId: 6, sentAt: 1 })).toBe(true);
		now += 2 * WINDOW;
		expect(await of('approve', { timesheetId: 5, sentAt: 4 })).toBe(true);
	});

	test('approved, rejected and approved again runs three times where all are chosen', async () => {
		for (const [index, event] of (['approve', 'reject', 'approve'] as const).entries()) {
			expect(await of(event, { timesheetId: 5, sentAt: index })).toBe(true);
			expect(await of(event, { timesheetId: 5, sentAt: index + 100 })).toBe(false);
		}
	});
});
