// Ten weekly pay runs in a row over the sandbox, in which timesheets are approved late, early, again, or are taken back.
import { afterAll, beforeAll, expect, test } from '@jest/globals';
import { DateTime } from 'luxon';
import { clock } from '../../../../nodes/WorkforceOperations/transport/clock.ts';
import { credentialFor, runNode } from '../../../../kit/core/engine.mts';
import { tokenPath } from '../../../../kit/sandbox/admin.mts';
import type { Happening } from '../../../../kit/sandbox/watchEvents.mts';
import { Pace } from '../../../../kit/time/skippingClock.mts';
import type { Sandbox } from '../../../../sandbox/index.mts';
import { startSandbox } from '../../../shared.mts';
import { Random } from '../../../../sandbox/seed/random.mts';
import { admin } from '../../support/admin.mts';

const ZONE = 'Australia/Sydney';
const RUNS = 10;
const DECISIONS_A_WEEK = 20;
/** A Monday; the clocks change within the ten weeks. */
const begun = DateTime.fromISO('2026-08-24T00:00:01', { zone: ZONE });

let sandbox: Sandbox;
let pace: Pace;

beforeAll(async () => {
	pace = new Pace();
	sandbox = await startSandbox({ ratePerMinute: 100_000, clockStart: begun.toJSDate(), data: 'months' });
	pace.putDate(sandbox.now() - clock.date());
});
afterAll(async () => {
	await sandbox.close();
	pace.end();
});

const passTo = async (moment: DateTime): Promise<void> => {
	const ms = Math.max(0, moment.toMillis() - sandbox.now());
	await sandbox.advance(ms);
	await pace.pass(ms);
};

/** The Monday of the week that a moment lies in. */
const weekOf = (moment: string): string => DateTime.fromISO(moment, { zone: ZONE }).startOf('week').toISODate() ?? '';

interface Sheet {
	timesheetId: number;
	approvedDateTime: string | null;
}

/** A page that holds the timesheets of a day. */
const PAGE = 100;

/** The timesheets of the shifts of 24 hours, up to so many days ago, as the sandbox shows them now; asked without the package. */
async function sheetsOf(daysAgo: number): Promise<Sheet[]> {
	const headers = { 'content-type': 'application/json', 'external-svc-apim-sub-key': sandbox.subscriptionKey };
	const body = JSON.stringify({ apiKey: sandbox.keys.timesheet });
	const token = await fetch(`${sandbox.url}${tokenPath}`, { method: 'POST', headers, body });
	const { accessToken } = ((await token.json()) as { data: { accessToken: string } }).data;
	const [startDate, endDate] = [daysAgo + 1, daysAgo].map((days) =>
		new Date(sandbox.now() - days * 86_400_000).toISOString(),
	);
	const search = new URLSearchParams({ startDate: startDate ?? '', endDate: endDate ?? '', limit: String(PAGE) });
	const answer = await fetch(`${sandbox.url}/api/external/timesheets?${search.toString()}`, {
		headers: { ...headers, authorization: `Bearer ${accessToken}` },
	});
	const { data } = (await answer.json()) as { data: Sheet[] | null };
	const found = data ?? [];
	expect(found.length).toBeLessThan(PAGE);
	return found;
}

/** What the pay run of the moment holds. */
async function payRun(): Promise<number[]> {
	const parameters = {
		resource: 'timesheet',
		operation: 'getAll',
		period: 'payPeriod',
		payPeriodLength: 'week',
		payPeriodStartsOn: '2026-01-05',
		returnAll: true,
		options: { selectBy: 'approval', approvalLookBackDays: 120 },
	};
	const store = credentialFor(sandbox, 'timesheet', { requestsPerMinute: 6000 });
	const { json, error } = await runNode(store, parameters, { timeZone: ZONE });
	if (error !== undefined) throw new Error(`${error.message}: ${error.description ?? ''}`);
	return json.map(({ timesheetId }) => Number(timesheetId));
}

/** Somebody approves a timesheet: before its shift is over, soon, late, or once more. Some are handed in again or rejected. */
async function decide(random: Random, before: number[]): Promise<void> {
	const found = await sheetsOf(random.pick([0, 0, 1, 2, 5, 9, 30, 55]));
	const ids = random.chance(0.4) && before.length > 0 ? before : found.map(({ timesheetId }) => timesheetId);
	if (ids.length === 0) return;
	const id = random.pick(ids);
	before.push(id);
	const change = random.chance(0.8) ? 'approve' : random.pick(['submit', 'reject']);
	await admin(sandbox, 'POST', `/timesheets/${id}/${change}`, {});
}

interface Run {
	/** The Monday on which its week began, and the moment of the run, nine hours after its end. */
	week: string;
	at: number;
	ids: number[];
	/** What the sandbox shows as approved in that week, at that moment. */
	shown: number[];
}

async function runsOfTenWeeks(): Promise<Run[]> {
	const random = new Random(44);
	const decided: number[] = [];
	const runs: Run[] = [];
	let from = begun;
	for (let number = 0; number < RUNS; number++) {
		const monday = begun.startOf('week').plus({ weeks: number });
		const to = monday.plus({ weeks: 1, hours: 9 });
		const moments = Array.from({ length: DECISIONS_A_WEEK }, () => random.next()).sort((a, b) => a - b);
		for (const part of moments) {
			await passTo(from.plus(part * to.diff(from).toMillis()));
			await decide(random, decided);
		}
		await passTo(to);
		const week = monday.toISODate() ?? '';
		const newest = await Promise.all(Array.from({ length: 14 }, (_none, day) => sheetsOf(day)));
		const shown = newest
			.flat()
			.filter(({ approvedDateTime }) => approvedDateTime !== null && weekOf(approvedDateTime) === week);
		const at = sandbox.now();
		runs.push({ week, at, ids: await payRun(), shown: shown.map(({ timesheetId }) => timesheetId) });
		from = to;
	}
	return runs;
}

const sorted = (ids: Iterable<number>): number[] => [...ids].sort((a, b) => a - b);

test('ten pay runs hold each approved timesheet once, and once more only after a later approval of it', async () => {
	const runs = await runsOfTenWeeks();
	const happenings = await admin<Happening[]>(sandbox, 'GET', '/happenings?limit=100000');
	const changes = happenings.filter(({ kind }) => kind === 'timesheet.changed');
	for (const { week, at, ids, shown } of runs) {
		const last = new Map<number, Happening>();
		for (const change of changes) if (Date.parse(change.at) <= at) last.set(Number(change.timesheetId), change);
		const due = [...last].filter(([, { change, at: moment }]) => change === 'approve' && weekOf(moment) === week);
		// Some had been approved when they came into the sandbox.
		const others = shown.filter((id) => !last.has(id));
		expect({ week, sorted: sorted(ids) }).toEqual({ week, sorted: sorted([...due.map(([id]) => id), ...others]) });
	}

	const times = new Map<number, number>();
	for (const id of runs.flatMap(({ ids }) => ids)) times.set(id, (times.get(id) ?? 0) + 1);
	const counts = [...times.values()];
	expect(counts.filter((count) => count === 1).length).toBeGreaterThan(30);
	expect(counts.filter((count) => count > 1).length).toBeGreaterThan(10);
});
