// Forty sheets as people have them, by headings of five kinds and what becomes of cells, against a service that rewrites
// what it is sent and filters strictly: nobody twice, nobody overwritten, no word false.
import { describe, expect, test } from '@jest/globals';
import type { IDataObject } from 'n8n-workflow';
import type { Canned, Seen } from '../../support/recorder.mts';
import { SheetService } from '../../support/sheetService.mts';
import { employees } from '../../support/staffRows.mts';
import { preview, told, envelope, useStaff } from './staffBench.mts';

const { bench, service, keepGoing } = useStaff(12);
type Cells = Record<string, unknown>;
const HEADINGS: Record<string, Record<string, string>> = {
	'a payroll': {
		first: 'First Name',
		last: 'Last Name',
		email: 'Email Address',
		mobile: 'Mobile Number',
		number: 'Employee Code',
	},
	'an accounting': { first: 'Given Names', last: 'Surname', email: 'Email', mobile: 'Phone', number: 'Payroll ID' },
	'a people': {
		first: 'First name',
		last: 'Last name',
		email: 'Work Email',
		mobile: 'Mobile Phone',
		number: 'Employee #',
	},
	'a rostering': {
		first: 'Forename',
		last: 'Family name',
		email: 'E-mail',
		mobile: 'Mobile (digits)',
		number: 'Staff no.',
	},
	'an own': { first: 'First', last: 'Last', email: 'Mail', mobile: 'Cell', number: 'Emp ID' },
};
const OTHER_HEADINGS = { birth: 'DOB', licence: 'Licence no', type: 'Licence type' };

/** A service that stores numbers in its own way, and whose licence filter takes nothing but the very number. */
class StrictService extends SheetService {
	readonly licences = new Map<number, IDataObject[]>([[1003, [{ securityLicenseId: 7, licenseNumber: 'SL0123' }]]]);

	constructor() {
		super(12);
		for (const [index, person] of this.people.entries())
			Object.assign(person, { mobile: `+6140000000${index}`, employeeId: `004${index}` });
		this.people.push({ ...(this.people[5] as Employee), id: 1051, employeeId: '', subcontractorName: 'Reef Guarding' });
		this.instead = (seen) => (seen.path.endsWith('/licenses') ? this.ofLicences(seen) : this.rewritten(seen));
	}

	private ofLicences({ method, path, query, body }: Seen): Canned {
		const id = Number(/staffs\/(\d+)/.exec(path)?.[1]);
		const held = this.licences.get(id) ?? [];
		if (method === 'POST') {
			for (const { licenseId, ...fields } of (body as { licenses: IDataObject[] }).licenses) {
				const known = held.find(({ securityLicenseId }) => securityLicenseId === licenseId);
				if (known === undefined) held.push({ ...fields, securityLicenseId: 100 + held.length });
				else Object.assign(known, fields);
			}
			this.licences.set(id, held);
		}
		const data = held.filter(({ licenseNumber }) => [undefined, licenseNumber].includes(query.licenseNumber));
		return envelope(data);
	}

	private rewritten({ body }: Seen): undefined {
		for (const employee of (body as { employees?: IDataObject[] } | undefined)?.employees ?? [])
			if (employee.mobile !== undefined) employee.mobile = String(employee.mobile).replace(/[^\d+]/g, '');
		return undefined;
	}
}

const person = (index: number): Cells => ({
	first: `First${index}`,
	last: `Last${index}`,
	email: `p${index}@example.com`,
	mobile: `+61 400 000 00${index}`,
	number: `004${index}`,
});
/** Two as they are there, one with a licence, one with a new number, one who is new, one with two accounts, and another. */
const sheet = (): Cells[] => [
	person(0),
	person(1),
	{ ...person(2), licence: 'sl-0123' },
	{ ...person(3), mobile: '+61 400 999 003' },
	{ ...person(9), email: 'new@example.com', number: 'N-1' },
	person(5),
	person(6),
];
const AS_EVER = ['unchanged', 'unchanged', 'unchanged', 'updated', 'created', 'unchanged', 'unchanged'];

type Spoilt = [what: string, spoil: (rows: Cells[]) => void, changes: Record<number, RegExp>];
const everyRow = (rows: Cells[], make: (row: Cells, index: number) => Cells): void =>
	rows.forEach((row, index) => Object.assign(row, make(row, index)));
const SPOILT: Spoilt[] = [
	['as they were typed', () => undefined, {}],
	[
		'with formulas that fail',
		(rows) => {
			Object.assign(rows[0] ?? {}, { mobile: '#N/A' });
			Object.assign(rows[3] ?? {}, { number: '#REF!' });
			Object.assign(rows[4] ?? {}, { last: ' #VALUE!' });
			Object.assign(rows[6] ?? {}, { email: 'Loading...' });
		},
		{
			0: /“Mobile” is “#N\/A”/,
			3: /“Employee Number” is “#REF!”/,
			4: /“Last Name” is “#VALUE!”/,
			6: /“Email” is “Load/,
		},
	],
	[
		'with numbers that were rounded',
		(rows) => {
			Object.assign(rows[0] ?? {}, { mobile: '6.14E+10' });
			Object.assign(rows[2] ?? {}, { licence: '1.01323E+15' });
			Object.assign(rows[6] ?? {}, { licence: 1_012_345_678_901_234 });
		},
		{ 0: /“Mobile” .* shows 6\.14E\+10/, 2: /“Licence Number” .* shows 1\.01/, 6: /“Licence Number” .* too large/ },
	],
	[
		'with numbers in place of texts',
		(rows) =>
			everyRow(rows, ({ mobile, number }) => ({
				mobile: Number(String(mobile).replace(/\D/g, '')),
				number: Number.isNaN(Number(number)) ? number : Number(number),
			})),
		{},
	],
	[
		'with decimals',
		(rows) =>
			everyRow(rows, ({ mobile, number }) => ({
				mobile: `${String(mobile).replace(/\D/g, '')}.0`,
				number: String(number).startsWith('N') ? number : `${Number(number)}.0`,
			})),
		{},
	],
	[
		'with signs that nobody sees',
		(rows) =>
			everyRow(rows, ({ first, last, email, mobile }) => ({
				first: `\u200b${String(first)}\u00a0`,
				last: ` ${String(last)}\u00ad`,
				email: `${String(email).toUpperCase()}\ufeff`,
				mobile: String(mobile).replaceAll(' ', '\u2009'),
			})),
		{},
	],
	['from a file of our own', (rows) => everyRow(rows, ({ mobile }) => ({ mobile: `'${String(mobile)}` })), {}],
	[
		'with dates in the other order',
		(rows) => {
			Object.assign(rows[0] ?? {}, { birth: '03/04/1990' });
			Object.assign(rows[1] ?? {}, { birth: '12/31/1990', email: 'none' });
			Object.assign(rows[4] ?? {}, { birth: '1.2.1991' });
		},
		{ 0: /“Date of Birth” is not a date/, 1: /2 errors|“Email”/, 4: /“Date of Birth” is not a date/ },
	],
];

const toRow = (headings: Record<string, string>, cells: Cells): { json: IDataObject } => ({
	json: Object.fromEntries(
		Object.entries(cells).map(([name, cell]) => [{ ...headings, ...OTHER_HEADINGS }[name] ?? name, cell]),
	) as IDataObject,
});
const matching = (each: string | RegExp): unknown => (each instanceof RegExp ? expect.stringMatching(each) : each);
const told = (json: IDataObject[]): unknown[] => told(json);
const copyOf = ({ people }: SheetService): Map<number, IDataObject> =>
	new Map(people.map((one) => [one.id, { ...one }]));

describe.each(Object.keys(HEADINGS))('The sheet of %s program', (program) => {
	test.each(SPOILT)('%s', async (_, spoil, changes) => {
		const service = new StrictService();
		bench.recorder.answer(service.rule);
		const cells = sheet();
		spoil(cells);
		const items = cells.map((row) => toRow(HEADINGS[program] ?? {}, row));
		const before = copyOf(service);
		const preview = await keepGoing(items, preview);
		expect([...copyOf(service)]).toEqual([...before]);
		const { json } = await keepGoing(items);

		const expected = AS_EVER.map((action, index) => changes[index] ?? action);
		expect(told(json)).toEqual(expected.map(matching));
		expect(preview.actions(json)).toEqual(
			expected.map((each) =>
				each instanceof RegExp ? 'error' : ({ updated: 'wouldUpdate', created: 'wouldCreate' }[each] ?? each),
			),
		);
		// Nobody twice, nobody overwritten, no word false.
		const isNew = expected[4] === 'created';
		expect(service.people).toHaveLength(13 + Number(isNew));
		for (const [id, person] of before)
			expect(service.people.find((one) => one.id === id)).toEqual(
				id === 1004 && expected[3] === 'updated'
					? { ...person, mobile: '+61400999003'.slice(spoiledSign(cells[3])) }
					: person,
			);
		expect(service.licences.get(1003)).toEqual([expect.objectContaining({ licenseNumber: 'SL0123' })]);
		expect(json[5]).toMatchObject(expected[5] === 'unchanged' ? { id: 1006, otherAccounts: [1051] } : {});

		// The next night has nothing left to do.
		const again = await keepGoing(items);
		expect(again.json.map(({ action }) => action ?? 'error')).toEqual(
			expected.map((each) => (each instanceof RegExp ? 'error' : 'unchanged')),
		);
	});
});

/** A number without its sign is stored without it. */
const spoiledSign = (row?: Cells): number => (/^\W*\+/.test(String(row?.mobile)) ? 0 : 1);
