// Forty sheets as people have them, by headings of five kinds and what becomes of cells, against a service that rewrites
// what it is sent and filters strictly: nobody twice, nobody overwritten, no word false.
import { describe, expect, test } from '@jest/globals';
import type { IDataObject } from 'n8n-workflow';
import type { Canned, Seen } from '../../support/recorder.mts';
import { type Employee, SheetService } from '../../support/sheetService.mts';
import { actions, envelope, isLicences, preview, told, useStaff } from './staffBench.mts';

const { bench, keepGoing } = useStaff(12);

type Cells = Record<string, unknown>;
const FIELDS = ['first', 'last', 'email', 'mobile', 'number'];
const HEADINGS: Record<string, string[]> = {
	'a payroll': ['First Name', 'Last Name', 'Email Address', 'Mobile Number', 'Employee Code'],
	'an accounting': ['Given Names', 'Surname', 'Email', 'Phone', 'Payroll ID'],
	'a people': ['First name', 'Last name', 'Work Email', 'Mobile Phone', 'Employee #'],
	'a rostering': ['Forename', 'Family name', 'E-mail', 'Mobile (digits)', 'Staff no.'],
	'an own': ['First', 'Last', 'Mail', 'Cell', 'Emp ID'],
};
const OTHER_HEADINGS: Record<string, string> = { birth: 'DOB', licence: 'Licence no' };

/** A service that stores numbers in its own way, and whose licence filter takes nothing but the very number. */
class StrictService extends SheetService {
	readonly licences = new Map<number, IDataObject[]>([[1003, [{ securityLicenseId: 7, licenseNumber: 'SL0123' }]]]);

	constructor() {
		super(12);
		for (const [index, person] of this.people.entries())
			Object.assign(person, { mobile: `+6140000000${index}`, employeeId: `004${index}` });
		this.people.push({ ...(this.people[5] as Employee), id: 1051, employeeId: '', subcontractorName: 'Reef Guarding' });
		this.instead = (seen) => (isLicences(seen) ? this.ofLicences(seen) : this.rewritten(seen));
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
		return envelope(held.filter(({ licenseNumber }) => [undefined, licenseNumber].includes(query.licenseNumber)));
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
const UNSPOILT = ['unchanged', 'unchanged', 'unchanged', 'updated', 'created', 'unchanged', 'unchanged'];

/** What becomes of a cell of each row, by the row’s place; or of every row. */
type Spoil = Record<number, Cells> | ((row: Cells) => Cells);
const digits = (mobile: unknown): string => String(mobile).replace(/\D/g, '');
const SPOILT: Array<{ what: string; spoil: Spoil; errors?: Record<number, RegExp> }> = [
	{ what: 'as they were typed', spoil: {} },
	{
		what: 'with formulas that fail',
		spoil: {
			0: { mobile: '#N/A' },
			3: { number: '#REF!' },
			4: { last: ' #VALUE!' },
			6: { email: 'Loading...' },
		},
		errors: {
			0: /“Mobile” is “#N\/A”/,
			3: /“Employee Number” is “#REF!”/,
			4: /“Last Name” is “#VALUE!”/,
			6: /“Email” is “Load/,
		},
	},
	{
		what: 'with numbers that were rounded',
		spoil: { 0: { mobile: '6.14E+10' }, 2: { licence: '1.01323E+15' }, 6: { licence: 1_012_345_678_901_234 } },
		errors: {
			0: /“Mobile” .* shows 6\.14E\+10/,
			2: /“Licence Number” .* shows 1\.01/,
			6: /“Licence Number” .* too large/,
		},
	},
	{
		what: 'with numbers in place of texts',
		spoil: ({ mobile, number }) => ({
			mobile: Number(digits(mobile)),
			number: Number.isNaN(Number(number)) ? number : Number(number),
		}),
	},
	{
		what: 'with decimals',
		spoil: ({ mobile, number }) => ({
			mobile: `${digits(mobile)}.0`,
			number: String(number).startsWith('N') ? number : `${Number(number)}.0`,
		}),
	},
	{
		what: 'with signs that nobody sees',
		spoil: ({ first, last, email, mobile }) => ({
			first: `\u200b${String(first)}\u00a0`,
			last: ` ${String(last)}\u00ad`,
			email: `${String(email).toUpperCase()}\ufeff`,
			mobile: String(mobile).replaceAll(' ', '\u2009'),
		}),
	},
	{ what: 'from a file of our own', spoil: ({ mobile }) => ({ mobile: `'${String(mobile)}` }) },
	{
		what: 'with dates in the other order',
		spoil: { 0: { birth: '03/04/1990' }, 1: { birth: '12/31/1990', email: 'none' }, 4: { birth: '1.2.1991' } },
		errors: { 0: /“Date of Birth” is not a date/, 1: /2 errors|“Email”/, 4: /“Date of Birth” is not a date/ },
	},
];

const toRow = (headings: string[], cells: Cells): IDataObject =>
	Object.fromEntries(
		Object.entries(cells).map(([name, cell]) => [headings[FIELDS.indexOf(name)] ?? OTHER_HEADINGS[name] ?? name, cell]),
	) as IDataObject;
const copyOf = ({ people }: SheetService): Array<[number, IDataObject]> => people.map((one) => [one.id, { ...one }]);
const PREVIEWED: Record<string, string> = { updated: 'wouldUpdate', created: 'wouldCreate', unchanged: 'unchanged' };

describe.each(Object.entries(HEADINGS))('The sheet of %s program', (_, headings) => {
	test.each(SPOILT)('$what', async ({ spoil, errors = {} }) => {
		const service = new StrictService();
		bench.recorder.answer(service.rule);
		const cells = sheet().map((row, index) => ({
			...row,
			...(typeof spoil === 'function' ? spoil(row) : spoil[index]),
		}));
		const rows = cells.map((row) => toRow(headings, row));
		const before = copyOf(service);
		const previewed = await keepGoing(rows, preview);
		expect(copyOf(service)).toEqual(before);
		const { json } = await keepGoing(rows);

		const expected = UNSPOILT.map((action, index) => (index in errors ? 'error' : action));
		expect(told(json)).toEqual(UNSPOILT.map((action, index) => expect.stringMatching(errors[index] ?? `^${action}$`)));
		expect(actions(previewed.json)).toEqual(expected.map((action) => PREVIEWED[action] ?? action));
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
		const again = await keepGoing(rows);
		expect(actions(again.json)).toEqual(expected.map((action) => (action === 'error' ? 'error' : 'unchanged')));
	});
});

/** A number without its sign is stored without it. */
const spoiledSign = (row?: Cells): number => (/^\W*\+/.test(String(row?.mobile)) ? 0 : 1);
