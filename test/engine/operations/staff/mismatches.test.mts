// Staff → Find Mismatches: what people miss everywhere, of the list alone and against a sheet; nothing is written.
import { describe, expect, test } from '@jest/globals';
import type { IDataObject } from 'n8n-workflow';
import { messages, same as person, staff, times, useStaff } from './staffBench.mts';

const { bench, service, set, showOnly, run, keepGoing, ok, requests } = useStaff(8);
const find = staff('findMismatches');
const alone = staff('findMismatches', { compareWith: 'nothing' });
const same = (index: number): IDataObject => ({ ...person(index), 'Employee no.': `E-${index}` });
/** What each item tells, and of whom. */
const told = (json: IDataObject[]): unknown[] => json.map(({ mismatch, ids }) => ({ [String(mismatch)]: ids }));

describe('The list by itself', () => {
	test('without a mismatch has no items, and costs one reading of both halves', async () => {
		expect(await ok([{}, {}, {}], alone)).toEqual([]);
		expect(requests()).toEqual({ list: 2 });
	});

	test('tells active own employees without a number, and who shares a number or an address, also with inactive ones', async () => {
		set(0, { employeeId: '' });
		set(1, { employeeId: ' ' });
		set(2, { employeeId: '', subcontractorName: 'Reef Guarding' });
		set(3, { employeeId: ' 0042' });
		set(4, { employeeId: ' 42 ' });
		set(5, { email: 'P6@example.com', subcontractorName: 'Reef Guarding' });
		service.left.add(1002);
		service.left.add(1005);
		const json = await bench.ok('developer', alone);
		expect(json).toEqual([
			{
				mismatch: 'noNumber',
				reason: 'First0 Last0, p0@example.com has no employee number.',
				firstName: 'First0',
				lastName: 'Last0',
				email: 'p0@example.com',
				employeeId: null,
				ids: [1001],
			},
			expect.objectContaining({
				mismatch: 'sharedNumber',
				reason:
					'The employee number “0042” belongs to First3 Last3, ID 1004 (own employee, active) and First4 Last4, ID 1005 (own employee, inactive).',
				ids: [1004, 1005],
			}),
			expect.objectContaining({
				mismatch: 'sharedEmail',
				reason:
					'The e-mail address “P6@example.com” belongs to First5 Last5, ID 1006 (supplied by Reef Guarding, active) and First6 Last6, ID 1007 (own employee, active).',
				ids: [1006, 1007],
			}),
		]);
		expect(new Set(bench.recorder.seen.map(({ method }) => method))).toEqual(new Set(['GET']));
	});

	test('names three who share, and accounts without a name or an ID, each by what is known of it', async () => {
		const nameless = { firstName: '', lastName: '' };
		set(0, { ...nameless, employeeId: '7' });
		set(1, { id: 0, employeeId: '7' });
		set(2, { employeeId: '7' });
		set(3, { ...nameless, id: '', email: '', employeeId: '' });
		const [unnumbered, shared] = await bench.ok('developer', alone);
		expect(unnumbered).toMatchObject({ reason: 'Somebody has no employee number.', firstName: null, ids: [null] });
		expect(shared).toMatchObject({
			reason:
				'The employee number “7” belongs to ID 1001 (own employee, active), First1 Last1, ID none (own employee, active) and First2 Last2, ID 1003 (own employee, active).',
			...{ firstName: null, email: 'p0@example.com', ids: [1001, null, 1003] },
		});
	});
});

describe('Against the rows of a sheet', () => {
	test('tells another name, who is inactive or not there, and who is in no row', async () => {
		service.left.add(1003);
		service.left.add(1007);
		const rows = [
			same(0),
			{ ...same(1), lastName: 'Other' },
			same(2),
			{ ...same(3), 'Employee no.': '', email: ' P3@Example.com' },
			{ ...same(9), 'Employee no.': 'N-9', email: 'new@example.com' },
			{ ...same(4), 'Employee no.': 'e - 4', email: 'moved@example.com', lastName: 'LAST4 ' },
		];
		const { json, items } = await run(rows, find);
		expect(told(json)).toEqual([
			{ otherName: [1002] },
			{ inactive: [1003] },
			{ notThere: [] },
			{ notInSheet: [1006] },
			{ notInSheet: [1008] },
		]);
		expect(json[0]?.reason).toBe(
			'Row 2 (First1 Other) has the employee number “E-1”, which belongs to First1 Last1 in the service.',
		);
		expect(json[2]).toMatchObject({
			reason: 'Row 5 (First9 Last9) is in the sheet, but not in the service.',
			email: 'new@example.com',
		});
		expect(json[3]?.reason).toBe('First5 Last5, p5@example.com is active in the service, but not in the sheet.');
		const pairs = items.map(({ pairedItem }) => pairedItem);
		expect(pairs).toEqual([...[1, 2, 4].map((item) => ({ item })), undefined, undefined]);
		expect(requests()).toEqual({ list: 2 });
	});

	test('a name counts by the number alone: by e-mail it may have been passed on', async () => {
		set(1, { employeeId: '' });
		const rows = times(8, same).with(1, { ...same(1), 'Employee no.': '', lastName: 'Other' });
		expect(told(await ok(rows, find))).toEqual([{ noNumber: [1002] }]);
	});

	test('a row is found by its ID before its number, and by either alone; what isn’t compared may be wrong', async () => {
		const rows = [
			{ ID: 1001, 'Employee no.': 'E-1', firstName: 'First1', DOB: 'soon' },
			{ 'Employee no.': 'E-2', firstName: 'Other' },
			{ ID: '1004' },
			...[1, 4, 5, 6].map(same),
		];
		expect(told(await ok(rows, find))).toEqual([{ otherName: [1001] }, { otherName: [1003] }, { notInSheet: [1008] }]);
	});

	test('a number that several share is right if one of them has the name, and inactive if all of them are', async () => {
		for (const index of [0, 1, 2, 3]) set(index, { employeeId: index < 2 ? '7' : '8' });
		for (const id of [1002, 1003, 1004]) service.left.add(id);
		const sharing = (index: number, number: string): IDataObject => ({ ...same(index), 'Employee no.': number });
		const items = [sharing(1, '7'), sharing(2, '8'), ...[4, 5, 6, 7].map(same)];
		expect(told(await ok(items, find))).toEqual([{ inactive: [1003, 1004] }, { sharedNumber: [1001, 1002] }]);
	});

	test('somebody without name, address and number in no row is “Somebody”', async () => {
		set(7, { firstName: '', lastName: '', email: '', employeeId: '', id: '', subcontractorName: 'Reef Guarding' });
		const [json] = await ok(times(7, same), find);
		expect(json).toMatchObject({ reason: 'Somebody is active in the service, but not in the sheet.', ids: [null] });
	});

	test('a row with an error is one, and then nobody is said to be in no row', async () => {
		const items = [same(0), { ...same(1), 'Employee no.': '#N/A' }, { lastName: 'Nobody' }, { ID: 'E-9' }];
		const { json, hints } = await keepGoing(items, find);
		expect(messages(json)).toEqual([
			expect.stringContaining('“Employee Number” is “#N/A”'),
			'The row has no e-mail address, employee number or ID',
			'“ID” must be a whole number',
		]);
		expect(hints.join()).toContain('Employees missing from the sheet aren’t listed');
		const { error } = await run(items, find);
		expect(error?.message).toContain('“Employee Number” is “#N/A”');
	});

	test('a list that may lack people says so, and that nobody is missing from it', async () => {
		showOnly(service.people.slice(0, 4), 8);
		const { json, hints } = await run(times(8, same), find);
		expect(json).toEqual([]);
		expect(hints.join()).toMatch(/8/);
	});
});

test('an agent gets one item, without addresses', async () => {
	set(0, { employeeId: '' });
	set(5, { email: 'p6@example.com' });
	const tool = { type: 'n8n-nodes-workforce-operations.workforceOperationsTool' };
	const { json } = await bench.run('developer', alone, { node: tool });
	expect(json).toHaveLength(1);
	expect(json[0]).toMatchObject({ shown: 2, more: false, total: 2 });
	expect(told(json[0]?.records as IDataObject[])).toEqual([{ noNumber: [1001] }, { sharedEmail: [1006, 1007] }]);
	expect(JSON.stringify(json)).not.toContain('@');
});
