import { expect, test } from '@jest/globals';
import { choiceTable } from '../../sandbox/core/choices.mts';
import { endpointsOf, loadDescription } from '../../sandbox/description/load.mts';
import { describeService } from '../../scripts/docs/description.mts';
import { calls, makeSubscription, period } from './calls.mts';
import { useClient, withClient, type Json, type KeyName } from './support.mts';

const client = useClient();
/** The same data from a service that shows a field also where there is nothing in it. */
const complete = useClient({ choices: { nulls: 'anywhere' }, validateResponses: false });

const { schemas } = loadDescription().components;
const namesIn = (schema: string): string[] => Object.keys(schemas[schema]?.properties ?? {}).sort();

const lists = endpointsOf(loadDescription()).flatMap(({ operationId, method, answer }): Array<[string, string[]]> => {
	const fields = answer?.properties?.data?.items?.properties;
	return method === 'GET' && fields !== undefined ? [[operationId, Object.keys(fields).sort()]] : [];
});

// Clients must keep unknown fields and miss none; the sandbox itself shows exactly what its description names.
test.each(lists)('every record of %s has exactly the fields that are described', async (operationId, fields) => {
	const { path, keys: [key = 'developer'] = [] } = calls[operationId] ?? { path: '' };
	if (operationId === 'listSubscriptions') await makeSubscription(complete);
	const { rows } = await complete.get(key, operationId === 'listTimesheets' ? `${path}&limit=500` : path);
	expect(rows.length).toBeGreaterThan(0);
	for (const row of rows) expect(Object.keys(row).sort()).toEqual(fields);
});

test('a full report and the rates have exactly the fields of their description', async () => {
	const path = '/external/incidentreports/reportdata?incidentReportId=80002';
	const report = (await complete.get('incidentreport', path)).body.data as Json;
	expect(Object.keys(report).sort()).toEqual(namesIn('IncidentDetail'));
	const rates = (await complete.get('timesheet', '/external/timesheets/50001/rates')).body.data as Json;
	expect(Object.keys(rates).sort()).toEqual(namesIn('Rates'));
});

/** Every field of an answer with its place, such as `notes[].note`. */
function placesIn(value: unknown, place = ''): string[] {
	if (Array.isArray(value)) return value.flatMap((item) => placesIn(item, `${place}[]`));
	if (typeof value !== 'object' || value === null) return [];
	return Object.entries(value).flatMap(([name, inner]) => {
		const here = place === '' ? name : `${place}.${name}`;
		return [here, ...placesIn(inner, here)];
	});
}

const described = new Map(describeService().map((row) => [row.operationId, row]));

/** What an answer shows that its description doesn't name, at any depth. */
function undescribed(operationId: string, body: Json): string[] {
	const row = described.get(operationId);
	if (row === undefined) throw new Error(`There is no operation ${operationId}`);
	const known = new Set([...row.wrapping.map(({ name }) => name), ...row.answer.map(({ name }) => `data.${name}`)]);
	const places = placesIn(body).map((place) => place.replace(/^data\[\]/, 'data'));
	return [...new Set(places.filter((place) => !known.has(place)))];
}

function sampleOf({ type, format }: Json): unknown {
	if (String(type).includes('integer')) return 7;
	return format === 'date-time' ? '2026-01-02T00:00:00Z' : 'deep@example.com';
}

// Invented fields deep inside a record are assumptions too, and are counted as such.
test('no answer shows a field, at any depth, that its description does not name', async () => {
	const seen: string[] = [];
	const check = async (operationId: string, key: KeyName, path: string, body?: unknown): Promise<Json> => {
		const method = described.get(operationId)?.method ?? 'GET';
		const answer = await client.call(key, method, path, body);
		const found = { path, status: answer.status, undescribed: undescribed(operationId, answer.body) };
		expect(found).toEqual({ path, status: 200, undescribed: [] });
		seen.push(operationId);
		return answer.body.data as Json;
	};
	// Lists in one page.
	for (const { operationId, method, parameters } of endpointsOf(loadDescription())) {
		const { keys, path } = calls[operationId] ?? {};
		if (method !== 'GET' || path === undefined || operationId === 'listSubscriptions') continue;
		const size = parameters.find(({ name }) => name === 'limit' || name === 'pageSize')?.name;
		const whole = size === undefined ? path : `${path}${path.includes('?') ? '&' : '?'}${size}=500`;
		await check(operationId, keys?.[0] ?? 'developer', whole);
	}
	const { rows: entries } = await client.get('timesheet', `/external/timesheets?${period}&limit=500`);
	for (const list of ['notes', 'allowances', 'staffSubmittedTimesheetTimes'])
		expect([list, entries.some((entry) => (entry[list] as unknown[]).length > 0)]).toEqual([list, true]);
	for (const { timesheetId } of entries.filter(({ allowances }) => (allowances as unknown[]).length > 0).slice(0, 5)) {
		await check('getTimesheet', 'timesheet', `/external/timesheets/${String(timesheetId)}`);
		await check('getTimesheetRates', 'timesheet', `/external/timesheets/${String(timesheetId)}/rates`);
	}
	for (let id = 80001; id <= 80010; id++)
		await check('getIncidentReport', 'incidentreport', `/external/incidentreports/reportdata?incidentReportId=${id}`);
	await check('listFormTemplates', 'incidentreport', '/external/incidentreport/formtemplates?showActiveOnly=false');
	const exchange = { apiKey: client.sandbox.keys.timesheet };
	await check('requestToken', 'timesheet', '/external/token/request', exchange);
	await check('requestTokenShort', 'timesheet', '/token/request', exchange);
	const { properties } = schemas.EmployeeCreate as { properties: Record<string, Json> };
	const everything: Json = {};
	for (const [name, schema] of Object.entries(properties)) everything[name] = sampleOf(schema);
	everything.licenses = [{ licenseNumber: 'D-1' }];
	const write = (operationId: string, path: string, body?: Json): Promise<Json> =>
		check(operationId, 'developer', path, body);
	await write('createStaff', '/external/staffs', { employees: [everything] });
	await write('updateStaff', '/external/staffs', { employees: [{ id: 3001, city: 'Sydney' }] });
	await write('upsertLicences', '/external/staffs/3001/licenses', { licenses: [{ licenseNumber: 'D-2' }] });
	const { id: subscriberId } = await write('createSubscriber', '/webhook/subscribers');
	await write('updateSubscriber', `/webhook/subscribers/${String(subscriberId)}`, { rotateSecretToken: true });
	const subscription = { subscriberId, event: 'submit', eventType: 'timesheet', uri: 'https://example.com/' };
	const { id } = await write('createSubscription', '/webhook/subscriptions', subscription);
	await write('updateSubscription', `/webhook/subscriptions/${String(id)}`, { isActive: false });
	await check('listSubscriptions', 'developer', `/webhook/subscribers/${String(subscriberId)}/subscriptions`);
	expect([...new Set(seen)].sort()).toEqual([...described.keys()].sort());
});

test.each([
	['listLiveOperations', 'liveops', '/external/liveops?unknown=1'],
	['listLoginAudit', 'loginaudit', '/external/loginaudit?unknown=1'],
	['listCustomers', 'timesheet', '/external/customers?unknown=1'],
	['listIncidentReports', 'incidentreport', '/external/incidentreports/getall?unknown=1'],
	['searchStaff', 'developer', '/external/staffs/search?unknown=1'],
] as const)('nor does a refusal of %s', async (operationId, key, path) => {
	const { status, body } = await client.get(key, path);
	expect({ status, undescribed: undescribed(operationId, body) }).toEqual({ status: 400, undescribed: [] });
});

test.each(Object.keys(choiceTable.rates.values) as Array<keyof typeof choiceTable.rates.values>)(
	'rates that are “%s” show what is described, and come to their total',
	async (rates) => {
		await withClient({ choices: { rates, nulls: 'documented' } }, async (other) => {
			for (const id of [50001, 50002, 50006]) {
				const { status, body } = await other.get('timesheet', `/external/timesheets/${id}/rates`);
				expect({ status, undescribed: undescribed('getTimesheetRates', body) }).toEqual({
					status: 200,
					undescribed: [],
				});
				const { total, ordinary, overtime } = (body.data as Json).payRate as Json;
				const shares = [ordinary, overtime].filter((share) => share !== undefined) as Json[];
				const sum = shares.reduce((amount, share) => amount + Number(share.amount), 0);
				expect(rates === 'flat' ? 0 : sum - Number(total)).toBeCloseTo(0, 6);
				expect(shares.length > 0).toBe(rates !== 'flat');
			}
		});
	},
);
