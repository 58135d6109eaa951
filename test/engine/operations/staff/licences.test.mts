// The licence register: Staff → Get Many with the licences of each employee.
import { afterEach, beforeEach, describe, expect, test } from '@jest/globals';
import type { IDataObject } from 'n8n-workflow';
import { Pace } from '../../../../kit/time/skippingClock.mts';
import { clock } from '../../../../nodes/WorkforceOperations/transport/clock.ts';
import type { Canned, Seen } from '../../support/recorder.mts';
import { refusal } from '../../support/sheetService.mts';
import { envelope, html, isLicences, itemsOf, useStaff } from './staffBench.mts';

const { bench, service, employ, requests } = useStaff(3);
const keepGoing = { node: { onError: 'continueRegularOutput' as const } };
const getAll = (options: IDataObject, more: IDataObject = {}): IDataObject => ({
	resource: 'staff',
	operation: 'getAll',
	returnAll: true,
	options,
	...more,
});
const register = getAll({ includeLicences: true, rows: 'licence' });
const employeeOf = ({ path }: Seen): number => Number(path.split('/').at(-2));

let licencesOf: (id: number) => Canned | 'cut';
beforeEach(() => {
	licencesOf = () => envelope([]);
	bench.recorder.answer((seen) => (isLicences(seen) ? licencesOf(employeeOf(seen)) : service.rule(seen)));
});

const SL1 = {
	securityLicenseId: 71,
	employeeId: 1001,
	licenseNumber: 'SL1',
	state: 'NSW',
	licenceSector: 'Guarding',
	status: 'Expiring',
	expiryDate: '2027-03-31T00:00:00Z',
	isInvalidLicense: false,
};
const SL2 = { ...SL1, securityLicenseId: 72, licenseNumber: 'SL2', status: 'Expired', isInvalidLicense: true };
const licenceColumns = ['licenceId', 'licenceNumber', 'licenceType', 'licenceState', 'licenceStatus'];
const NONE = Object.fromEntries(
	[...licenceColumns, 'expiryDate', 'expiryDay', 'daysLeft', 'isInvalid'].map((name) => [name, null]),
);

test('what the sandbox’s licence list says of each employee is what stands beside them, for one request each', async () => {
	bench.recorder.answer(undefined);
	const some = { resource: 'staff', operation: 'getAll', limit: 8 };
	const people = await bench.ok('developer', some);
	const ofEach = { resource: 'securityLicence', operation: 'getAll', employeeId: '={{ $json.id }}', simplify: false };
	const own = await bench.ok('developer', { ...ofEach, returnAll: true }, { items: itemsOf(people) });
	bench.recorder.seen.length = 0;
	const options = { includeLicences: true };
	const rows = await bench.ok('developer', { ...some, options });
	expect(rows).toEqual(
		people.map((person) => ({ ...person, licences: own.filter(({ employeeId }) => employeeId === person.id) })),
	);
	expect(requests()).toEqual({ list: 1, licences: 8 });
	const each = await bench.ok('developer', { ...some, options: { ...options, rows: 'licence' } });
	expect(each.filter(({ licenceId }) => licenceId !== null).map(({ licenceId }) => licenceId)).toEqual(
		own.map(({ securityLicenseId }) => securityLicenseId),
	);
	expect(new Set(each.map(({ id }) => id))).toEqual(new Set(people.map(({ id }) => id)));
});

describe('Rows', () => {
	const now = clock.date;
	beforeEach(() => {
		clock.date = () => Date.parse('2027-03-29T15:00:00Z');
		licencesOf = (id) => envelope(id === 1001 ? [SL1, SL2] : id === 1002 ? [{ licenseNumber: 'X' }] : []);
	});
	afterEach(() => {
		clock.date = now;
	});

	test('Output Fields that want what comes with an option name it', async () => {
		const { hints } = await bench.run('developer', getAll({ outputFields: ['email', 'licences'] }));
		expect(hints.join()).toContain('“licences” (needs Include Licences)');
	});

	test('a file says that the licences of somebody may be incomplete', async () => {
		licencesOf = (id) => envelope([SL1], id === 1002 ? { totalRecordCount: 3 } : {});
		const files = async (): Promise<IDataObject[]> =>
			await bench.ok('developer', getAll({ rows: 'licence', asFile: 'csv' }));
		expect(await files()).toMatchObject([{ records: 3, complete: false, reason: 'total' }]);
		const { hints } = await bench.run('developer', register);
		expect(hints).toEqual([
			expect.stringMatching(/^The list may be incomplete: 1 record was returned, and the service counts 3/),
		]);
		licencesOf = () => envelope([SL1]);
		expect(await files()).toMatchObject([{ records: 3, complete: true }]);
	});

	test.each([
		['Australia/Sydney', 1],
		['UTC', 2],
	])(
		'one per licence, with the days left in the workflow’s zone (%s); who has none is one row with nulls',
		async (timeZone, daysLeft) => {
			const { json } = await bench.run('developer', register, { timeZone });
			const shared = {
				licenceType: 'Guarding',
				licenceState: 'NSW',
				expiryDate: '2027-03-31T00:00:00Z',
				expiryDay: '2027-03-31',
				daysLeft,
			};
			const person = (index: number): unknown =>
				expect.objectContaining({ id: 1001 + index, email: `p${index}@example.com` });
			expect(json).toEqual([person(0), person(0), person(1), person(2)]);
			expect(json).toMatchObject([
				{ ...shared, licenceId: 71, licenceNumber: 'SL1', licenceStatus: 'Expiring', isInvalid: false },
				{ ...shared, licenceId: 72, licenceNumber: 'SL2', licenceStatus: 'Expired', isInvalid: true },
				{ ...NONE, licenceNumber: 'X' },
				NONE,
			]);
		},
	);

	test('one per employee is the default; one per licence asks for the licences by itself', async () => {
		const [first, , third] = await bench.ok('developer', getAll({ includeLicences: true }));
		expect([first?.licences, third?.licences]).toEqual([[SL1, SL2], []]);
		expect(await bench.ok('developer', getAll({ rows: 'licence' }))).toHaveLength(4);
	});

	test('what the record of an employee says of licences is a column under its own name, also beside Output Fields', async () => {
		const flag = { doesNotRequireSecurityLicense: true, licences: [], licenceNote: ' ', firstAid: 'none' };
		bench.recorder.answer((seen) =>
			isLicences(seen)
				? licencesOf(employeeOf(seen))
				: envelope([{ ...service.people[0], isLicensed: 'No' }, { ...service.people[1], ...flag }, service.people[2]]),
		);
		for (const outputFields of ['', 'id, licenceFlags']) {
			const rows = await bench.ok(
				'developer',
				getAll({ rows: 'licence', outputFields }, { returnAll: false, limit: 3 }),
			);
			expect(rows).toMatchObject([
				{ id: 1001, licenceFlags: 'isLicensed: No' },
				{ id: 1001, licenceFlags: 'isLicensed: No' },
				{ id: 1002, licenceFlags: 'doesNotRequireSecurityLicense: true' },
				{ id: 1003, licenceFlags: null },
			]);
		}
	});

	test('Output Fields chooses columns of both', async () => {
		const options = { includeLicences: true, rows: 'licence', outputFields: 'email, licenceNumber, daysLeft' };
		const [first] = await bench.ok('developer', getAll(options));
		expect(first).toEqual({ email: 'p0@example.com', licenceNumber: 'SL1', daysLeft: 2 });
	});

	test.each([
		[{ includeLicences: 'perhaps' }, '“Include Licences” must be true or false'],
		[{ rows: 'month' }, '“Rows” can’t be “month”'],
	])('%j costs no request', async (options, message) => {
		const { error } = await bench.run('developer', getAll(options));
		expect(error?.message).toBe(message);
		expect(bench.recorder.seen).toEqual([]);
	});
});

test('off, and over an empty list, nothing more is asked', async () => {
	await bench.ok('developer', getAll({ includeLicences: false, rows: 'employee' }));
	expect(requests()).toEqual({ list: 1 });
	service.people.length = 0;
	bench.recorder.seen.length = 0;
	expect(await bench.ok('developer', register)).toEqual([]);
	expect(requests()).toEqual({ list: 1 });
});

test('five employees are asked for side by side, and no more', async () => {
	employ(14);
	let [open, most] = [0, 0];
	const waiting: Array<() => void> = [];
	bench.recorder.answer(async (seen) => {
		if (!isLicences(seen)) return await service.rule(seen);
		most = Math.max(most, ++open);
		await new Promise<void>((resolve) => {
			waiting.push(resolve);
			if (waiting.length >= 5 || employeeOf(seen) > 1010) waiting.splice(0).forEach((go) => go());
		});
		open--;
		return envelope([{ ...SL1, securityLicenseId: employeeOf(seen) }]);
	});
	const json = await bench.ok('developer', register);
	expect(most).toBe(5);
	expect(json).toMatchObject(service.people.map(({ id }) => ({ id, licenceId: id })));
});

describe('licences that can’t be read', () => {
	const odd: Array<[string, Canned | 'cut', RegExp]> = [
		['refused', refusal(400, 'Not yours'), /Not yours/],
		['a web page', html, /./],
		['no list', envelope(42), /./],
	];
	test.each(odd)('%s: the run ends and says whose', async (_, canned, words) => {
		licencesOf = (id) => (id === 1002 ? canned : envelope([SL1]));
		const { error, json } = await bench.run('developer', register);
		expect(json).toEqual([]);
		expect(error?.message).toMatch(/^The licences of employee 1002 could not be read: /);
		expect(error?.message).toMatch(words);
		expect(error?.description).toContain('“licencesError”');
	});

	test.each(odd)(
		'%s: with Continue On Fail the employee says so, and isn’t taken for one without',
		async (_, canned, words) => {
			licencesOf = (id) => (id === 1002 ? canned : envelope([SL1]));
			const licencesError = expect.stringMatching(words);
			const { json } = await bench.run('developer', register, keepGoing);
			expect(json).toHaveLength(3);
			expect(json[1]).toMatchObject({ id: 1002, ...NONE, licencesError });
			const { json: people } = await bench.run('developer', getAll({ includeLicences: true }), keepGoing);
			expect(people.slice(0, 2)).toMatchObject([{ licences: [SL1] }, { id: 1002, licences: null, licencesError }]);
			const { json: brief } = await bench.run('developer', getAll({ rows: 'licence', outputFields: 'id' }), keepGoing);
			expect(Object.keys(brief[1] ?? {})).toEqual(['id', 'licencesError']);
		},
	);

	test('an error is that of the item that asked', async () => {
		let asked = 0;
		licencesOf = (id) => (id === 1001 && ++asked === 2 ? refusal(400, 'Not yours') : envelope([SL1]));
		const { error } = await bench.run('developer', { ...register, limit: 1 }, { items: [{ json: {} }, { json: {} }] });
		expect(error).toMatchObject({ message: expect.stringContaining('Not yours'), context: { itemIndex: 1 } });
	});

	test.each([
		[0, 'The licences of employee 0 could'],
		['', 'The licences of an employee without an ID could'],
		['x'.repeat(100), `The licences of employee ${'x'.repeat(80)} could`],
	])('an employee with %j for an ID is an error, and nothing is asked of it', async (id, words) => {
		Object.assign(service.people[1] ?? {}, { id });
		const { error } = await bench.run('developer', register);
		expect(error?.message).toContain(`${words} not be read: The service returned an employee without an ID`);
		expect(bench.recorder.seen.filter(isLicences)).toHaveLength(2);
	});
});

test('a service that goes away in the middle isn’t asked for everybody else', async () => {
	const pace = new Pace();
	try {
		employ(200);
		licencesOf = (id) => (id > 1003 ? { status: 503, body: '' } : envelope([SL1]));
		const { json, hints } = await bench.run('developer', register, keepGoing);
		expect(json).toHaveLength(200);
		expect(json.filter(({ licencesError }) => licencesError === undefined)).toHaveLength(3);
		expect(bench.recorder.seen.filter(isLicences).length).toBeLessThan(300);
		expect(hints.join(' ')).toMatch(/The licences were not requested for \d+ of 200 employees/);
	} finally {
		pace.end();
	}
});
