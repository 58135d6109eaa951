// What an AI agent sees of people: no contact data and no field that nobody knows, unless a person lets it.
import { beforeAll, describe, expect, test } from '@jest/globals';
import type { IDataObject } from 'n8n-workflow';
import { useBench } from '../support/bench.mts';
import { formOf } from '../support/everyOperation.mts';
import { asTool, everythingOf, reading } from './reads.mts';

const bench = useBench({ total: 'right' });

/** Whatever the sandbox knows of its people that is nobody's business. */
let contacts: string[] = [];
let names: string[] = [];

beforeAll(async () => {
	const path = '/api/external/staffs';
	const custom = { resource: 'customRequest', operation: 'send', path, returnAll: true };
	const people = await bench.ok('developer', custom);
	names = people.map(({ firstName, lastName }) => `${String(firstName)} ${String(lastName)}`);
	const customers = await bench.ok('developer', { ...custom, path: '/api/external/customers' });
	const sites = await bench.ok('developer', { ...custom, path: '/api/external/sites' });
	contacts = [
		...people.flatMap(({ email, mobile }) => [email, mobile]),
		...customers.flatMap(({ contactName, contactEmail, contactPhone }) => [contactName, contactEmail, contactPhone]),
		...sites.flatMap(({ latitude, longitude }) => [latitude, longitude]),
	]
		.filter(Boolean)
		.map(String);
	expect(contacts.length).toBeGreaterThan(100);
});

describe('By default', () => {
	test.each(reading)('%s tells no contact data, whatever is asked for', async (id, { key, parameters }) => {
		for (const more of everythingOf(id)) {
			const told = await bench.ok(key, { ...parameters, ...more }, asTool);
			if (told[0] === undefined || told[0].shown === 0)
				throw new Error(`test/engine/support/everyOperation.mts needs an id that the sandbox has, for ${id}`);
			const answer = JSON.stringify(told);
			expect(contacts.filter((contact) => answer.includes(contact))).toEqual([]);
			expect(answer).not.toMatch(/https?:|@|dateOfBirth/);
		}
	});

	const offersRaw = (id: string): boolean =>
		formOf(id).some(
			({ name, options = [] }) => name === 'output' && options.some((each) => 'value' in each && each.value === 'raw'),
		);

	test.each(reading.filter(([id]) => offersRaw(id)))(
		'Raw is refused by %s, and says what a person may do',
		async (_, { key, parameters }) => {
			bench.recorder.clear();
			const { error } = await bench.run(key, { ...parameters, output: 'raw' }, asTool);
			expect(error?.message ?? '').toMatch(/Ask a person to switch on “Contact Details”/);
			expect(bench.recorder.seen).toEqual([]);
		},
	);

	test.each<[string, unknown]>([
		['an expression', '={{ true }}'],
		['what a model says', "={{ $fromAI('x', '', 'boolean', true) }}"],
		['a text', 'true'],
		['a number', 1],
	])('%s lets nobody see more', async (_, contactDetails) => {
		const parameters = { resource: 'staff', operation: 'getAll', contactDetails } as IDataObject;
		expect(JSON.stringify(await bench.ok('developer', parameters, asTool))).not.toMatch(/@|\+61/);
		const path = '/api/external/staffs';
		const custom = { resource: 'customRequest', operation: 'send', path, contactDetails } as IDataObject;
		expect((await bench.run('developer', custom, asTool)).error?.message).toMatch(/Ask a person to switch on/);
	});

	test('says that something is left out, and whose words the texts are', async () => {
		const [list] = await bench.ok('developer', { resource: 'staff', operation: 'getAll' }, asTool);
		expect(String(list?.['notes'])).toMatch(
			/Contact details.*are left out\. Only a person can switch on “Contact Details”/,
		);
		const parameters = { resource: 'timesheet', operation: 'get', timesheetId: '50010' };
		const [one] = await bench.ok('timesheet', parameters, asTool);
		expect(String(one?.['notes'])).toMatch(/Times are local.*written by other people/);
	});

	test('staff previews name what would change, and tell neither the old nor the new value', async () => {
		const [person] = await bench.ok('developer', { resource: 'staff', operation: 'getAll', limit: 1, simplify: false });
		const row = { email: person?.['email'], firstName: 'Aroha', lastName: 'Othername', mobile: '+61 400 111 222' };
		const columns = { mappingMode: 'autoMapInputData', value: null };
		const upsert = { resource: 'staff', operation: 'upsert', columns };
		const [answer] = await bench.ok('developer', upsert, { ...asTool, items: [{ json: row as IDataObject }] });
		const preview = answer?.['wouldSend'] as IDataObject;
		expect(preview['changes']).toEqual(expect.arrayContaining(['lastName', 'mobile']));
		expect(JSON.stringify(answer)).not.toMatch(/@|400 111|\+61 4/);
		expect(preview).toMatchObject({ action: 'wouldUpdate', lastName: 'Othername', mobile: '[hidden]' });
	});

	test('a request that is held back tells its fields, and not what is in them', async () => {
		const body = { employees: [{ id: 3001, mobile: '+61 400 000 000', dateOfBirth: '1980-02-03', city: 'Cairns' }] };
		const custom = { resource: 'customRequest', operation: 'send', path: '/api/external/staffs', method: 'PATCH' };
		const [answer] = await bench.ok('developer', { ...custom, body: JSON.stringify(body) }, asTool);
		expect(answer).toMatchObject({
			written: false,
			wouldSend: { method: 'PATCH', body: { employees: [{ id: 3001, mobile: '[hidden]', dateOfBirth: '[hidden]' }] } },
		});
		expect(JSON.stringify(answer)).not.toMatch(/400 000|1980/);
	});

	test('a step of a workflow is as ever', async () => {
		const parameters = { resource: 'staff', operation: 'getAll', people: 'pseudonyms', contactDetails: false };
		const [step] = await bench.ok('developer', parameters);
		expect(step?.['email']).toMatch(/@/);
		expect(names).toContain(`${String(step?.['firstName'])} ${String(step?.['lastName'])}`);
	});
});

describe('With Contact Details', () => {
	const shown = { contactDetails: true };

	test('the model sees them, also all fields, and a custom request answers', async () => {
		for (const output of ['simplified', 'raw']) {
			const [list] = await bench.ok('developer', { resource: 'staff', operation: 'getAll', output, ...shown }, asTool);
			expect(JSON.stringify(list)).toMatch(/@southerncross-guarding/);
			expect(String(list?.['notes'])).not.toContain('left out');
		}
		const custom = { resource: 'customRequest', operation: 'send', path: '/api/external/staffs', ...shown };
		expect(JSON.stringify(await bench.ok('developer', custom, asTool))).toMatch(/@southerncross-guarding/);
	});
});

test.each(['pseudonyms', 'Names', '={{ "pseudonyms" }}'])(
	'a tool that is still set to %s names nobody, and refuses',
	async (people) => {
		bench.recorder.clear();
		const { error } = await bench.run('developer', { resource: 'staff', operation: 'getAll', people }, asTool);
		expect(error?.message).toMatch(
			/^This tool is set to replace people’s names.*Ask a person to remove this tool and add it again/,
		);
		expect(bench.recorder.seen).toEqual([]);
	},
);
