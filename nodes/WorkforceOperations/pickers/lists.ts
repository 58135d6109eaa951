import type { ILoadOptionsFunctions, INodeListSearchItems, INodeListSearchResult, INodePropertyOptions } from 'n8n-workflow';
import { type EndpointId, endpoints, isJsonObject, type JsonObject } from '../contract';
import { type Call, collect, connect, type Connection, nodeError, Problem, type Values } from '../transport';
import { cached } from './cache';

/** Enough for a person to scroll through; the rest is one search or one page away. */
const PICKER_PAGE = 100;

/** A multi-select has no paging: it shows so many and says so. */
const MOST_OPTIONS = 1000;

interface Naming {
	endpoint: EndpointId;
	/** Fields that may hold the id and the name, the likeliest first: the service does not document them (assumed). */
	ids: readonly string[];
	names: readonly string[];
}

const customers: Naming = { endpoint: 'customer.getAll', ids: ['customerId', 'id'], names: ['customerName', 'name'] };
const staff: Naming = { endpoint: 'staff.getAll', ids: ['id'], names: [] };
const formTemplates: Naming = { endpoint: 'formTemplate.getAll', ids: ['formTemplateId', 'id', 'templateId'], names: ['formName', 'name', 'title'] };
const sites: Naming = { endpoint: 'site.getAll', ids: ['siteId', 'id'], names: ['siteName', 'name'] };

const first = (record: JsonObject, fields: readonly string[]): string | undefined => {
	const value = fields.map((field) => record[field]).find((candidate) => candidate !== undefined && candidate !== null && candidate !== '');
	return value === undefined ? undefined : String(value);
};

/** “Ann Lee (E-104)”: people are told apart by their employee number. */
function fullName(record: JsonObject): string | undefined {
	const name = [record.firstName, record.lastName].filter((part) => typeof part === 'string' && part !== '').join(' ');
	if (name === '') return undefined;
	return typeof record.employeeId === 'string' && record.employeeId !== '' ? `${name} (${record.employeeId})` : name;
}

function entry({ ids, names }: Naming, record: JsonObject): INodeListSearchItems[] {
	const id = first(record, ids);
	return id === undefined ? [] : [{ name: first(record, names) ?? fullName(record) ?? id, value: id }];
}

async function open(context: ILoadOptionsFunctions): Promise<Connection> {
	try {
		return await connect(context);
	} catch (error) {
		const problem = error instanceof Problem ? error : new Problem('The credential can’t be read');
		throw nodeError({ context, settings: { apiKey: '', subscriptionKey: '' } }, { message: problem.message, description: problem.cure });
	}
}

async function search(context: ILoadOptionsFunctions, naming: Naming, query: Values, cursor?: string): Promise<INodeListSearchResult> {
	const connection = await open(context);
	const call: Call = { endpoint: endpoints[naming.endpoint], query };
	const key = [connection.settings.budgetKey, naming.endpoint, JSON.stringify(query), cursor ?? ''].join('|');
	return await cached(key, async () => {
		const { records, last } = await collect(connection, call, { limit: PICKER_PAGE, pageSize: PICKER_PAGE, startCursor: cursor });
		return { results: records.flatMap((record) => entry(naming, record)), paginationToken: last?.next };
	});
}

const token = (value: unknown): string | undefined => (typeof value === 'string' && value !== '' ? value : undefined);

export async function searchCustomers(this: ILoadOptionsFunctions, filter?: string, paginationToken?: unknown): Promise<INodeListSearchResult> {
	return await search(this, customers, { filter }, token(paginationToken));
}

/** The customer that the form names, for pickers that narrow by it: in the filters or at the top level. */
function chosenCustomer(context: ILoadOptionsFunctions): string | undefined {
	for (const name of ['filters.customerId', '&customerId', 'customerId']) {
		const value: unknown = context.getCurrentNodeParameter(name);
		const id = isJsonObject(value) ? value.value : value;
		if ((typeof id === 'string' && /^\d+$/.test(id)) || typeof id === 'number') return String(id);
	}
	return undefined;
}

export async function searchSites(this: ILoadOptionsFunctions, filter?: string, paginationToken?: unknown): Promise<INodeListSearchResult> {
	return await search(this, sites, { filter, customerId: chosenCustomer(this) }, token(paginationToken));
}

export async function searchStaff(this: ILoadOptionsFunctions, filter?: string, paginationToken?: unknown): Promise<INodeListSearchResult> {
	return await search(this, staff, { searchText: filter }, token(paginationToken));
}

/** The list of templates has no free-text search: what the service sends is narrowed here. */
export async function searchFormTemplates(this: ILoadOptionsFunctions, filter?: string, paginationToken?: unknown): Promise<INodeListSearchResult> {
	const found = await search(this, formTemplates, {}, token(paginationToken));
	const wanted = filter?.trim().toLowerCase() ?? '';
	return wanted === '' ? found : { ...found, results: found.results.filter(({ name }) => name.toLowerCase().includes(wanted)) };
}

/** The choices of a multi-select. */
async function options(context: ILoadOptionsFunctions, naming: Naming, query: Values): Promise<INodePropertyOptions[]> {
	const connection = await open(context);
	const key = [connection.settings.budgetKey, naming.endpoint, 'options', JSON.stringify(query)].join('|');
	return await cached(key, async () => {
		const call: Call = { endpoint: endpoints[naming.endpoint], query };
		const { records } = await collect(connection, call, { limit: MOST_OPTIONS });
		const choices: INodePropertyOptions[] = records.flatMap((record) => entry(naming, record));
		if (records.length === MOST_OPTIONS) choices.push({ name: `Only the first ${MOST_OPTIONS} are shown; use an expression for others`, value: '' });
		return choices;
	});
}

export async function getCustomers(this: ILoadOptionsFunctions): Promise<INodePropertyOptions[]> {
	return await options(this, customers, {});
}

export async function getSites(this: ILoadOptionsFunctions): Promise<INodePropertyOptions[]> {
	return await options(this, sites, { customerId: chosenCustomer(this) });
}
