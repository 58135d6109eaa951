// A preview as people read it: every fault at once, what matters first, and the same columns in every row.
import { expect, test } from '@jest/globals';
import type { IDataObject } from 'n8n-workflow';
import { refusal } from '../../support/sheetService.mts';
import { fresh, isLicences, preview, same, staff, times, useStaff } from './staffBench.mts';

const { bench, service, holdLicences, run, keepGoing, writes } = useStaff(20);
const errorIn = ({ error }: IDataObject = {}): IDataObject => error as IDataObject;
/** What each row of a preview says: what would be done, or its error. */
const said = (json: IDataObject[]): unknown[] =>
	json.map((row) => (row.action === 'error' ? errorIn(row).message : row.action));

test.each(['stopWorkflow', 'continueRegularOutput', 'continueErrorOutput'] as const)(
	'with On Error %s all faults of a sheet are items beside the others, in their order, and nothing is written',
	async (onError) => {
		const rows = [
			fresh(1),
			{ ...fresh(1), mobile: '2' },
			{ ...same(2), email: 'no address' },
			same(3),
			{ lastName: 'Ng', email: 'ng@example.com' },
			{ ...same(4), mobile: 'x', DOB: 'soon' },
		];
		const { json, error, hints, items } = await run(rows, preview, { node: { onError } });
		expect(error).toBeUndefined();
		expect(said(json)).toEqual([
			'wouldCreate',
			'Row 2 (First1 Last1, new1@example.com): The e-mail address “new1@example.com” is already in row 1 (First1 Last1, new1@example.com)',
			'Row 3 (First2 Last2, no address): “Email” is not an e-mail address',
			'unchanged',
			'Row 5 (Ng, ng@example.com): The employee is new, and the row has no “First Name”',
			'Row 6 (First4 Last4, p4@example.com): “Date of Birth” is not a date',
		]);
		expect(json[5]).toMatchObject({ ...same(4), action: 'error' });
		expect(items.map(({ pairedItem }) => pairedItem)).toEqual(rows.map((_, item) => ({ item })));
		const ran = onError === 'stopWorkflow' ? 'With “On Error” set to continue, it' : 'A run';
		expect(hints.join(' ')).toContain(`${ran} would create 1, leave 1 unchanged and skip 4 rows with an error.`);
		expect(writes()).toEqual([]);
	},
);

test.each([
	['employeeId', 'E-77'],
	['email', 'p4@example.com'],
	['id', 1005],
])('a row that can’t be read still shows its own %s', async (field, value) => {
	const { json } = await run([{ ...same(4), [field]: value, DOB: 'soon', mobile: 'x' }, same(3)], preview);
	// Of the rest nobody knows whether it would be written.
	expect(json[0]).toMatchObject({ action: 'error', firstName: 'First4', [field]: value, mobile: null });
});

test('a row tells all of its faults at once, also those that take a look at the service', async () => {
	const rows = [
		{ email: 'new1@example.com', DOB: '13/13/2027', 'Start date': 'soon', firstName: '' },
		{ ...same(2), DOB: '31/02/1990', email: 'NEW1@example.com' },
		{ lastName: 'Ng', firstName: ' ', email: 'ng at example', 'Licence number': 'SL1', 'Licence expiry': '2.2.99' },
		{ ...same(4), mobile: { a: 1 } },
		{ ...same(3), mobile: '7' },
	];
	const { json } = await run(rows, preview);
	expect(said(json)).toEqual([
		'Row 1 (new1@example.com): 3 errors: (1) “Date of Birth” is not a date; (2) “Start Date” is not a date; (3) The employee is new, and the row has no “First Name”, “Last Name”',
		'Row 2 (First2 Last2, NEW1@example.com): 2 errors: (1) “Date of Birth” is not a date; (2) The e-mail address “NEW1@example.com” is already in row 1 (new1@example.com)',
		'Row 3 (Ng, ng at example): 3 errors: (1) “Licence Expiry Date” is not a date; (2) “Email” is not an e-mail address; (3) “First Name” is empty',
		'Row 4 (First4 Last4, p4@example.com): “Mobile” is an object, not text',
		'wouldUpdate',
	]);
	expect(errorIn(json[0]).description).toMatch(
		/^\(1\) It is “13\/13\/2027”.* \(2\) It is “soon”.* \(3\) The service needs a new employee’s/,
	);
	expect(writes()).toEqual([]);
});

test.each(['create', 'update', 'upsert'])(
	'so it does when %s runs, and none of its fields is written',
	async (operation) => {
		const wrong = {
			...same(2),
			id: 1002,
			email: 'none',
			DOB: '1990-13-01',
			'Licence number': '1',
			'Licence type': [1],
		};
		const rows = [{ ...fresh(1), id: 1001 }, wrong];
		const { error } = await run(rows, staff(operation));
		expect(error?.message).toMatch(/^Row 2 \(.*none\): 3 errors: \(1\) .*; \(2\) .*; \(3\) /);
		for (const label of ['Email', 'Date of Birth', 'Licence Type']) expect(error?.message).toContain(`“${label}” is`);
		expect(error?.description).toMatch(/It is “none”.*None of the 2 rows was written\.$/);
		expect(bench.recorder.seen).toEqual([]);
		const { json } = await keepGoing(rows, staff(operation));
		expect(errorIn(json[1]).message).toBe(error?.message);
		expect(JSON.stringify(writes())).not.toContain('Last2');
	},
);

test.each<[string, string, IDataObject, string]>([
	[
		'email',
		'a cell that can’t be read is told as that, and not as one that is missing',
		{ firstName: 'A', lastName: ['x'], email: 'new1@example.com' },
		'“Last Name” is a list inside a list, not text',
	],
	[
		'employeeId',
		'one that makes the row unusable is told beside what comes of it',
		{ firstName: '', lastName: 'B', email: 'nowhere', 'Employee no': 'E-77' },
		'2 errors: (1) “Email” is not an e-mail address; (2) Nobody has the employee number “E-77”, and the row has no usable e-mail address',
	],
])('by %s, %s', async (matchBy, _, row, words) => {
	expect(said((await run([row], { ...preview, matchBy })).json)).toEqual([words]);
});

test('rows have the numbers of their sheet where n8n gives each its own, and are counted from 1 elsewhere', async () => {
	const sheet = [9, 4, 7].map((row_number, index) => ({ ...fresh(index), row_number }));
	const twice = { ...fresh(1), lastName: 'Twice' };
	const { json, hints } = await run([...sheet, { ...twice, row_number: 12 }], preview);
	expect(said(json)[3]).toBe(
		'Row 12 of the sheet (First1 Twice, new1@example.com): The e-mail address “new1@example.com” is already in row 4 of the sheet (First1 Last1, new1@example.com)',
	);
	expect(hints.join(' ')).not.toMatch(/Columns that match no field|first row below the headings/);
	for (const row_number of [undefined, 4, '12', 1.5]) {
		const other = await run([...sheet, { ...twice, row_number }], preview);
		expect(said(other.json)[3]).toMatch(/^Row 4 \(First1 Twice, .* is already in row 2 \(/);
		expect(other.hints.join(' ')).toContain('Row 1 is the first row below the headings.');
	}
});

test('what became of the rows of a run is told by the numbers of the sheet, too', async () => {
	service.instead = ({ body }) => (JSON.stringify(body ?? '').includes('Last2') ? refusal(400, 'No') : undefined);
	const rows = times(4, (index) => ({ ...fresh(index), row_number: index + 21 }));
	const { error } = await run(rows, staff('create'));
	expect(error?.message).toBe('Row 23 of the sheet (First2 Last2, new2@example.com): No');
	expect(error?.description).toContain(
		'Rows of the sheet that were written: 21 to 22. Rows of the sheet that were not sent: 24.',
	);
});

test('an empty row is told as one', async () => {
	const empty = { firstName: '', lastName: ' ', email: null, mobile: '', 'Emergency phone': '', row_number: 3 };
	const { json } = await run([{ ...same(1), mobile: '1', 'Emergency phone': '2', row_number: 2 }, empty], preview);
	expect(said(json)).toEqual(['wouldUpdate', 'Row 3 of the sheet: The row is empty']);
});

test.each<[string, IDataObject[]]>([
	['“Mobile”', [{ mobile: 400_123_456, 'Emergency phone': '0400 123 456' }]],
	['“Mobile” and “Emergency Contact Number”', [{ mobile: 400_123_456, 'Emergency phone': 400_123_457 }]],
	[
		'“Employee Number” and “Postcode” and “Licence Number”',
		[
			{ mobile: '0400 123 456', 'Employee no.': 7, Postcode: '800' },
			{ 'Licence no': 12, Postcode: '0800' },
		],
	],
])('numbers that a sheet has cut are warned of: %s', async (labels, cells) => {
	const rows = cells.map((more, index) => ({ ...same(index + 1), ...more }));
	expect((await run(rows, preview)).hints).toContain(
		`${labels}: the sheet has numbers here, so any leading 0 or + is lost. Format the column as text.`,
	);
});

test('every row has the same columns: action, name, the error and what changes first, ids last', async () => {
	const rows = [fresh(1), { ...same(2), mobile: 'x' }, same(3), { ...same(4), email: 'none' }];
	const { json } = await run(rows, preview);
	const columns = json.map((row) => Object.keys(row));
	expect(columns).toEqual(columns.map(() => columns[0]));
	expect(columns[0]?.slice(0, 6)).toEqual(['action', 'firstName', 'lastName', 'error', 'changesText', 'email']);
	expect(columns[0]?.slice(-5)).toEqual(['changes', 'changed', 'notCompared', 'foundBy', 'id']);
	expect(json.flatMap((row) => Object.values(row))).not.toContain(undefined);
	expect(json[0]).toMatchObject({ id: null, changes: null, changesText: null, error: '' });
});

test('who is not in the data has them, too', async () => {
	const { json } = await run([same(1)], staff('upsert', { options: { previewOnly: true, reportMissing: true } }));
	expect(json).toHaveLength(20);
	expect(new Set(json.map((row) => Object.keys(row).join()))).toHaveProperty('size', 1);
	expect(json[1]).toMatchObject({ action: 'notInData', of: 1, error: '' });
	expect(Object.keys(json[1] ?? {}).slice(-6)).toEqual(['changes', 'changed', 'notCompared', 'foundBy', 'of', 'id']);
});

test('days are shown without their time, and long values are cut', async () => {
	const long = 'x'.repeat(200);
	const { json } = await run([{ ...same(1), mobile: long, 'Start date': '2027-03-31' }], preview);
	expect(json[0]?.changesText).toBe(`mobile: m1 → ${'x'.repeat(80)}; start date: can’t be compared → 2027-03-31`);
	expect(json[0]).toHaveProperty('changes.mobile.to', long);
});

test('a service that answers nobody ends the preview, because no row is at fault', async () => {
	service.instead = () => refusal(401, 'No');
	const { error, json } = await run([same(1), same(2)], preview);
	expect(json).toEqual([]);
	expect(error?.description).toContain('None of the 2 rows was written.');
	const ran = await keepGoing([same(1)], preview);
	expect(ran.json).toEqual([expect.objectContaining({ action: 'error', error: expect.any(Object) })]);
});

test('a row without a licence says so, and one of which it isn’t known is null', async () => {
	service.instead = (seen) => (isLicences(seen) ? refusal(400, 'Not this one') : undefined);
	const rows = [{ ...same(1), 'Licence number': 'SL1' }, same(2), { ...same(3), email: 'none' }];
	const { json } = await run(rows, preview);
	expect(json.map(({ licenceAction }) => licenceAction)).toEqual([null, 'none', 'none']);
	const added = ['changes', 'changed', 'notCompared', 'foundBy', 'licenceAction', 'licenceError', 'id'];
	expect(Object.keys(json[0] ?? {}).slice(-added.length)).toEqual(added);
});

const held = { securityLicenseId: 7, licenseNumber: 'SL1', licenceSector: 'Guard', state: 'NSW' };
test.each<[string, IDataObject, string | null]>([
	['another day', { 'Licence expiry': '4/3/2027' }, 'licence sl1: expiry 2026-04-03 → 2027-03-04'],
	['the same day in other words', { 'Licence expiry': '3/4/2026' }, null],
	[
		'another type beside another mobile number',
		{ mobile: '7', 'Licence expiry': '3-Apr-2026', 'Licence type': 'Crowd control', 'Licence state': 'nsw' },
		'mobile: m1 → 7; licence sl1: type Guard → Crowd control',
	],
])('of a licence that is held, %s is told as it was read, so that a swapped month is seen', async (_, cells, words) => {
	holdLicences({ ...held, expiryDate: '2026-04-03' });
	const { json } = await run([{ ...same(1), 'Licence number': 'sl1', ...cells }], preview);
	expect(json[0]?.changesText).toBe(words);
});

test('of one that is new, and of one of somebody new, its day is told as well', async () => {
	holdLicences();
	const rows = [
		{ ...same(4), 'Licence number': 'sl1', 'Licence expiry': 46_450, 'Licence state': 'VIC' },
		{ ...fresh(5), 'Licence number': 'sl1', 'Licence expiry': '01.02.2031', DOB: '2/1/1990' },
	];
	const { json } = await run(rows, preview);
	expect(json).toMatchObject([
		{ changesText: 'licence sl1: new, state VIC, expiry 2027-03-04' },
		{ changesText: 'licence sl1: expiry 2031-02-01', dateOfBirth: '1990-01-02T00:00:00Z' },
	]);
});

test.each<[string, IDataObject]>([
	['licenseType', { licenseType: 'Guard', licenceSector: null }],
	['licenceSector', {}],
	['stateCode', { state: '', stateCode: 'NSW' }],
])('what a licence holds is found as %s, too', async (_, fields) => {
	holdLicences({ ...held, expiryDate: '2027-04-03T00:00:00Z', ...fields });
	const licence = { 'Licence number': 'SL1', 'Licence type': 'Control', 'Licence state': 'nsw' };
	const { json } = await run([{ ...same(1), ...licence, 'Licence expiry': '3/4/2028' }], preview);
	expect(json[0]?.changesText).toBe('licence SL1: type Guard → Control, expiry 2027-04-03 → 2028-04-03');
});

test('days of a sheet are read in the chosen order, those that contradict it are errors of their rows', async () => {
	const rows = [
		{ ...same(1), DOB: '31/03/1990', 'Start date': 46_112 },
		{ ...same(2), DOB: '03/31/1990' },
		{ ...same(3), DOB: '3/4/90' },
		{ ...same(4), 'Licence number': 'SL1', 'Licence expiry date': '1.2.2031' },
	];
	const { json, hints } = await run(rows, preview);
	expect(json[0]).toMatchObject({ changesText: expect.stringMatching(/1990-03-31.*2026-03-31/), error: '' });
	expect(said(json).slice(1, 3)).toEqual([
		'Row 2 (First2 Last2, p2@example.com): “Date of Birth” is not a date',
		'Row 3 (First3 Last3, p3@example.com): “Date of Birth” is not a date',
	]);
	expect(errorIn(json[1]).description).toContain('03/31/1990');
	expect(hints).toContain('Dates in the cells: 2 read as Day First, 1 stored as spreadsheet day numbers.');
	const monthFirst = staff('upsert', { options: { previewOnly: true, dateOrder: 'monthFirst' } });
	const other = await run(rows, monthFirst);
	expect(other.json.map(({ action }) => action === 'error')).toEqual([true, false, true, false]);
});
