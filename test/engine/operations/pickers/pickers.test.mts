import { Pace } from '../../../../kit/time/skippingClock.mts';
import { afterAll, beforeEach, describe, expect, test } from '@jest/globals';
import { resources } from '../../../../nodes/WorkforceOperations/resources/index.ts';
import type { IDataObject } from 'n8n-workflow';
import type { CredentialStore } from '../../../../kit/core/credentials.mts';
import { credentialFor } from '../../../../kit/core/engine.mts';
import { separateKeysOf } from '../../../../kit/n8n/sandboxCredentials.mts';
import { locator, useBench } from '../../support/bench.mts';
import { names, pickersOf } from './pickerForm.mts';

// The order of a list is nowhere shown; here it is the default variant's. So is the end, since the requests are counted.
const bench = useBench({ cursor: 'id', end: 'null' });
// A service that takes a page of any size.
const generous = useBench({ largestPage: 'clamped', end: 'null' });

// Answers are kept for a minute; between two tests some minutes pass.
const pace = new Pace();
beforeEach(async () => await pace.pass(600_000));
afterAll(() => pace.end());

const { methods, search, load } = pickersOf(bench);
describe('Pickers', () => {
	test('every list method that a field names exists', () => {
		const fields = JSON.stringify(resources);
		const named = [...fields.matchAll(/"(?:searchListMethod|loadOptionsMethod)":"(\w+)"/g)].map(([, name]) => name);
		expect(new Set(named)).toEqual(new Set([...Object.keys(methods.listSearch), ...Object.keys(methods.loadOptions)]));
	});

	test.each([
		['searchCustomers', 'liveops', { filter: 'Tower' }, { name: 'Southern Cross Tower', value: '1004' }],
		['searchSites', 'webhook', { filter: 'Berrimah' }, { name: 'Northgate Berrimah Depot', value: '2008' }],
		['searchStaff', 'developer', { searchText: 'SCG100' }, { name: 'Aroha Ngata (SCG100)', value: '3001' }],
	] as const)('%s with a key %s looks for text at the service: %j', async (method, key, query, found) => {
		const [filter] = Object.values(query);
		expect((await search(method, key, { filter })).results).toEqual([found]);
		expect(bench.recorder.seen.map((seen) => seen.query)).toEqual([{ ...query, limit: '100' }]);
	});

	test('form templates are looked through here, because the service has no free text for them', async () => {
		const theft = { name: 'Theft or Attempted Theft', value: '501' };
		const found = await search('searchFormTemplates', 'incidentreport', { filter: ' theft ' });
		expect(found.results).toEqual([theft]);
		expect((await search('searchFormTemplates', 'incidentreport')).results[0]).toEqual(theft);
	});

	test.each([
		['a locator in the filters', { filters: { customerId: locator('1002', 'list') } }, 'parameters.filters.siteId'],
		['a plain value in the filters', { filters: { customerId: 1002 } }, 'parameters.filters.siteId'],
		['a multi-select in the options', { options: { customerId: ['1002'] } }, 'parameters.options.siteId'],
		['a locator at the top level', { customerId: locator('1002') }, 'parameters.siteId'],
	])('sites are those of the chosen customer: %s', async (_, form, path) => {
		const wanted = ['Northgate Eagle Farm Depot', 'Eagle Farm Truck Yard', 'Northgate Berrimah Depot'];
		expect(names(await search('searchSites', 'liveops', { form, path }))).toEqual(wanted);
		expect((await load('getSites', 'liveops', { form, path })).map(({ name }) => name)).toEqual(wanted);
	});

	test('a multi-select asks in large pages, whatever a list to search in has found', async () => {
		const store = generous.store('timesheet');
		await search('searchCustomers', 'timesheet', { store });
		await load('getCustomers', 'timesheet', { store });
		expect(generous.recorder.seen.map(({ query }) => query)).toEqual([{ limit: '100' }, { limit: '500' }]);
	});

	test('answers are kept for a while, per key and per question; callers at the same time share one', async () => {
		const store = bench.store('timesheet');
		await Promise.all([
			search('searchCustomers', 'timesheet', { store }),
			search('searchCustomers', 'timesheet', { store }),
		]);
		await search('searchCustomers', 'timesheet', { store });
		expect(bench.recorder.seen).toHaveLength(1);
		await search('searchCustomers', 'timesheet', { store, filter: 'x' });
		await search('searchCustomers', 'liveops');
		await search('searchSites', 'timesheet', { store });
		expect(bench.recorder.seen).toHaveLength(4);
	});

	test('a failure is not kept', async () => {
		const store = bench.store('timesheet');
		bench.recorder.answer(() => ({ status: 400, body: { status: { code: 400, errorMessage: 'Not now' } } }));
		await expect(search('searchCustomers', 'timesheet', { store })).rejects.toThrow('Not now');
		bench.recorder.answer(undefined);
		expect((await search('searchCustomers', 'timesheet', { store })).results).toHaveLength(10);
	});

	test.each([
		['searchStaff', 'timesheet', 'employees', 'of type “developer”', 'By Internal ID', 'Developer Key'],
		['searchFormTemplates', 'developer', 'form templates', 'of type “incidentreport”', 'By ID', 'Incident Report Key'],
		['searchTimesheets', 'developer', 'timesheets', 'of type “timesheet”', 'By ID', 'Timesheet Key'],
		['searchUsers', 'developer', 'logins', 'with the scope “login-audits.read”', 'By ID', 'Audit Key'],
		[
			'searchSubscriptions',
			'timesheet',
			'subscriptions',
			'of type “developer” or “webhook”',
			'By ID',
			'Webhook Key or Developer Key',
		],
	] as const)(
		'%s with a key %s, which can’t list %s, says which key can, and how to go on',
		async (method, key, what, needed, way, field) =>
			await expect(search(method, key, { form: { subscriberId: 12 } })).rejects.toMatchObject({
				message: `This API key can’t list ${what}`,
				description: `The list needs an API key ${needed}. Choose “${way}” instead and enter the ID, or use a credential that has such a key. One credential can hold several keys: switch on Separate Keys there and fill in ${field}.`,
			}),
	);

	const filterRefused = { status: { code: 12, errorMessage: 'No such filter' }, data: null };
	const notAccepted = 'The service does not accept the token or the subscription key';
	const notFound = 'The service can’t find what was requested';
	test.each<[number, object, object, string]>([
		[400, filterRefused, { message: 'No such filter', code: '12' }, 'Check the node’s values.'],
		[401, { message: 'Access denied' }, { message: notAccepted }, 'Check the Subscription Key first'],
		[404, {}, { message: notFound }, 'Check the ID, and the credential’s Region'],
	])('an error of %i other than a 403 keeps its words, its code and its cure', async (status, body, error, cure) => {
		bench.recorder.answer(() => ({ status, body }));
		await expect(search('searchCustomers', 'timesheet', { filter: `error ${status}` })).rejects.toMatchObject({
			...error,
			httpCode: String(status),
			description: expect.stringContaining(cure),
		});
	});

	test('when the budget is used up it says so after a short while', async () => {
		const store = credentialFor(bench.sandbox, 'timesheet', { baseUrl: bench.recorder.url, requestsPerMinute: 1 });
		const before = pace.waited;
		await search('searchCustomers', 'timesheet', { store, filter: 'a' });
		await expect(search('searchCustomers', 'timesheet', { store, filter: 'b' })).rejects.toThrow(
			'The API key has used up its requests for this minute',
		);
		expect(pace.waited - before).toBeLessThan(15_000);
	});

	test('a credential that can’t be used is explained', async () => {
		const store = credentialFor(bench.sandbox, 'timesheet', { apiKey: '' });
		await expect(search('searchCustomers', 'timesheet', { store })).rejects.toMatchObject({
			message: 'The API key is empty',
			description: expect.stringContaining('Open the credential and paste the key'),
		});
	});
});

describe('With a credential that holds a key for each area', () => {
	const store = (changes: IDataObject = {}): CredentialStore =>
		credentialFor(bench.sandbox, 'timesheet', {
			baseUrl: bench.recorder.url,
			requestsPerMinute: 6000,
			...separateKeysOf(bench.sandbox),
			...changes,
		});

	const refusal = async (changes: IDataObject): Promise<unknown> =>
		await search('searchStaff', 'timesheet', { store: store(changes) }).catch((thrown: unknown) => thrown);

	test.each([
		['searchStaff', 'Aroha Ngata (SCG100)'],
		['searchFormTemplates', 'Theft or Attempted Theft'],
		['searchSites', 'Northgate Berrimah Depot'],
	] as const)('%s takes the key of its own area, whatever the form is for', async (method, name) => {
		expect(names(await search(method, 'timesheet', { store: store() }))).toContain(name);
	});

	describe('a list without a fitting key', () => {
		test('says which field of the credential to fill, where API Key is of another type', async () => {
			expect(await refusal({ developerKey: '' })).toMatchObject({
				message: 'This API key can’t list employees',
				description:
					'The list needs an API key of type “developer”. Choose “By Internal ID” instead and enter the ID, or enter that key in the credential’s Developer Key.',
			});
		});

		test('says so before anything is sent, where there is no key at all', async () => {
			const { seen } = bench.recorder;
			const before = seen.length;
			expect(await refusal({ developerKey: '', apiKey: '' })).toMatchObject({
				message: 'The credential has no key for this (Developer Key)',
				description:
					'Open the credential and fill in Developer Key, or API Key. Or choose “By Internal ID” and enter the ID.',
			});
			expect(seen).toHaveLength(before);
		});
	});
});
