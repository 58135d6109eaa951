// Output Fields as a list to tick: what it offers, and what becomes of names that are stored otherwise.
import { beforeAll, describe, expect, test } from '@jest/globals';
import { type IDataObject, type INode, type INodeProperties, NodeHelpers } from 'n8n-workflow';
import { useBench } from '../../support/bench.mts';
import { everyOperation, formOf, offeredIn, switchesOf } from '../../support/everyOperation.mts';

const bench = useBench();
const wide = { period: 'custom', startDate: '2020-01-01T00:00:00Z', endDate: '2035-01-01T00:00:00Z' };
const timesheets = { resource: 'timesheet', operation: 'getAll', ...wide, limit: 2 };

/** The entries for Output Fields of an operation. */
const entriesOf = (id: string): INodeProperties[] =>
	offeredIn(id, 'options').filter(({ name }) => name === 'outputFields');
const ticksOf = ({ options = [] }: INodeProperties): Array<{ name: string; value: string }> =>
	options.flatMap((option) => ('value' in option ? [{ name: option.name, value: String(option.value) }] : []));
const isList = ({ type }: INodeProperties): boolean => type === 'multiOptions';
const lists = everyOperation.flatMap(({ id }) =>
	entriesOf(id)
		.filter(isList)
		.map((entry, index): [string, number, INodeProperties] => [id, index, entry]),
);

/** What n8n keeps of the options when it opens, runs or publishes a workflow, and by which entry it shows Output Fields. */
function stored(options: IDataObject, id = 'timesheet.getAll') {
	const [resource, operation] = id.split('.');
	const { description } = bench.node;
	const parameters = { resource, operation, options } as INode['parameters'];
	const node: INode = { id: 'n', name: 'N', type: description.name, typeVersion: 1, position: [0, 0], parameters };
	const kept = NodeHelpers.getNodeParameters(description.properties, node.parameters, false, false, node, description);
	const shown = entriesOf(id).filter((entry) =>
		NodeHelpers.displayParameter(options as INode['parameters'], entry, node, description, node.parameters),
	);
	return { kept: (kept?.options as IDataObject | undefined)?.outputFields, shown };
}

describe('Output Fields is a list to tick', () => {
	test('of every read whose fields are known, and a text where none can be', () => {
		const texts = everyOperation.filter(({ id }) => entriesOf(id).length > 0 && !entriesOf(id).some(isList));
		expect(texts.map(({ id }) => id)).toEqual(['customRequest.send', 'formTemplate.getAll']);
		expect(lists.length).toBeGreaterThan(13);
	});

	test.each(lists)('%s (%i) has IDs first, then labels in order, and nothing twice', (_, _index, entry) => {
		const ticks = ticksOf(entry);
		const isId = (name: string): boolean => /\bID$/.test(name);
		const ids = ticks.filter(({ name }) => isId(name));
		expect(ticks.slice(0, ids.length)).toEqual(ids);
		const inOrder = (part: typeof ticks): string[] => part.map(({ name }) => name).sort((a, b) => a.localeCompare(b));
		expect(ticks.map(({ name }) => name)).toEqual([...inOrder(ids), ...inOrder(ticks.slice(ids.length))]);
		expect(new Set(ticks.map(({ name }) => name)).size).toBe(ticks.length);
		expect(new Set(ticks.map(({ value }) => value)).size).toBe(ticks.length);
	});

	describe('and every field that comes can be ticked:', () => {
		// Each switch on, and each choice of rows that a list of its own is shown for.
		const kinds = lists.flatMap(([id, , entry]) => {
			const rows = entry.displayOptions?.show?.rows?.map((choice) => ({ rows: String(choice) }));
			return (rows ?? [switchesOf(id)]).map((options): [string, IDataObject, INodeProperties] => [id, options, entry]);
		});
		let subscriberId: string;

		beforeAll(async () => {
			const webhook = async (id: string, more: IDataObject = {}): Promise<IDataObject> => {
				const { parameters } = everyOperation.find((one) => one.id === id) ?? {};
				return (await bench.ok('webhook', { ...parameters, ...more }))[0] ?? {};
			};
			subscriberId = String((await webhook('webhookSubscriber.create')).id);
			await webhook('webhookSubscription.create', { subscriberId });
		});

		test.each(kinds)('%s with %j', async (id, options, entry) => {
			const { key, parameters } = everyOperation.find((one) => one.id === id) ?? { key: 'timesheet' };
			const period = formOf(id).some(({ name }) => name === 'period') ? wide : {};
			const form = { ...parameters, ...period, subscriberId, simplify: false, options, limit: 20 };
			const records = await bench.ok(key, form);
			const offered = new Set(ticksOf(entry).map(({ value }) => value));
			expect(records.length).toBeGreaterThan(0);
			expect(
				[...new Set(records.flatMap((record) => Object.keys(record)))].filter((name) => !offered.has(name)),
			).toEqual([]);
		});
	});
});

describe('n8n keeps what is stored for Output Fields', () => {
	const text = 'timesheetId, staffName';
	const array = ['timesheetId', 'staffName'];

	test.each<[string, unknown]>([
		['ticks', array],
		['an expression', '={{ ["timesheetId", "staffName"] }}'],
		['a text', text],
	])('%s', async (_, outputFields) => {
		const { kept, shown } = stored({ outputFields } as IDataObject);
		expect(kept).toEqual(outputFields);
		expect(shown.map(({ type }) => type)).toEqual(['multiOptions']);
		const records = await bench.ok('timesheet', { ...timesheets, options: { outputFields } as IDataObject });
		expect(records.map((record) => Object.keys(record))).toEqual([array, array]);
	});

	test('names that are not in the list, in any letter case', async () => {
		const outputFields = ['STAFFNAME', 'clockInCoordinates.latitude', 'ofThisService'];
		expect(stored({ outputFields }).kept).toEqual(outputFields);
		const [record] = await bench.ok('timesheet', { ...timesheets, options: { outputFields } });
		expect(Object.keys(record ?? {})).toEqual(['staffName', 'clockInCoordinates', 'ofThisService']);
	});

	test.each([
		['timesheet.getAll', {}, 'approvedBy'],
		['timesheet.getAll', { rows: 'timesheet' }, 'approvedBy'],
		['timesheet.getAll', { rows: 'payLines' }, 'lineKey'],
		['timesheet.getAll', { rows: 'chargeLines' }, 'lineKey'],
		['timesheet.getRates', { rows: 'payLines' }, 'lineKey'],
		['staff.getAll', { rows: 'licence' }, 'daysLeft'],
		['staff.getAll', {}, 'licences'],
	])('%s with %j by the one list that has its rows', (id, options, field) => {
		const { kept, shown } = stored({ ...options, outputFields: [field] }, id);
		expect(kept).toEqual([field]);
		expect(shown).toHaveLength(1);
		expect(shown.flatMap(ticksOf).map(({ value }) => value)).toContain(field);
	});
});

test('a field that its option did not bring is only missing', async () => {
	bench.recorder.answer(() => ({ body: { status: { code: 0 }, data: [{ timesheetId: 1, payRate: { amount: 5 } }] } }));
	const options = { includeRates: true, outputFields: ['timesheetId', 'payRate.currency'] };
	const get = { resource: 'timesheet', operation: 'get', timesheetId: '1' };
	const { hints } = await bench.run('timesheet', { ...get, options });
	expect(hints).toEqual([expect.stringMatching(/^No record has “payRate.currency”\. /)]);
});

test.each([
	[
		['timesheetId', 'hoursPaid', 'payRate.amount'],
		'“hoursPaid” (needs Add Hours), “payRate.amount” (needs Include Rates)',
	],
	[
		['timesheetId', 'lineKey', 'payRate'],
		'“lineKey” (needs a different choice in Rows), “payRate” (needs Include Rates)',
	],
])('of %j those that are missing are named with what brings them: %s', async (outputFields, named) => {
	const { hints } = await bench.run('timesheet', { ...timesheets, options: { outputFields } });
	expect(hints).toEqual([expect.stringContaining(`No record has ${named}`)]);
});

test('fields that only another choice in Rows brings are named so, not as those of an option, before anything is read', async () => {
	const options = { rows: 'payLines', outputFields: ['timesheetId', 'payRate', 'allowance', 'amount'] };
	const { error, hints } = await bench.run('timesheet', { ...timesheets, options });
	expect({ message: error?.message, hints, seen: bench.recorder.seen }).toEqual({
		message:
			'No record has “payRate” (needs a different choice in Rows), “allowance” (needs a different choice in Rows)',
		hints: [],
		seen: [],
	});
});

test.each([{}, { asFile: 'xlsx' }])(
	'a name that no line can have is told before anything is read, one that a line may have is not: %j',
	async (more) => {
		const lines = (outputFields: unknown) =>
			bench.run('timesheet', { ...timesheets, options: { rows: 'chargeLines', outputFields, ...more } as IDataObject });
		const { error } = await lines(['STAFFNAME', 'amuont', 'notes', 'payBreakTime']);
		expect(error?.message).toBe(
			'No record has “amuont” (did you mean “amount”?), “notes” (needs a different choice in Rows)',
		);
		expect(error?.description).toContain('Nothing was read.');
		expect(bench.recorder.seen).toEqual([]);
		const may = await lines('timesheetId, Details.anything, check, details.unit, ratesError, pageInfo');
		expect(may.error?.description ?? '').not.toContain('Nothing was read.');
		expect(bench.recorder.seen.length).toBeGreaterThan(1);
	},
);
