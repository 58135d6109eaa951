// What is added to a table appears everywhere: one region and one event are added in memory, and every place is looked at.
import { beforeEach, describe, expect, jest, test } from '@jest/globals';
import type { INodeProperties } from 'n8n-workflow';
import { EVENT_IDENTIFIERS as identifiers } from '../../../nodes/WorkforceOperations/contract/index.ts';
import { catalogue } from '../../../sandbox/deliveries/catalogue.mts';
import { isRegion } from '../../../sandbox/core/keys.mts';

/** No country has this code, so that no region to come has it. */
const CODE = 'zz';

const INVENTED = {
	name: 'Ruritania',
	baseUrl: 'https://gateway-api.ruritania.example',
	subscriptionKeyHeader: 'external-zz-sub-key',
	source: 'assumed',
} as const;

const KEYS = { apiKey: 'k', subscriptionKey: 's' };

const choicesOf = (fields: readonly INodeProperties[], name: string): unknown =>
	fields.find((field) => field.name === name)?.options;

// Every test loads the package anew, so that what it adds is gone with it.
beforeEach(() => {
	jest.resetModules();
});

describe('a region that is added to the table', () => {
	beforeEach(async () => {
		const { regions } = await import('../../../nodes/WorkforceOperations/contract/regions.ts');
		Object.assign(regions, { [CODE]: INVENTED });
	});

	const loadCredential = async () => {
		const { WorkforceOperationsApi } = await import('../../../credentials/WorkforceOperationsApi.credentials.ts');
		return new WorkforceOperationsApi();
	};

	test('can be chosen in the credential, above Custom', async () => {
		const options = choicesOf((await loadCredential()).properties, 'region') as Array<{ value: string }>;
		expect(options).toContainEqual({ name: INVENTED.name, value: CODE, description: INVENTED.baseUrl });
		expect(options.at(-1)?.value).toBe('custom');
	});

	test('is where the test of the credential goes', async () => {
		expect((await loadCredential()).test.request.baseURL).toContain(`${CODE}: '${INVENTED.baseUrl}'`);
	});

	test('is where requests go, with its own header, and not the custom address', async () => {
		const { readSettings } = await import('../../../nodes/WorkforceOperations/transport/index.ts');
		expect(readSettings({ ...KEYS, region: CODE, baseUrl: 'https://elsewhere.test' })).toMatchObject({
			baseUrl: INVENTED.baseUrl,
			subscriptionKeyHeader: INVENTED.subscriptionKeyHeader,
		});
	});

	test('can be compared with the sandbox', async () => {
		const contract = await import('../../../nodes/WorkforceOperations/contract/index.ts');
		const { readOptions, usageOf } = await import('../../../scripts/compare/options.mts');
		expect(readOptions(['--region', CODE], contract)?.service).toEqual({
			name: 'the service (Ruritania)',
			baseUrl: INVENTED.baseUrl,
			subscriptionKeyHeader: INVENTED.subscriptionKeyHeader,
		});
		const codes = Object.keys(contract.regions);
		expect(codes).toContain(CODE);
		expect(usageOf(contract)).toMatch(new RegExp(`--region ${codes.join('\\|')} {2,}the service of a region`));
		expect(() => readOptions(['--region', 'xx'], contract)).toThrow(`--region must be ${codes.join(' or ')}.`);
	});
});

test('a region that is in no table is refused, and not taken for the custom address', async () => {
	const { readSettings } = await import('../../../nodes/WorkforceOperations/transport/index.ts');
	for (const region of [CODE, 'toString', 'AU'])
		expect(() => readSettings({ ...KEYS, region, baseUrl: 'https://elsewhere.test' })).toThrow(
			'The credential’s region does not exist',
		);
});

test('the sandbox can play every region', async () => {
	const { regions } = await import('../../../nodes/WorkforceOperations/contract/regions.ts');
	expect(Object.keys(regions).filter((code) => !isRegion(code))).toEqual([]);
});

describe('an event of a new kind of record that is added to the table', () => {
	const PAIR = { eventType: 'roster', event: 'publish' };

	beforeEach(async () => {
		const { eventRows, MOVES, records } = await import('../../../nodes/WorkforceOperations/contract/eventTable.ts');
		Object.assign(records, { roster: { name: 'Roster', identifier: 'rosterId' } });
		Object.assign(MOVES, { publish: 'Published' });
		(eventRows as unknown[]).push({ ...PAIR, when: 'a roster is published' });
	});

	test('can be chosen in the trigger', async () => {
		const { WorkforceOperationsTrigger } =
			await import('../../../nodes/WorkforceOperations/WorkforceOperationsTrigger.node.ts');
		expect(choicesOf(new WorkforceOperationsTrigger().description.properties, 'events')).toContainEqual({
			name: 'Roster Published',
			value: 'roster.publish',
			description: 'Fires when a roster is published',
		});
	});

	test('can be chosen for a subscription', async () => {
		const { create } = await import('../../../nodes/WorkforceOperations/resources/webhookSubscription/create.ts');
		expect(choicesOf(create.fields, 'eventType')).toContainEqual({ name: 'Roster', value: 'roster' });
		expect(choicesOf(create.fields, 'event')).toContainEqual({ name: 'Published', value: 'publish' });
	});

	test('is known by the identifier of its own record, and by no other', async () => {
		const { EVENT_IDENTIFIERS, eventCatalogue } = await import('../../../nodes/WorkforceOperations/contract/index.ts');
		expect(eventCatalogue.at(-1)).toMatchObject({ ...PAIR, identifier: 'rosterId' });
		expect(EVENT_IDENTIFIERS).toEqual([...identifiers, 'rosterId']);
	});

	test('is read from a delivery with that identifier', async () => {
		const { findIdentifier, findNamedEvent } =
			await import('../../../nodes/WorkforceOperations/trigger/receive/payload.ts');
		const payload = { ...PAIR, timesheetId: 1, rosterId: 2 };
		expect(findNamedEvent(payload)).toEqual(PAIR);
		expect(findIdentifier(payload, PAIR)).toEqual({ name: 'rosterId', value: 2 });
		expect(findIdentifier({ incidentReportId: 1 }, PAIR)).toBeUndefined();
	});
});

describe('a field that is added to the table of its records', () => {
	const ADDED = { name: 'zzColour', label: 'Zz Colour' };
	const HIDDEN = { name: 'zzHome', label: 'Zz Home' };

	beforeEach(async () => {
		const { FIELDS, fieldsOf } = await import('../../../nodes/WorkforceOperations/contract/index.ts');
		FIELDS.site.push(...fieldsOf({ more: `${ADDED.name} ${HIDDEN.name}?*` }));
	});

	const offered = (fields: readonly INodeProperties[], name: string): unknown[] =>
		fields
			.flatMap(({ options = [], ...field }) => [{ ...field, options }, ...(options as INodeProperties[])])
			.filter((field) => field.name === name)
			.flatMap(({ options = [] }) => options);

	test('can be ticked in Output Fields, chosen for a model and watched', async () => {
		const { resources } = await import('../../../nodes/WorkforceOperations/resources/index.ts');
		const { watchProperties } = await import('../../../nodes/WorkforceOperations/watch/form.ts');
		const form = resources.find(({ value }) => value === 'site')?.operations[0]?.fields ?? [];
		const plain = { name: ADDED.label, value: ADDED.name };
		const assumed = {
			name: HIDDEN.label,
			value: HIDDEN.name,
			description: 'The service doesn’t document this field name',
		};
		expect(offered(form, 'outputFields')).toEqual(expect.arrayContaining([plain, assumed]));
		expect(offered(form, 'fields')).toEqual(
			expect.arrayContaining([plain, { name: HIDDEN.label, value: HIDDEN.name }]),
		);
		expect(offered(watchProperties, 'watchFields')).toEqual(expect.arrayContaining([plain, assumed]));
	});

	test('is seen by an agent, unless it is private', async () => {
		const { AgentView } = await import('../../../nodes/WorkforceOperations/operations/shownToAgent.ts');
		const view = new AgentView({ parameters: {} });
		expect(view.record({ id: 1, zzColour: 'red', zzHome: 'here', zzOther: 2 }, 'site').record).toEqual({
			id: 1,
			zzColour: 'red',
		});
	});
});

test('the sandbox reports every event of the catalogue, and no other', async () => {
	const { eventCatalogue } = await import('../../../nodes/WorkforceOperations/contract/index.ts');
	const pairs = eventCatalogue.map(({ eventType, event }) => ({ eventType, event }));
	expect(new Set(pairs.map((pair) => JSON.stringify(pair)))).toEqual(
		new Set(catalogue.map((pair) => JSON.stringify(pair))),
	);
});
