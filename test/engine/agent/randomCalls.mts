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
	period?: [from: string, to: string, standard: Record<string, string>];
	/** A filter of the form, and its parameter at the service, with values that are there and one that is not. */
	filters?: ReadonlyArray<[name: string, parameter: string, values: readonly string[]]>;
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
		period: ['startDate', 'endDate', ALL_TIME],
		filters: [
			['customerId', 'customerId', CUSTOMERS],
			['siteIds', 'siteIds', SITES],
			['status', 'status', ['Approved', 'Pending', 'Rejected']],
		],
	},
	{
		id: 'incidentReport.getAll',
		key: 'incidentreport',
		path: 'incidentreports/getall',
		idField: 'incidentReportId',
		period: ['startDate', 'endDate', {}],
		filters: [
			['customerId', 'customerId', CUSTOMERS],
			['siteId', 'siteId', SITES],
			['searchText', 'searchText', ['Theft', 'gate', 'nothing like it']],
		],
	},
	{
		id: 'liveOperation.getAll',
		key: 'liveops',
		path: 'liveops',
		idField: 'shiftId',
		period: ['startDate', 'endDate', ALL_TIME],
		filters: [
			['customerId', 'customerId', CUSTOMERS],
			['siteId', 'siteId', SITES],
		],
	},
	{ id: 'customer.getAll', key: 'liveops', path: 'customers', idField: 'id', filters: [] },
	{
		id: 'site.getAll',
		key: 'liveops',
		path: 'sites',
		idField: 'id',
		filters: [['customerId', 'customerId', CUSTOMERS]],
	},
	{
		id: 'staff.getAll',
		key: 'developer',
		path: 'staffs',
		idField: 'id',
		filters: [['searchText', 'searchText', ['Ngata', 'SCG10', 'nobody']]],
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

const WORDS = [
	'last week',
	'yesterday',
	'today',
	'This Month',
	'the day before',
	'2026-13-40',
	'ever',
	'last 3 fortnights',
];
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

function periodOf(random: Random, [from, to, standard]: NonNullable<ListKind['period']>) {
	if (random.chance(0.3))
		return {
			values: { period: 'custom', startDate: '2000-01-01', endDate: '2099-12-31' },
			query: { [from]: '2000-01-01T00:00:00Z', [to]: '2099-12-31T13:59:59Z', ...standard },
		};
	const [first = '', last = ''] = [day(random), day(random)].sort();
	const query = { [from]: `${first}T00:00:00${BRISBANE}`, [to]: `${last}T23:59:59.999${BRISBANE}` };
	const utc = Object.fromEntries(Object.entries(query).map(([name, at]) => [name, new Date(at).toISOString()]));
	return { values: { periodText: `${first} ${random.pick(['to', '–', 'until'])} ${last}` }, query: utc };
}

const outputOf = (random: Random): IDataObject =>
	random.pick<IDataObject>([
		{},
		{ output: 'simplified' },
		{ output: 'raw' },
		{ output: 'counts' },
		{
			output: 'counts',
			countBy: random.pick([['site'], ['customer'], ['status'], ['guard'], ['guard', 'day'], ['site', 'status']]),
		},
		{ people: 'names' },
		{ output: 'selectedFields', fields: ['email', 'mobile', 'status', 'siteName', 'latitude', 'dateOfBirth'] },
	]);

function listCall(random: Random): RandomCall {
	const kind = random.pick(LISTS);
	const [resource = '', operation = ''] = kind.id.split('.');
	const { values = {}, query = {} } = kind.period === undefined ? {} : periodOf(random, kind.period);
	const filter = (kind.filters ?? []).length > 0 && random.chance(0.6) ? random.pick(kind.filters ?? []) : undefined;
	const [name = '', parameter = '', known = []] = filter ?? [];
	const value = filter && random.pick(known);
	const { parameters, argument } = filled(random, {
		...values,
		...(value === undefined ? {} : { filters: { [name]: value } }),
		...(random.chance(0.6) ? { limit: random.pick([1, 3, 50, 500]) } : { returnAll: true }),
	});
	return {
		id: kind.id,
		key: kind.key,
		parameters: { resource, operation, ...parameters, ...outputOf(random) },
		argument,
		asked: {
			key: kind.key,
			path: kind.path,
			idField: kind.idField,
			query,
			...(value === undefined ? {} : { filter: { parameter, value } }),
		},
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
const OFF: readonly IDataObject[] = [
	{},
	...[false, 'true', 1, '={{ true }}', "={{ $fromAI('allow', '', 'boolean') }}"].map((allowWrites) => ({
		allowWrites,
	})),
];

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
