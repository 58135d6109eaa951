// What an AI agent gets of a list: one item that says whether it is all, of which period and in which zone, and every warning.
import { describe, expect, test } from '@jest/globals';
import type { IDataObject } from 'n8n-workflow';
import { type Answer, answerIn, asTool } from './asked.mts';
import { useBench } from '../support/bench.mts';
import { everyOperation } from '../support/everyOperation.mts';

const bench = useBench({ total: 'right' });

const asked = async (
	key: Parameters<typeof bench.ok>[0],
	parameters: IDataObject,
	timeZone = 'Australia/Brisbane',
): Promise<Answer> => answerIn(await bench.ok(key, parameters, { ...asTool, timeZone }));

const timesheets = (more: IDataObject): IDataObject => ({
	resource: 'timesheet',
	operation: 'getAll',
	period: 'custom',
	startDate: '2020-01-01',
	endDate: '2035-01-01',
	...more,
});

describe('A list that an AI agent asks for', () => {
	test('says that there are more than its limit, and how many', async () => {
		const all = await asked('timesheet', timesheets({ returnAll: true, output: 'selectedFields', fields: [] }));
		const few = await asked('timesheet', timesheets({ limit: 3 }));
		expect(few).toMatchObject({ shown: 3, more: true, next: expect.any(String) });
		// This list has no count of its own, so that only reading it to its end tells.
		expect([null, all.total]).toContain(few.total);
		expect(few.notes.join(' ')).toMatch(
			/Records shown: 3; there may be more\. To get the next part, call again .* Ask for a shorter period/,
		);
		expect(Number(all.total)).toBeGreaterThan(3);
	});

	test('says that it is all where it is', async () => {
		const customers = await asked('liveops', { resource: 'customer', operation: 'getAll', returnAll: true });
		expect(customers).toMatchObject({ more: false, total: customers.shown, period: null });
		const exactly = await asked('liveops', { resource: 'customer', operation: 'getAll', limit: customers.shown });
		expect(exactly.records).toEqual(customers.records);
		// The service says that nothing follows.
		expect(exactly).toMatchObject({ more: false, next: null, total: customers.shown });
	});

	test('is one item with nothing in it where nothing is found', async () => {
		expect(await asked('timesheet', timesheets({ startDate: '2001-05-07', endDate: '2001-05-13' }))).toMatchObject({
			records: [],
			shown: 0,
			more: false,
			total: 0,
			period: 'Mon 7 to Sun 13 May 2001, Australia/Brisbane',
			timeZone: 'Australia/Brisbane',
		});
	});

	test('is cut between records where it is too long for a model, and says so', async () => {
		const answer = await asked('timesheet', timesheets({ returnAll: true, output: 'raw', contactDetails: true }));
		expect(JSON.stringify(answer.records).length).toBeLessThanOrEqual(20_000);
		expect(answer.more).toBe(true);
		expect(answer.shown).toBeGreaterThan(3);
		const [, shown, read] = /This result ends after (\d+) of the (\d+) records read/.exec(answer.notes.join(' ')) ?? [];
		expect({ shown: Number(shown), read: Number(read) }).toEqual({ shown: answer.shown, read: answer.total });
	});

	test('tells its moments in local time with the offset, and days as days', async () => {
		const { records, notes } = await asked('timesheet', timesheets({ limit: 5 }));
		for (const { payStartTime } of records) expect(payStartTime).toMatch(/T\d\d:\d\d:\d\d\+10:00$/);
		expect(notes).toContainEqual(expect.stringMatching(/^Times are local\./));
		expect(notes).toContainEqual('Times without an offset were read as UTC.');
		const get = { resource: 'timesheet', operation: 'get', timesheetId: String(records[0]?.['timesheetId']) };
		const [one] = await bench.ok('timesheet', get, { ...asTool, timeZone: 'Australia/Brisbane' });
		expect(one?.['payStartTime']).toBe(records[0]?.['payStartTime']);
		const ofOne = { resource: 'securityLicence', operation: 'getAll', employeeId: '3001', returnAll: true };
		const licences = await asked('developer', ofOne);
		const days = licences.records.map(({ expiryDate }) => expiryDate);
		expect(days.length).toBeGreaterThan(0);
		for (const day of days) expect(day).toMatch(/^\d{4}-\d\d-\d\dT00:00:00(\.000)?Z?$/);
	});

	test('says nothing of UTC once Service Details do', async () => {
		const [answer] = (await bench.ok('timesheet', timesheets({ limit: 1 }), {
			...asTool,
			serviceDetails: { timesUtc: true },
		})) as Answer[];
		expect(answer?.notes.join(' ')).not.toContain('taken for UTC');
	});

	test('names the period that was asked for, also where more is read to find it', async () => {
		const options = { selectBy: 'approval' };
		const answer = await asked('timesheet', timesheets({ startDate: '2026-07-01', endDate: '2026-07-31', options }));
		expect(answer.period).toBe('Wed 1 to Fri 31 Jul 2026, Australia/Brisbane');
	});

	test.each(
		everyOperation
			.filter(({ id }) => /\.(getAll|getRecent)/.test(id) && !id.startsWith('webhook'))
			.map((row): [string, typeof row] => [row.id, row]),
	)('%s is answered so', async (_, { key, parameters }) => {
		await asked(key, parameters);
	});

	test('of a custom request as well', async () => {
		const customers = { resource: 'customRequest', operation: 'send', path: '/api/external/customers', limit: 1 };
		expect(await asked('liveops', { ...customers, contactDetails: true })).toMatchObject({ shown: 1, more: true });
	});

	test('is as ever in a step of a workflow', async () => {
		const items = await bench.ok('timesheet', timesheets({ limit: 3 }));
		expect(items).toHaveLength(3);
		expect(items[0]).toHaveProperty('timesheetId');
	});
});
