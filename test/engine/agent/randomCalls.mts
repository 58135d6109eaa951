// Calls as a model might make them: any operation, right and odd arguments, by $fromAI or fixed in the tool, and every switch off.
import type { IDataObject } from 'n8n-workflow';
import { Random } from '../../../sandbox/seed/random.mts';
import { everyOperation } from '../support/everyOperation.mts';
import { ALL_TIME, type KeyName } from './directly.mts';

/** A list as the service has it, and the field that tells its records apart. */
export interface Asked {
	key: KeyName;
	path: string;
	query: Record<string, string>;
	/** What else is asked for: a text, an id, or a name in its place. */
	filter?: { parameter: string; value: string };
	idField: string;
}

export interface RandomCall {
	/** `<resource>.<operation>`. */
	id: string;
	key: KeyName;
	parameters: IDataObject;
	/** What the model fills in. */
	argument: IDataObject;
	/** What a list would have to tell, where its arguments are right. */
	asked?: Asked;
}

interface ListKind {
	id: string;
	key: KeyName;
	path: string;
	idField: string;
	/** What is asked for of all time. */
	period?: Record<string, string>;
	/** Filters, which the form and the service call the same, with values that are there and one that is not. */
	filters?: Record<string, readonly string[]>;
}

/** By their ids, and by their names as somebody writes them. */
const CUSTOMERS = ['1001', '1002', '1004', 'southern cross tower', 'City  of Torrens', 'No such customer'];
const SITES = ['2001', '2004', '2006', 'harbourline – Parramatta', 'Stadium Gate A', 'Southern Cross Tower'];

const LISTS: readonly ListKind[] = [
	{
		id: 'timesheet.getAll',
		key: 'timesheet',
		path: 'timesheets',
		idField: 'timesheetId',
		period: ALL_TIME,
		filters: { customerId: CUSTOMERS, siteIds: SITES, status: ['Approved', 'Pending', 'Rejected'] },
	},
	{
		id: 'incidentReport.getAll',
		key: 'incidentreport',
		path: 'incidentreports/getall',
		idField: 'incidentReportId',
		period: {},
		filters: { customerId: CUSTOMERS, siteId: SITES, searchText: ['Theft', 'gate', 'nothing like it'] },
	},
	{
		id: 'liveOperation.getAll',
		key: 'liveops',
		path: 'liveops',
		idField: 'shiftId',
		period: ALL_TIME,
		filters: { customerId: CUSTOMERS, siteId: SITES },
	},
	{ id: 'customer.getAll', key: 'liveops', path: 'customers', idField: 'id' },
	{ id: 'site.getAll', key: 'liveops', path: 'sites', idField: 'id', filters: { customerId: CUSTOMERS } },
	{
		id: 'staff.getAll',
		key: 'developer',
		path: 'staffs',
		idField: 'id',
		filters: { searchText: ['Ngata', 'SCG10', 'nobody'] },
	},
];

/** Days of the world, and what a model writes in their place. */
const MINE = 'Ōtāhuhu’s “site” 4';
const ODD: readonly unknown[] = [
	'',
	' ',
	'0',
	-1,
	2.5,
	1e21,
	'3001; DROP TABLE employees',
	'../staffs',
	'{{ $env }}',
	'mia.o’brien@southerncross-guarding.example',
	'+61 490 000 000',
	MINE,
	true,
	[],
	{},
	null,
	'9'.repeat(400),
];

const DAYS = ['last week', 'yesterday', 'today', 'This Month', 'the day before'];
const WORDS = [...DAYS, '2026-13-40', 'ever', 'last 3 fortnights'];
const METHODS = ['GET', 'POST', 'PUT', 'PATCH', 'DELETE', 'get', 'post', 'HEAD', 'OPTIONS', ''];
const PATHS = [
	'/api/external/staffs',
	'/api/external/staffs/search?email=liam.chen@southerncross-guarding.example',
	'/api/external/timesheets?startDate=2020-01-01T00:00:00Z&endDate=2035-01-01T00:00:00Z',
	'/api/external/liveops',
	'/api/external/loginaudit',
	'/api/external/token/request',
	'/api/webhook/subscribers',
	'api/external/customers',
	'https://elsewhere.example/api/external/staffs',
	'/api/external/nothing',
];
const HEADERS = ['X-HTTP-Method-Override', 'x-method-override', 'Authorization', 'Accept', 'X-Mine'];

const day = (random: Random): string => {
	const date = new Date(Date.now() - random.between(-2, 25) * 86_400_000);
	return date.toISOString().slice(0, 10);
};

/** In Brisbane, where clocks are never changed. */
const BRISBANE = '+10:00';

export const TIME_ZONE = 'Australia/Brisbane';

/** Half of what a model may fill comes by $fromAI, as n8n’s ✨ button writes it. */
function filled(random: Random, values: IDataObject): { parameters: IDataObject; argument: IDataObject } {
	const argument: IDataObject = {};
	const by = (name: string, value: unknown): unknown => {
		if (typeof value === 'object' && value !== null && !Array.isArray(value) && !('__rl' in value))
			return Object.fromEntries(Object.entries(value).map(([inner, each]) => [inner, by(`${name}_${inner}`, each)]));
		// Nobody can enter null or an object in a form: that comes from a model alone.
		if (typeof value !== 'object' && random.chance(0.5)) return value;
		argument[name] = value as IDataObject;
		return `={{ $fromAI('${name}', 'What belongs there', 'json') }}`;
	};
	const parameters = Object.fromEntries(Object.entries(values).map(([name, value]) => [name, by(name, value)]));
	return { parameters: parameters as IDataObject, argument };
}

function periodOf(random: Random, standard: Record<string, string>) {
	if (random.chance(0.3))
		return {
			values: { period: 'custom', startDate: '2000-01-01', endDate: '2099-12-31' },
			query: { startDate: '2000-01-01T00:00:00Z', endDate: '2099-12-31T13:59:59Z', ...standard },
		};
	const [first = '', last = ''] = [day(random), day(random)].sort();
	const query = { startDate: `${first}T00:00:00${BRISBANE}`, endDate: `${last}T23:59:59.999${BRISBANE}` };
	const utc = Object.fromEntries(Object.entries(query).map(([name, at]) => [name, new Date(at).toISOString()]));
	return { values: { periodText: `${first} ${random.pick(['to', '–', 'until'])} ${last}` }, query: utc };
}

const COUNT_BY = [['site'], ['customer'], ['status'], ['guard'], ['guard', 'day'], ['site', 'status']];

const outputOf = (random: Random): IDataObject =>
	random.pick<IDataObject>([
		{},
		{ output: 'simplified' },
		{ output: 'raw' },
		{ output: 'counts' },
		{ output: 'counts', countBy: random.pick(COUNT_BY) },
		{ people: 'names' },
		{ output: 'selectedFields', fields: ['email', 'mobile', 'status', 'siteName', 'latitude', 'dateOfBirth'] },
	]);

function listCall(random: Random): RandomCall {
	const kind = random.pick(LISTS);
	const [resource = '', operation = ''] = kind.id.split('.');
	const { values = {}, query = {} } = kind.period === undefined ? {} : periodOf(random, kind.period);
	const filters = Object.entries(kind.filters ?? {});
	const [name = '', known = []] = filters.length > 0 && random.chance(0.6) ? random.pick(filters) : [];
	const value = known.length > 0 ? random.pick(known) : undefined;
	const { parameters, argument } = filled(random, {
		...values,
		...(value === undefined ? {} : { filters: { [name]: value } }),
		...(random.chance(0.6) ? { limit: random.pick([1, 3, 50, 500]) } : { returnAll: true }),
	});
	const { id, key, path, idField } = kind;
	const filter = value === undefined ? {} : { filter: { parameter: name, value } };
	return {
		id,
		key,
		parameters: { resource, operation, ...parameters, ...outputOf(random) },
		argument,
		asked: { key, path, idField, query, ...filter },
	};
}

/** An operation with one argument after another made odd. */
function oddCall(random: Random): RandomCall {
	const { id, key, parameters: least } = random.pick(everyOperation);
	const { resource, operation, ...rest } = least;
	const odd = Object.fromEntries(
		Object.entries(rest).map(([name, value]) => [name, random.chance(0.5) ? random.pick(ODD) : value]),
	) as IDataObject;
	const words = random.chance(0.3) ? { periodText: random.pick(WORDS) } : {};
	const filters = random.chance(0.4)
		? { filters: { [random.pick(['customerId', 'siteId', 'employeeId', 'searchText'])]: random.pick(ODD) } }
		: {};
	const { parameters, argument } = filled(random, { ...odd, ...words, ...(filters as IDataObject) });
	const limit = random.chance(0.3) ? { limit: random.pick(ODD) as IDataObject } : {};
	return { id, key, parameters: { resource, operation, ...parameters, ...limit, ...outputOf(random) }, argument };
}

/** Whatever can be written, with the switch off in every way in which it may be off. */
const SWITCHES = [false, 'true', 1, '={{ true }}', "={{ $fromAI('allow', '', 'boolean') }}"];
const OFF: readonly IDataObject[] = [{}, ...SWITCHES.map((allowWrites) => ({ allowWrites }))];

function customCall(random: Random): RandomCall {
	const { parameters, argument } = filled(random, {
		method: random.pick(METHODS),
		path: random.pick(PATHS),
		...(random.chance(0.5) ? { body: '{"employees":[{"id":3001,"mobile":"+61 400 999 999"}]}' } : {}),
		...(random.chance(0.3) ? { limit: random.between(1, 60) } : {}),
	});
	const headers = random.chance(0.3)
		? { headers: { parameters: [{ name: random.pick(HEADERS), value: random.pick(['DELETE', 'PATCH', 'x']) }] } }
		: {};
	return {
		id: 'customRequest.send',
		key: random.pick<KeyName>(['developer', 'timesheet', 'liveops', 'loginaudit', 'webhook']),
		parameters: { resource: 'customRequest', operation: 'send', ...parameters, ...headers },
		argument,
	};
}

/** The same calls for the same seed, and on the same day. */
export function randomCalls(seed: number, count: number): RandomCall[] {
	const random = new Random(seed);
	return Array.from({ length: count }, () => {
		const call = random.pick([listCall, listCall, listCall, oddCall, oddCall, customCall])(random);
		return {
			...call,
			argument: { ...call.argument, allow: true },
			parameters: { ...call.parameters, ...random.pick(OFF) },
		};
	});
}
