// The licence register: Staff → Get Many with the licences of each employee.
import { afterEach, beforeEach, describe, expect, test } from '@jest/globals';
import type { IDataObject } from 'n8n-workflow';
import { Pace } from '../../../../kit/time/skippingClock.mts';
import { clock } from '../../../../nodes/WorkforceOperations/transport/clock.ts';
import { useBench } from '../../support/bench.mts';
import type { Canned, Seen } from '../../support/recorder.mts';
import { refusal, SheetService, tally } from '../../support/sheetService.mts';

const bench = useBench();
const keepGoing = { node: { onError: 'continueRegularOutput' as const } };
const getAll = (options: IDataObject, more: IDataObject = {}): IDataObject => ({
	resource: 'staff',
	operation: 'getAll',
	returnAll: true,
	options,
	...more,
});
const register = getAll({ includeLicences: true, rows: 'licence' });
const isLicences = ({ path }: Seen): boolean => path.endsWith('/licenses');
const employeeOf = ({ path }: Seen): number => Number(path.split('/').at(-2));
const list = (data: unknown): Canned => ({ body: { status: { code: 0 }, data } as IDataObject });

let service: SheetService;
let licencesOf: (id: number) => Canned | 'cut';
beforeEach(() => {
	service = new SheetService(3);
	licencesOf = () => list([]);
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
const NONE = {
	licenceId: null,
	licenceNumber: null,
	licenceType: null,
	licenceState: null,
	licenceStatus: null,
	expiryDate: null,
	expiryDay: null,
	daysLeft: null,
	isInvalid: null,
};

test('what the sandbox’s licence list says of each employee is what stands beside them, for one request each', async () => {
	bench.recorder.answer(undefined);
	const people = await bench.ok('developer', { resource: 'staff', operation: 'getAll', limit: 8 });
	const own = await bench.ok(
		'developer',
		{
			resource: 'securityLicence',
			operation: 'getAll',
			returnAll: true,
			simplify: false,
			employeeId: '={{ $json.id }}',
		},
		{ items: people.map((json) => ({ json })) },
	);
	bench.recorder.seen.length = 0;
	const options = { includeLicences: true };
	const some = { resource: 'staff', operation: 'getAll', limit: 8 };
	const rows = await bench.ok('developer', { ...some, options });
	expect(rows).toEqual(
		people.map((person) => ({ ...person, licences: own.filter(({ employeeId }) => employeeId === person.id) })),
	);
	expect(tally(bench.recorder.seen)).toEqual({ list: 1, licences: 8 });
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
		licencesOf = (id) => list(id === 1001 ? [SL1, SL2] : id === 1002 ? [{ licenseNumber: 'X' }] : []);
	});
	afterEach(() => {
		clock.date = now;
	});

	test('Output Fields that want what comes with an option name it', async () => {
		const { hints } = await bench.run('developer', getAll({ outputFields: ['email', 'licences'] }));
		expect(hints.join()).toContain('“licences” (needs Include Licences)');
	});

	test('a file says that the licences of somebody may be incomplete', async () => {
		licencesOf = (id) =>
			id === 1002 ? { body: { status: { code: 0 }, data: [SL1], totalRecordCount: 3 } as IDataObject } : list([SL1]);
		const files = async (): Promise<IDataObject[]> =>
			await bench.ok('developer', getAll({ rows: 'licence', asFile: 'csv' }));
		expect(await files()).toMatchObject([{ records: 3, complete: false, reason: 'total' }]);
		const { hints } = await bench.run('developer', register);
		expect(hints).toEqual([
			expect.stringMatching(/^The list may be incomplete: 1 record was returned, and the service counts 3/),
		]);
		licencesOf = () => list([SL1]);
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
				: list([{ ...service.people[0], isLicensed: 'No' }, { ...service.people[1], ...flag }, service.people[2]]),
		);
		for (const outputFields of ['', 'id, licenceFlags']) {
			const rows = await bench.ok(
				'developer',
				getAll({ rows: 'licence', outputFields }, { returnAll: false, limit: 3 }),
			);
			expect(rows.map(({ id, licenceFlags }) => [id, licenceFlags])).toEqual([
				[1001, 'isLicensed: No'],
				[1001, 'isLicensed: No'],
				[1002, 'doesNotRequireSecurityLicense: true'],
				[1003, null],
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
	expect(tally(bench.recorder.seen)).toEqual({ list: 1 });
	service.people.length = 0;
	bench.recorder.seen.length = 0;
	expect(await bench.ok('developer', register)).toEqual([]);
	expect(tally(bench.recorder.seen)).toEqual({ list: 1 });
});

test('five employees are asked for side by side, and no more', async () => {
	service = new SheetService(14);
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
		return list([{ ...SL1, securityLicenseId: employeeOf(seen) }]);
	});
	const json = await bench.ok('developer', register);
	expect(most).toBe(5);
	expect(json.map(({ id, licenceId }) => [id, licenceId])).toEqual(service.people.map(({ id }) => [id, id]));
});

describe('licences that can’t be read', () => {
	const odd: Array<[string, Canned | 'cut', RegExp]> = [
		['refused', refusal(400, 'Not yours'), /Not yours/],
		['a web page', { body: '<html>Sign in</html>', headers: { 'content-type': 'text/html' } }, /./],
		['no list', { body: { status: { code: 0 }, data: 42 } }, /./],
	];
	test.each(odd)('%s: the run ends and says whose', async (_, canned, words) => {
		licencesOf = (id) => (id === 1002 ? canned : list([SL1]));
		const { error, json } = await bench.run('developer', register);
		expect(json).toEqual([]);
		expect(error?.message).toMatch(/^The licences of employee 1002 could not be read: /);
		expect(error?.message).toMatch(words);
		expect(error?.description).toContain('“licencesError”');
	});

	test.each(odd)(
		'%s: with Continue On Fail the employee says so, and isn’t taken for one without',
		async (_, canned, words) => {
			licencesOf = (id) => (id === 1002 ? canned : list([SL1]));
			const { json } = await bench.run('developer', register, keepGoing);
			expect(json).toHaveLength(3);
			expect(json[1]).toMatchObject({ id: 1002, ...NONE, licencesError: expect.stringMatching(words) });
			const { json: people } = await bench.run('developer', getAll({ includeLicences: true }), keepGoing);
			expect(people[1]).toMatchObject({ id: 1002, licences: null, licencesError: expect.stringMatching(words) });
			expect(people[0]).toMatchObject({ licences: [SL1] });
			const { json: brief } = await bench.run('developer', getAll({ rows: 'licence', outputFields: 'id' }), keepGoing);
			expect(Object.keys(brief[1] ?? {})).toEqual(['id', 'licencesError']);
		},
	);

	test('an error is that of the item that asked', async () => {
		let asked = 0;
		licencesOf = (id) => (id === 1001 && ++asked === 2 ? refusal(400, 'Not yours') : list([SL1]));
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

describe('a service that goes away in the middle', () => {
	let pace: Pace;
	beforeEach(() => {
		pace = new Pace();
	});
	afterEach(() => pace.end());

	test('isn’t asked for everybody else', async () => {
		service = new SheetService(200);
		licencesOf = (id) => (id > 1003 ? { status: 503, body: '' } : list([SL1]));
		const { json, hints } = await bench.run('developer', register, keepGoing);
		expect(json).toHaveLength(200);
		expect(json.filter(({ licencesError }) => licencesError === undefined)).toHaveLength(3);
		expect(bench.recorder.seen.filter(isLicences).length).toBeLessThan(300);
		expect(hints.join(' ')).toMatch(/The licences were not requested for \d+ of 200 employees/);
	});
});
