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
const sites: Naming = { endpoint: 'site.getAll', ids: ['siteId', 'id'], names: ['siteName', 'name'] };

const first = (record: JsonObject, fields: readonly string[]): string | undefined => {
	const value = fields.map((field) => record[field]).find((candidate) => candidate !== undefined && candidate !== null && candidate !== '');
	return value === undefined ? undefined : String(value);
};

function entry({ ids, names }: Naming, record: JsonObject): INodeListSearchItems[] {
	const id = first(record, ids);
	return id === undefined ? [] : [{ name: first(record, names) ?? id, value: id }];
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

export async function getSites(this: ILoadOptionsFunctions): Promise<INodePropertyOptions[]> {
	const connection = await open(this);
	const query = { customerId: chosenCustomer(this) };
	const key = [connection.settings.budgetKey, 'options', JSON.stringify(query)].join('|');
	return await cached(key, async () => {
		const call: Call = { endpoint: endpoints[sites.endpoint], query };
		const { records } = await collect(connection, call, { limit: MOST_OPTIONS });
		const options: INodePropertyOptions[] = records.flatMap((record) => entry(sites, record));
		if (records.length === MOST_OPTIONS) options.push({ name: `Only the first ${MOST_OPTIONS} are shown; use an expression for others`, value: '' });
		return options;
	});
}
