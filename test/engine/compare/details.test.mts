// What the comparison finds for Service Details, and what it leaves open where reading doesn't tell.
import { describe, expect, test } from '@jest/globals';
import { writeFile, mkdtemp } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import type { Sandbox } from '../../../sandbox/index.mts';
import type { Comparison } from '../../../scripts/compare/run.mts';
import type { Alter } from '../support/alteredPayload.mts';
import { run, useComparedService } from '../support/comparison.mts';

type Row = Record<string, unknown>;

const service = useComparedService();

async function found(key: keyof Sandbox['keys'], alter: Alter): Promise<Row> {
	const { out } = await service.compare((await service.altered(alter)).url, key, '--json');
	return Object.fromEntries((JSON.parse(out) as Comparison).details.map(({ place, value }) => [place, value]));
}

const rowsAs =
	(end: string, change: (row: Row, at: number) => Row): Alter =>
	(target, _status, body) => {
		const { data } = body as { data?: unknown };
		if (!target.endsWith(end) || !Array.isArray(data)) return undefined;
		return { body: { ...(body as object), data: (data as Row[]).map(change) } };
	};

test('of the sandbox as it is, only what it says of units and times is told', async () => {
	for (const [key, expected] of [
		['timesheet', { breakUnit: 'minutes' }],
		['incidentreport', {}],
		['liveops', { timesUtc: true }],
		['developer', {}],
	] as const)
		expect(await found(key, () => undefined)).toEqual(expected);
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

describe('nothing is told', () => {
	test('of a search that brings somebody whatever it is asked', async () => {
		const anybody: Alter = (target) =>
			target.endsWith('/staffs/search')
				? { status: 200, body: { status: { code: 0 }, data: { id: 1001, email: 'x@example.com' } } }
				: undefined;
		expect(await found('developer', anybody)).toEqual({});
	});

	test('of breaks whose number fits both units or none', async () => {
		expect(
			await found(
				'timesheet',
				rowsAs('/timesheets', (row) => ({ ...row, payBreakTime: 7 })),
			),
		).toEqual({});
	});

	test('of shifts whose local time is the same', async () => {
		const same = rowsAs('/liveops', (row) => ({ ...row, startTimeTZ: row.startTime }));
		expect(await found('liveops', same)).toEqual({});
	});

	test('of two fields that could both be the id', async () => {
		const two = rowsAs('/customers', ({ id, ...row }) => ({ ...row, firstNo: id, otherNo: id }));
		expect(await found('liveops', two)).toEqual({ timesUtc: true });
	});
});

test('breaks in hours, and a total that counts more than was asked for', async () => {
	const hours = rowsAs('/timesheets', (row) => ({ ...row, payBreakTime: Number(row.payBreakTime) / 60 }));
	expect(await found('timesheet', hours)).toEqual({ breakUnit: 'hours' });
	const more: Alter = (target, _status, body) =>
		target.endsWith('/incidentreports/getall') && typeof body === 'object'
			? { body: { ...(body as object), totalRecordCount: 99_999 } }
			: undefined;
	expect(await found('incidentreport', more)).toEqual({ totals: 'ignore' });
});

test('times that are local ones with an offset beside them', async () => {
	const local = rowsAs('/liveops', (row) => ({
		...row,
		startTime: '2026-07-01T18:00:00',
		startTimeTZ: '2026-07-01T18:00:00+10:00',
	}));
	expect(await found('liveops', local)).toEqual({ timesUtc: false });
});

test.each([
	['that most of those have who have not come', 'OFFERED', ['OFFERED']],
	['that we know', 'NOT_CLOCKED_IN', undefined],
	['that is no word', 'see 0400 123 456', undefined],
])('a status %s', async (_, status, statuses) => {
	const shown = rowsAs('/liveops', (row) => ({ ...row, timeIn: null, timeOut: null, status }));
	expect((await found('liveops', shown)).statuses).toEqual(statuses);
});

test('a status of every other shift is none', async () => {
	const shown = rowsAs('/liveops', (row, at) => ({
		...row,
		timeIn: null,
		timeOut: null,
		status: at % 2 ? 'OFFERED' : 'ON LEAVE',
	}));
	expect((await found('liveops', shown)).statuses).toBeUndefined();
});

test('the code of a rate, where one field is called so', async () => {
	const coded: Alter = (target, _status, body) => {
		const { data } = body as { data?: unknown };
		if (!/\/timesheets\/\d+\/rates/.test(target) && !target.includes('rates')) return undefined;
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
	const { lineFields } = (await found('timesheet', coded)) as { lineFields?: unknown } & Row;
	expect({ lineFields, found: (await found('timesheet', coded))['lineFields.pay.code'] }).toEqual({
		lineFields: undefined,
		found: 'ledgerNo',
	});
});

describe('writes', () => {
	const args = (url: string): string[] => ['--base-url', url, '--api-key-env', 'KEY', '--subscription-key-env', 'SUB'];

	test('are named and asked for first; without a yes nothing is written', async () => {
		const environment = { KEY: service.sandbox.keys.webhook, SUB: service.sandbox.subscriptionKey };
		const refused = await run([...args(service.sandbox.url), '--with-writes'], environment);
		expect({ code: refused.code, notes: refused.notes }).toEqual({
			code: 2,
			notes: '--with-writes asks for confirmation, so it needs a terminal.',
		});
		const posts: string[] = [];
		const watched = await service.altered((target) => void posts.push(target) as undefined);
		const answer = async () => await Promise.resolve('no');
		const { notes } = await run([...args(watched.url), '--with-writes', '--employee', '7'], environment, answer);
		expect(notes).toMatch(/webhook subscriber.*then switched off\n- the last name of the employee with the ID 7/);
		expect(notes).toContain('Nothing was written.');
		expect(posts.filter((target) => target.includes('/webhook/'))).toEqual([]);
	});

	test('of an employee tell what writes answer, and change nothing', async () => {
		const environment = { KEY: service.sandbox.keys.developer, SUB: service.sandbox.subscriptionKey };
		const yes = async () => await Promise.resolve('yes');
		const given = [...args(service.sandbox.url), '--with-writes', '--employee', '301', '--json'];
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
	const file = path.join(await mkdtemp(path.join(tmpdir(), 'details-')), 'details.json');
	await writeFile(file, text);
	const checked = await run(['--check', file]);
	expect({ code: checked.code, notes: checked.notes }).toEqual({ code, notes: '' });
	expect(checked.out).toMatch(words);
	expect((await run(['--check', `${file}.none`])).notes).toBe('The --check file can’t be read.');
});
