import {
	type ILoadOptionsFunctions,
	type INodeListSearchItems,
	type INodeListSearchResult,
	type INodePropertyOptions,
} from 'n8n-workflow';
import {
	type Access,
	describeAccess,
	endpoints,
	fieldWords,
	idNamesOf,
	isJsonObject,
	type JsonObject,
	nameWithNumber,
	valueUnder,
} from '../contract';
import {
	asNodeError,
	asProblem,
	type Call,
	collect,
	connect,
	type Connection,
	isKind,
	nodeError,
	type Settings,
	settingsFor,
	type Values,
} from '../transport';
import { NAMED, type NamedFields } from '../form/namedLists';
import { cached } from '../transport/cachedLists';

const PICKER_PAGE = 100;

/** A multi-select has no paging: it shows this many and says so. */
const MOST_OPTIONS = 1000;
const OPTIONS_PAGE = 500;

/** Sites are requested for each chosen customer; with more customers than this, the list isn't narrowed. */
const MOST_CUSTOMERS = 5;

/** `byId`: the label of the mode in which an id is entered instead. */
interface PickerList extends NamedFields {
	byId: string;
}

const customers: PickerList = { ...NAMED.customers, byId: 'By ID' };
const employees: PickerList = { ...NAMED.employees, byId: 'By Internal ID' };
const formTemplates: PickerList = { ...NAMED.formTemplates, byId: 'By ID' };
const sites: PickerList = { ...NAMED.sites, byId: 'By ID' };

function entry({ names }: NamedFields, ids: readonly string[], record: JsonObject): INodeListSearchItems[] {
	const id = valueUnder(record, ids);
	return id === undefined ? [] : [{ name: valueUnder(record, names) ?? nameWithNumber(record) ?? id, value: id }];
}

const UNREADABLE = 'The credential can’t be read';

export async function openConnection(context: ILoadOptionsFunctions): Promise<Connection> {
	try {
		return await connect(context);
	} catch (error) {
		const problem = asProblem(error, UNREADABLE);
		throw nodeError(
			{ context, settings: { apiKey: '', subscriptionKey: '' } },
			{ kind: 'settings', message: problem.message, description: problem.cure },
		);
	}
}

type Listed = Pick<PickerList, 'what' | 'byId' | 'endpoint'>;

export function keyFor(context: ILoadOptionsFunctions, { settings }: Connection, { endpoint, byId }: Listed): Settings {
	try {
		return settingsFor(settings, endpoints[endpoint].access);
	} catch (error) {
		const problem = asProblem(error, UNREADABLE);
		const description = `${problem.cure ?? ''} Or choose “${byId}” and enter the ID.`.trim();
		throw nodeError({ context, settings }, { kind: 'settings', message: problem.message, description });
	}
}

function placeOfKey({ separateKeys }: Settings, access: Access): string {
	const fields = fieldWords(access);
	if (separateKeys !== undefined) return `enter that key in the credential’s ${fields}`;
	return `use a credential that has such a key. One credential can hold several keys: switch on Separate Keys there and fill in ${fields}`;
}

/** Explains a refusal: a key that may not list records may still use their ids. */
export async function listable<Result>(
	{ context, settings }: Pick<Connection, 'settings'> & { context: ILoadOptionsFunctions },
	{ what, byId, endpoint }: Listed,
	make: () => Promise<Result>,
): Promise<Result> {
	try {
		return await make();
	} catch (error) {
		if (!isKind(error, 'forbidden')) throw asNodeError(context.getNode(), error);
		const { access } = endpoints[endpoint];
		const needs = describeAccess(access);
		error.message = `This API key can’t list ${what}`;
		error.description = `The list needs ${needs}. Choose “${byId}” instead and enter the ID, or ${placeOfKey(settings, access)}.`;
		throw asNodeError(context.getNode(), error);
	}
}

function withoutIdsError(connection: Connection, { what, byId }: PickerList, [record = {}]: JsonObject[]): Error {
	const fields = Object.keys(record).slice(0, 12).join(', ');
	return nodeError(connection, {
		kind: 'unreadable',
		message: `The service’s list of ${what} has no ID that the node recognises`,
		description: `Choose “${byId}” instead and enter the ID. The first record’s fields: ${fields}.`,
	});
}

async function searchList(
	context: ILoadOptionsFunctions,
	naming: PickerList,
	query: Values,
	cursor?: string,
	limit = PICKER_PAGE,
): Promise<INodeListSearchResult> {
	const connection = await openConnection(context);
	const call: Call = { endpoint: endpoints[naming.endpoint], query };
	const { budgetKey } = keyFor(context, connection, naming);
	const key = [budgetKey, naming.endpoint, limit, JSON.stringify(query), cursor].join('|');
	return await listable(
		{ context, settings: connection.settings },
		naming,
		async () =>
			await cached(key, async () => {
				const { records, last } = await collect(connection, call, {
					limit,
					largest: Math.min(limit, OPTIONS_PAGE),
					startCursor: cursor,
				});
				const ids = idNamesOf(endpoints[naming.endpoint].ids ?? [], connection.settings.details);
				const results = records.flatMap((record) => entry(naming, ids, record));
				// An empty list would claim that there are no records.
				if (results.length === 0 && records.length > 0) throw withoutIdsError(connection, naming, records);
				return { results, paginationToken: last?.next?.query };
			}),
	);
}

const token = (value: unknown): string | undefined => (typeof value === 'string' && value !== '' ? value : undefined);

const customerId = (value: unknown): string[] => {
	const id = isJsonObject(value) ? value.value : value;
	return (typeof id === 'string' && /^\d+$/.test(id.trim())) || typeof id === 'number' ? [String(id).trim()] : [];
};

/**
 * The customers chosen in the same collection (`&`), in the filters, or at the top level; a locator, a plain value or
 * a multi-select.
 */
function chosenCustomers(context: ILoadOptionsFunctions): string[] {
	for (const name of ['&customerId', 'filters.customerId', 'customerId']) {
		const value: unknown = context.getCurrentNodeParameter(name);
		const ids = (Array.isArray(value) ? value : [value]).flatMap(customerId);
		if (ids.length > 0) return ids;
	}
	return [];
}

/** `queryOf`: the query for a typed text. */
const searchOf = (naming: PickerList, queryOf: (text: string | undefined, context: ILoadOptionsFunctions) => Values) =>
	async function search(
		this: ILoadOptionsFunctions,
		filter?: string,
		paginationToken?: unknown,
	): Promise<INodeListSearchResult> {
		return await searchList(this, naming, queryOf(filter, this), token(paginationToken));
	};

export const searchCustomers = searchOf(customers, (filter) => ({ filter }));

export const searchSites = searchOf(sites, (filter, context) => ({ filter, customerId: chosenCustomers(context)[0] }));

export const searchStaff = searchOf(employees, (searchText) => ({ searchText }));

/** The service can't search templates by text, so they are filtered here. */
export async function searchFormTemplates(
	this: ILoadOptionsFunctions,
	filter?: string,
	paginationToken?: unknown,
): Promise<INodeListSearchResult> {
	const wanted = filter?.trim().toLowerCase() ?? '';
	if (wanted === '') return await searchList(this, formTemplates, {}, token(paginationToken));
	const { results } = await searchList(this, formTemplates, {}, undefined, MOST_OPTIONS);
	return { results: results.filter(({ name }) => name.toLowerCase().includes(wanted)) };
}

async function toOptions(
	context: ILoadOptionsFunctions,
	naming: PickerList,
	query: Values,
): Promise<INodePropertyOptions[]> {
	const { results } = await searchList(context, naming, query, undefined, MOST_OPTIONS);
	if (results.length < MOST_OPTIONS) return results;
	return [
		...results,
		{ name: `Only the first ${MOST_OPTIONS} are shown; use an expression for the others`, value: '' },
	];
}

export async function getCustomers(this: ILoadOptionsFunctions): Promise<INodePropertyOptions[]> {
	return await toOptions(this, customers, {});
}

export async function getSites(this: ILoadOptionsFunctions): Promise<INodePropertyOptions[]> {
	const chosen = chosenCustomers(this);
	if (chosen.length === 0 || chosen.length > MOST_CUSTOMERS) return await toOptions(this, sites, {});
	const lists = await Promise.all(
		chosen.map(async (customer) => await toOptions(this, sites, { customerId: customer })),
	);
	return lists.flat();
}
