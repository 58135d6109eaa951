// The name of a list’s file, whether it holds the whole list, and that a run makes one after another.
import { describe, expect, test } from '@jest/globals';
import {
	completeness,
	fileNameFor,
	oneFileAtATime,
	standardName,
} from '../../../../nodes/WorkforceOperations/operations/files/listFile.ts';
import { fakeConnection } from '../../transport/support.mts';

describe('The name of a file', () => {
	test.each([
		['payroll', 'payroll.csv'],
		['payroll.csv', 'payroll.csv'],
		['Payroll.CSV', 'Payroll.csv'],
		['payroll.xlsx', 'payroll.csv'],
		['payroll v1.2', 'payroll v1.2.csv'],
		['Payroll 16/11/2026', 'Payroll 16-11-2026.csv'],
		['../../etc/passwd', 'etc-passwd.csv'],
		['C:\\Users\\ann\\x', 'C-Users-ann-x.csv'],
		['a\u0000b\nc\u202ed', 'abcd.csv'],
		['what? "this" <that>|*', 'what- -this- -that-.csv'],
		['.hidden', 'hidden.csv'],
		['  spaced . ', 'spaced.csv'],
	])('%j becomes %j', (entered, name) => {
		expect(fileNameFor('csv', entered, 'standard')).toBe(name);
	});

	test.each([undefined, '', '..', '///', '.csv', '\u0007'])('of %j is the standard one', (entered) => {
		expect(fileNameFor('jsonl', entered, 'standard')).toBe('standard.jsonl');
	});

	test('is of bearable length, with its ending', () => {
		const name = fileNameFor('xlsx', 'x'.repeat(500), 'standard');
		expect(name.length).toBeLessThanOrEqual(210);
		expect(name).toMatch(/^x+\.xlsx$/);
	});

	test.each([
		['Get many timesheets', '2026-07-01', '2026-07-31', 'timesheets-2026-07-01-to-2026-07-31'],
		[
			'Get many incident reports by form template',
			'2026-07-01',
			'2026-07-01',
			'incident-reports-by-form-template-2026-07-01',
		],
		['Get many login events', '2026-07-01', undefined, 'login-events-2026-07-01'],
		['Get many login events', undefined, '2026-07-31', 'login-events-to-2026-07-31'],
		['Get many staff', undefined, undefined, 'staff'],
	])('of “%s” from %s to %s says so', (action, first, last, name) => {
		expect(standardName(action, first, last)).toBe(name);
	});
});

describe('Whether a file holds the whole list', () => {
	test.each([
		['was read to the end', { read: 3 }, { complete: true }],
		['ended below the limit', { read: 3, limit: 4 }, { complete: true }],
		['is empty', { read: 0, total: 0 }, { complete: true }],
		['reached its limit', { read: 4, limit: 4, total: 9 }, { complete: false, reason: 'limit', expected: 9 }],
		['reached its limit, uncounted', { read: 4, limit: 4 }, { complete: false, reason: 'limit' }],
		[
			'reached its limit at a count of that part',
			{ read: 4, limit: 4, total: 4 },
			{ complete: false, reason: 'limit' },
		],
		['is longer than its count', { read: 9, limit: 9, total: 4 }, { complete: false, reason: 'limit' }],
		[
			'may go on behind what is counted',
			{ read: 3, incomplete: { reason: 'undecided', read: 3, total: 3 } },
			{ complete: false, reason: 'undecided' },
		],
		[
			'is not whole at its limit, by its lines',
			{ read: 4, limit: 4, total: 4, told: { doubts: 1, reason: 'lines' } },
			{ complete: false, reason: 'lines', doubts: 1 },
		],
		['began behind another reading', { read: 3, isPart: true }, { complete: false, reason: 'limit' }],
		[
			'lacks what the service counts',
			{ read: 3, incomplete: { reason: 'total', read: 3, total: 5 } },
			{ complete: false, reason: 'total', expected: 5 },
		],
		[
			'ended nobody knows where',
			{ read: 3, limit: 9, total: 3, incomplete: { reason: 'undecided', read: 3 } },
			{ complete: false, reason: 'undecided' },
		],
		...(['moved', 'undecided', 'total'] as const).map(
			(reason) =>
				[
					`is ${reason}, and whose lines lack an amount`,
					{ read: 4, limit: 4, incomplete: { reason, read: 4 }, told: { doubts: 2, reason: 'lines' } },
					{ complete: false, reason, doubts: 2 },
				] as const,
		),
		[
			'lacks an amount, and reached its limit',
			{ read: 4, limit: 4, told: { doubts: 1, reason: 'lines' } },
			{ complete: false, reason: 'lines', doubts: 1 },
		],
		['has lines with a doubt alone', { read: 4, told: { doubts: 3 } }, { complete: true, doubts: 3 }],
		['has no line with a doubt', { read: 4, told: { doubts: 0 } }, { complete: true }],
	] as const)('of a list that %s', (_, ending, expected) => {
		expect(completeness({ isPart: false, ...ending })).toEqual(expected);
	});
});

type Who = Parameters<typeof oneFileAtATime>[0];

function run() {
	const item = { connection: fakeConnection(() => ({})).connection, context: { continueOnFail: () => false } };
	const done: string[] = [];
	const file = (name: string, work = Promise.resolve()): Promise<string> =>
		// A connection of its own for each, as files have.
		oneFileAtATime({ ...item, connection: { ...item.connection } } as unknown as Who, async () => {
			done.push(`${name} begins`);
			await work;
			done.push(`${name} ends`);
			return name;
		});
	return { file, done };
}

describe('The files of a run', () => {
	test('are made one after another', async () => {
		const { file, done } = run();
		expect(await Promise.all([file('a'), file('b')])).toEqual(['a', 'b']);
		expect(done).toEqual(['a begins', 'a ends', 'b begins', 'b ends']);
	});

	test('of another run don’t wait', async () => {
		let release = (): void => undefined;
		const waiting = new Promise<void>((resolve) => void (release = resolve));
		const first = run().file('a', waiting);
		expect(await run().file('b')).toBe('b');
		release();
		expect(await first).toBe('a');
	});
});
