import { describe, expect, test } from '@jest/globals';
import { type INode, type INodeProperties, NodeHelpers } from 'n8n-workflow';
import { useBench } from '../support/bench.mts';
import { everyOperation, offeredIn } from '../support/everyOperation.mts';

const bench = useBench({ isApproved: 'all' });

const node: INode = {
	id: 'n',
	name: 'N',
	type: 'workforceOperations',
	typeVersion: 1,
	position: [0, 0],
	parameters: {},
};
const nodeOf = (parameters: INode['parameters']): INode => ({ ...node, parameters });

/** What n8n tells an agent that the tool does, when nobody writes it by hand. */
const told: Record<string, string> = {
	'customRequest.send': 'Send custom request in Workforce Operations',
	'apiKey.check': 'Check API key in Workforce Operations',
	'customer.getAll': 'Get many customers in Workforce Operations',
	'formTemplate.getAll': 'Get many form templates in Workforce Operations',
	'incidentReport.get': 'Get incident report in Workforce Operations',
	'incidentReport.getAll': 'Get many incident reports in Workforce Operations',
	'incidentReport.getAllByFormTemplate': 'Get many incident reports by form template in Workforce Operations',
	'liveOperation.getAll': 'Get many live operations (shifts) in Workforce Operations',
	'loginAudit.getAll': 'Get many login events in Workforce Operations',
	'loginAudit.getRecent': 'Get recent login events by user in Workforce Operations',
	'securityLicence.getAll': 'Get many security licences in Workforce Operations',
	'securityLicence.upsert': 'Create or update security licence in Workforce Operations',
	'site.getAll': 'Get many sites in Workforce Operations',
	'staff.create': 'Create staff in Workforce Operations',
	'staff.getAll': 'Get many staff in Workforce Operations',
	'staff.getByEmail': 'Get staff member by email in Workforce Operations',
	'staff.upsert': 'Create or update staff in Workforce Operations',
	'staff.update': 'Update staff in Workforce Operations',
	'timesheet.get': 'Get timesheet in Workforce Operations',
	'timesheet.getAll': 'Get many timesheets in Workforce Operations',
	'timesheet.getRates': 'Get timesheet rates in Workforce Operations',
	'webhookSubscriber.create': 'Create webhook subscriber in Workforce Operations',
	'webhookSubscriber.update': 'Update webhook subscriber in Workforce Operations',
	'webhookSubscription.create': 'Create webhook subscription in Workforce Operations',
	'webhookSubscription.getAll': 'Get many webhook subscriptions in Workforce Operations',
	'webhookSubscription.update': 'Update webhook subscription in Workforce Operations',
};

/** An operation that is not in the table must look like a sentence at least. */
const wordsOf = (id: string): unknown =>
	told[id] ?? expect.stringMatching(/^(Get|Create|Update|Find|Send)( [\w-]+)+ in Workforce Operations$/);

describe('As a tool of an agent', () => {
	test('the node may be one', () => {
		expect(bench.node.description.usableAsTool).toBe(true);
	});

	test.each(everyOperation)('$id says what it does', ({ id, parameters }) => {
		const words = NodeHelpers.getToolDescriptionForNode(nodeOf(parameters as INode['parameters']), bench.node);
		expect(words).toEqual(wordsOf(id));
	});

	const FILLABLE = ['string', 'number', 'boolean', 'dateTime', 'json', 'resourceLocator', 'options', 'multiOptions'];
	/** Fields of every depth that a model may be asked to fill. */
	const fillable = (fields: INodeProperties[]): INodeProperties[] =>
		fields.flatMap((field) => {
			if (field.type === 'collection') return fillable((field.options ?? []) as INodeProperties[]);
			if (field.type === 'fixedCollection')
				return (field.options ?? []).flatMap((option) => ('values' in option ? fillable(option.values) : []));
			return FILLABLE.includes(field.type) ? [field] : [];
		});

	test('every field that a model may fill is described, unless its name says it all', () => {
		const plain =
			/^(Resource|Operation|Method|Name|Value|First Name|Last Name|Middle Name|Email|Address|City|Country Code|State Code|Postcode|Mobile|Gender|Known As (First|Last) Name|Emergency Contact (Name|Number))$/;
		const bare = fillable(bench.node.description.properties).filter(
			({ description, displayName }) => !description && !plain.test(displayName),
		);
		expect(bare.map(({ displayName }) => displayName)).toEqual([]);
	});

	test('no collection of a form is empty', () => {
		const collections = bench.node.description.properties.filter(({ type }) => type === 'collection');
		expect(collections.length).toBeGreaterThan(20);
		expect(collections.filter(({ options = [] }) => options.length === 0)).toEqual([]);
	});

	test('what comes back is small unless more is asked for', async () => {
		const dates = { period: 'custom', startDate: '2020-01-01', endDate: '2035-01-01' };
		const records = await bench.ok('timesheet', { resource: 'timesheet', operation: 'getAll', ...dates });
		expect(records).toHaveLength(50);
		expect(JSON.stringify(records).length).toBeLessThan(30_000);
		const lists = bench.node.description.properties.filter(({ name }) => name === 'returnAll');
		expect(new Set(lists.map(({ default: standard }) => standard))).toEqual(new Set([false]));
	});

	test('has n8n’s Output in place of Simplify, with fields that the service has', async () => {
		const { description } = bench.node;
		const parameters = { resource: 'timesheet', operation: 'getAll', output: 'selectedFields' };
		const shown = (name: string, values: INode['parameters']): string[] => {
			const type = { ...description, name };
			return description.properties
				.filter((field) => NodeHelpers.displayParameter(values, field, nodeOf(values), type))
				.map((field) => field.name);
		};
		const step = shown('workforceOperations', parameters);
		const tool = shown('workforceOperationsTool', parameters);
		// A step has Output for its counts.
		const either = ['simplify', 'output', 'fields', 'continueFrom'];
		expect(either.filter((name) => step.includes(name))).toEqual(['simplify', 'output']);
		expect(either.filter((name) => tool.includes(name))).toEqual(['output', 'fields', 'continueFrom']);
		const [stop] = offeredIn('timesheet.getAll', 'options').filter(({ name }) => name === 'ifIncomplete');
		const stops = (name: string): boolean =>
			stop !== undefined && NodeHelpers.displayParameter({}, stop, nodeOf({}), { ...description, name }, parameters);
		expect(['workforceOperations', 'workforceOperationsTool'].map(stops)).toEqual([true, false]);
		expect(shown('workforceOperationsTool', { ...parameters, output: 'raw' })).not.toContain('fields');
		const choices = description.properties.filter(({ name }) => name === 'fields');
		expect(choices.length).toBeGreaterThanOrEqual(8);
		const [of] = choices.filter(
			({ displayOptions }) =>
				displayOptions?.show?.resource?.includes('timesheet') && displayOptions.show.operation?.includes('getAll'),
		);
		// The sandbox may leave out what a record has no value for; nothing is taken off an invoice there.
		const whole = Object.assign(
			{ invoiceBreakTime: 0 },
			...(await bench.ok('timesheet', { resource: 'timesheet', operation: 'getAll', simplify: false, limit: 50 })),
		) as object;
		const offered = (of?.options ?? []).flatMap((option) => ('value' in option ? [String(option.value)] : []));
		expect(offered.length).toBeGreaterThan(20);
		expect(offered.filter((name) => !Object.hasOwn(whole, name))).toEqual([]);
	});

	test.each(everyOperation.filter(({ id }) => /\.getAll/.test(id) && !id.startsWith('webhook')))(
		'the whole answer of $id stays small, as it opens',
		async ({ key, parameters }) => {
			const records = await bench.ok(key, parameters);
			expect(records.length).toBeLessThanOrEqual(50);
			expect(JSON.stringify(records).length).toBeLessThanOrEqual(40_000);
		},
	);

	test('an empty value of a model is no value', async () => {
		const model = (name: string): string => `={{ $fromAI("${name}", "", "string", "") }}`;
		const filters = {
			customerId: { __rl: true, mode: 'id', value: model('customer') },
			siteId: model('site'),
			formName: model('form'),
			searchText: '={{ undefined }}',
			reportId: model('report'),
		};
		const dates = { period: 'anyTime', startDate: '={{ "" }}', endDate: '={{ null }}' };
		const reports = { resource: 'incidentReport', operation: 'getAll', ...dates, filters };
		expect((await bench.one('incidentreport', reports)).query).toEqual({ limit: '50' });
	});
});
