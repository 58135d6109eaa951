// What the comparison finds for Service Details, and what it leaves open where reading doesn't tell.
import { describe, expect, test } from '@jest/globals';
import fs from 'node:fs';
import path from 'node:path';
import { inTemporaryFolder } from '../../../kit/lib/temporary.mts';
import type { KeyName } from '../../../sandbox/core/keys.mts';
import type { Comparison } from '../../../scripts/compare/run.mts';
import type { Alter } from '../support/alteredPayload.mts';
import { run, useComparedService } from '../support/comparison.mts';
import { argsFor, bodiesAs, type Row, rowsAs } from './alters.mts';

const service = useComparedService();

async function found(key: KeyName, alter: Alter): Promise<Row> {
	const { out } = await service.compare((await service.altered(alter)).url, key, '--json');
	return Object.fromEntries((JSON.parse(out) as Comparison).details.map(({ place, value }) => [place, value]));
}

const asItIs: Alter = () => undefined;
const anybody: Alter = (target) =>
	target.endsWith('/staffs/search')
		? { status: 200, body: { status: { code: 0 }, data: { id: 1001, email: 'x@example.com' } } }
		: undefined;
const inHours = ({ payBreakTime, ...row }: Row): Row => ({ ...row, payBreakTime: Number(payBreakTime) / 60 });
const local = { startTime: '2026-07-01T18:00:00', startTimeTZ: '2026-07-01T18:00:00+10:00' };

// Of the sandbox as it is, only what it says of units and times is told.
test.each<[of: string, key: KeyName, alter: Alter, details: Row]>([
	['the sandbox as it is', 'timesheet', asItIs, { breakUnit: 'minutes' }],
	['the sandbox as it is', 'incidentreport', asItIs, {}],
	['the sandbox as it is', 'liveops', asItIs, { timesUtc: true }],
	['the sandbox as it is', 'developer', asItIs, {}],
	['a search that brings somebody whatever it is asked', 'developer', anybody, {}],
	[
		'breaks of a number that fits both units or none',
		'timesheet',
		rowsAs('/timesheets', (row) => ({ ...row, payBreakTime: 7 })),
		{},
	],
	[
		'shifts whose local time is the same',
		'liveops',
		rowsAs('/liveops', (row) => ({ ...row, startTimeTZ: row.startTime })),
		{},
	],
	[
		'two fields that could both be the id',
		'liveops',
		rowsAs('/customers', ({ id, ...row }) => ({ ...row, firstNo: id, otherNo: id })),
		{ timesUtc: true },
	],
	['breaks in hours', 'timesheet', rowsAs('/timesheets', inHours), { breakUnit: 'hours' }],
	[
		'a total that counts more than was asked for',
		'incidentreport',
		bodiesAs('/incidentreports/getall', (body) => ({ ...body, totalRecordCount: 99_999 })),
		{ totals: 'ignore' },
	],
	[
		'times that are local ones with an offset beside them',
		'liveops',
		rowsAs('/liveops', (row) => ({ ...row, ...local })),
		{ timesUtc: false },
	],
])('of %s (%s)', async (_, key, alter, details) => expect(await found(key, alter)).toEqual(details));

test.each<[what: string, statusOf: (at: number) => string, statuses: string[] | undefined]>([
	['that most of those have who have not come', () => 'OFFERED', ['OFFERED']],
	['that we know', () => 'NOT_CLOCKED_IN', undefined],
	['that is no word', () => 'see 0400 123 456', undefined],
	['of every other shift', (at) => (at % 2 ? 'OFFERED' : 'ON LEAVE'), undefined],
])('a status %s', async (_, statusOf, statuses) => {
	const shown = rowsAs('/liveops', (row, at) => ({ ...row, timeIn: null, timeOut: null, status: statusOf(at) }));
	expect((await found('liveops', shown)).statuses).toEqual(statuses);
});

test('what nothing shows that was read is named with the reason', async () => {
	const noFiles: Alter = (target, _status, body) =>
		target.endsWith('/reportdata')
			? { body: JSON.parse(JSON.stringify(body).replace(/"attachment(Link|Name)":"[^"]*"/g, '"attachment$1":null')) }
			: undefined;
	const address = (await service.altered(noFiles)).url;
	const { out } = await service.compare(address, 'incidentreport');
	const open = out.slice(out.indexOf('Not known, because no answer shows it:')).split('\n');
	expect(open).toContainEqual(
		expect.stringMatching(/^  answerFields\.fileLink: none of \d+ reports has the links in answers$/),
	);
	expect(open).toContainEqual(expect.stringMatching(/^  answerFields\.fileName: none of \d+ reports has/));
	expect(open).toContainEqual(expect.stringMatching(/^  events: only a delivery shows them/));
	expect(out).not.toMatch(/"fileLink"/);
	const byWrites = (await service.compare(address, 'developer')).out;
	expect(byWrites).toMatch(/^  stateField: only a write shows it: --with-writes$/m);
});

test('the code of a rate, where one field is called so', async () => {
	const coded: Alter = (target, _status, body) => {
		const { data } = body as { data?: unknown };
		if (!target.includes('rates')) return undefined;
		const rate = (amount: number) => ({
			grade: 'Ordinary',
			ledgerNo: 'L7',
			timeWorked: 8,
			perHour: amount / 8,
			sumDue: amount,
		});
		return {
			body: { ...(body as object), data: { ...(data as object), payRate: [rate(240), rate(360)], serviceRate: null } },
		};
	};
	const { lineFields, 'lineFields.pay.code': code } = await found('timesheet', coded);
	expect({ lineFields, code }).toEqual({ lineFields: undefined, code: 'ledgerNo' });
});

describe('writes', () => {
	test('are named and asked for first; without a yes nothing is written', async () => {
		const environment = { KEY: service.sandbox.keys.webhook, SUB: service.sandbox.subscriptionKey };
		const refused = await run([...argsFor(service.sandbox.url), '--with-writes'], environment);
		expect({ code: refused.code, notes: refused.notes }).toEqual({
			code: 2,
			notes: '--with-writes asks for confirmation, so it needs a terminal.',
		});
		const posts: string[] = [];
		const watched = await service.altered((target) => void posts.push(target) as undefined);
		const answer = async () => await Promise.resolve('no');
		const { notes } = await run([...argsFor(watched.url), '--with-writes', '--employee', '7'], environment, answer);
		expect(notes).toMatch(/webhook subscriber.*then switched off\n- the last name of the employee with the ID 7/);
		expect(notes).toContain('Nothing was written.');
		expect(posts.filter((target) => target.includes('/webhook/'))).toEqual([]);
	});

	test('of an employee tell what writes answer, and change nothing', async () => {
		const environment = { KEY: service.sandbox.keys.developer, SUB: service.sandbox.subscriptionKey };
		const yes = async () => await Promise.resolve('yes');
		const given = [...argsFor(service.sandbox.url), '--with-writes', '--employee', '301', '--json'];
		const { readings, details } = JSON.parse((await run(given, environment, yes)).out) as Comparison;
		expect(details).toEqual([]);
		expect(readings.filter(({ choice }) => choice === 'writes')).toHaveLength(1);
	});
});

test.each([
	['{"take": "count"}', 0, /can be used/],
	['{"take": "count"', 1, /It is not JSON\. /],
	['{"tke": "count", "totals": 1}', 1, /at “tke”: .*\n.*at “totals”/],
	['{"take": "whsec_0123456789"}', 1, /looks like a key at “take”/],
])('--check of %s', async (text, code, words) => {
	await inTemporaryFolder(async (folder) => {
		const file = path.join(folder, 'details.json');
		fs.writeFileSync(file, text);
		const checked = await run(['--check', file]);
		expect({ code: checked.code, notes: checked.notes }).toEqual({ code, notes: '' });
		expect(checked.out).toMatch(words);
		expect((await run(['--check', `${file}.none`])).notes).toBe('The --check file can’t be read.');
	});
});
