// What the operator's help centre describes, as a newcomer meets it in the data of `npm start`: hours, punctuality, staff and alerts show it.
import { afterAll, beforeAll, expect, jest, test } from '@jest/globals';
import type { IDataObject } from 'n8n-workflow';
import { credentialFor, runNode, type Result } from '../../../kit/core/engine.mts';
import { clock } from '../../../nodes/WorkforceOperations/transport/clock.ts';
import type { Sandbox } from '../../../sandbox/index.mts';
import { startSandbox } from '../../shared.mts';

// London’s clocks went forward on 28 March 2027, Sydney’s and Adelaide’s back on 4 April.
const now = '2027-04-12T02:00:00Z';
let sandbox: Sandbox;
beforeAll(async () => {
	sandbox = await startSandbox({ ratePerMinute: 100_000, data: 'months', clockStart: new Date(now) });
});
afterAll(() => sandbox.close());

async function run(key: keyof Sandbox['keys'], parameters: IDataObject): Promise<Result> {
	jest.spyOn(clock, 'date').mockReturnValue(Date.parse(now));
	try {
		const store = credentialFor(sandbox, key, { requestsPerMinute: 6000 });
		const form = { operation: 'getAll', returnAll: true, ...parameters };
		const result = await runNode(store, form, { timeZone: 'Australia/Sydney' });
		expect(result.error).toBeUndefined();
		return result;
	} finally {
		jest.restoreAllMocks();
	}
}

test('hours warn of the night in which the clocks changed, and leave has none that were clocked', async () => {
	const period = { period: 'custom', startDate: '2027-03-01', endDate: '2027-04-12' };
	const { json, hints } = await run('timesheet', { resource: 'timesheet', ...period, options: { addHours: true } });
	expect(hints.join('\n')).toMatch(/over a clock change in Australia\/Sydney: .*9 h elapsed/);
	const leave = json.filter(({ hoursClocked, clockedNotPaid }) => hoursClocked === null && clockedNotPaid === null);
	const counts = await run('timesheet', { resource: 'timesheet', ...period, output: 'counts', countBy: ['entryType'] });
	const row = counts.json.find(({ entryType }) => entryType === 'Leave');
	expect(Number(row?.count)).toBeGreaterThan(1);
	expect(leave.length).toBeGreaterThanOrEqual(Number(row?.count));
});

test('punctuality shows forced clock-outs, shifts without a planned end, and no no-show where nobody was rostered', async () => {
	const options = { addTimings: true };
	const { json } = await run('liveops', { resource: 'liveOperation', period: 'lastMonth', options });
	expect(json.filter(({ forcedClockOut }) => forcedClockOut === true).length).toBeGreaterThan(0);
	expect(
		json.filter(({ hoursPlanned, hoursWorked }) => hoursPlanned === null && Number(hoursWorked) > 0).length,
	).toBeGreaterThan(1);
	const [rejected, blank] = [json.filter(({ status }) => status === 'REJECTED'), json.filter(({ name }) => !name)];
	expect({ rejected: rejected.length > 0, blank: blank.length > 0 }).toEqual({ rejected: true, blank: true });
	expect([...rejected, ...blank].filter(({ noShow }) => noShow === true)).toEqual([]);
});

test('mismatches of staff show who has two accounts with one address', async () => {
	const { json } = await run('developer', { resource: 'staff', operation: 'findMismatches', compareWith: 'nothing' });
	const shared = json.filter(({ mismatch }) => mismatch === 'sharedEmail');
	expect(shared.map(({ ids }) => (ids as unknown[]).length)).toEqual([2, 2]);
	for (const { reason } of shared) expect(reason).toMatch(/Redgum Protective Services/);
});

test('shifts that nobody has are there for the alert', async () => {
	const { json } = await run('liveops', { resource: 'liveOperation', period: 'aroundNow' });
	const ahead = json.filter(({ status, startTime }) => status === 'REJECTED' && String(startTime) > now);
	expect(ahead.length).toBeGreaterThan(0);
});
