/** Where a fact comes from: the service document, the operator's public reference, or neither of them. */
export type Source = 'documented' | 'published' | 'assumed';

export type KeyType = 'incidentreport' | 'liveops' | 'developer' | 'timesheet' | 'webhook';

/** The scope that login audit endpoints ask for (documented). */
export const LOGIN_AUDIT_SCOPE = 'login-audits.read';

/** What a token must carry to use an endpoint. An empty `keyTypes` list means: any authenticated key. */
export interface Access {
	keyTypes: readonly KeyType[];
	scope?: typeof LOGIN_AUDIT_SCOPE;
}

export type Method = 'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE';

/** The five response envelopes of the service document, "Response envelopes". */
export type EnvelopeKind = 'standard' | 'incidentReports' | 'slimCursor' | 'liveOperations' | 'loginAudit';

/**
 * How a list goes on after its first page.
 * - `cursor`: the envelope holds the query string of the next call. The anchors name a place by a row, where the envelope
 *   leaves doubt; without them the list has no parameters for it.
 * - `lastRow`: the envelope holds nothing; the cursor is made from the last row, until a page brings nothing new.
 * - `pageNumber`: `page` counts from 1; a page with fewer rows than asked for is the last.
 */
export type Paging =
	| { kind: 'none' }
	| { kind: 'cursor'; anchors?: readonly Anchor[] }
	| { kind: 'lastRow'; idFields: readonly string[]; nameFields: readonly string[] }
	| { kind: 'pageNumber'; timeField: string; pinned: string };

/** A parameter that says behind which row a page begins, and what of a row fills it. */
export interface Anchor {
	parameter: string;
	/** The fields that may hold its value, the likeliest first; of a list of fields the values are joined by spaces. */
	fields: ReadonlyArray<string | readonly string[]>;
	/** Where it is known from that these fields fill it; the parameter’s own source stands in the query. */
	source: Source;
	/** Without it no place is named; the others are anchors of a sort. */
	needed?: true;
}

interface PageSize {
	parameter: 'limit' | 'pageSize';
	/** What the service uses when the parameter is absent. */
	standard: number;
	/** The largest value that is known to be allowed. */
	maximum?: number;
	source: Source;
}

/**
 * The form in which a value travels.
 * `moment`: ISO-8601 in UTC. `idList`: several ids in one string, joined by the parameter's separator.
 */
export type ParameterType = 'string' | 'integer' | 'boolean' | 'moment' | 'idList' | 'cursor';

export interface Parameter {
	name: string;
	type: ParameterType;
	source: Source;
	required?: boolean;
	separator?: ',' | ';';
}

export interface Endpoint {
	/** `<resource>.<operation>` of the node. */
	id: string;
	method: Method;
	/** Path below the base address; `{name}` marks a path parameter. */
	path: string;
	/** The parts of the path that the service's records show as integers. */
	integerParts?: readonly string[];
	source: Source;
	access: Access;
	envelope: EnvelopeKind;
	paging: Paging;
	/** Answers with any number of records: an envelope whose data is an array, or a bare array, and nothing else. */
	list?: true;
	pageSize?: PageSize;
	query: readonly Parameter[];
}

/** A path that is not in the table: nobody knows its envelope, its parameters, its paging, or what opens it. */
export interface UnknownEndpoint {
	method: Method;
	path: string;
}

export const isKnown = (endpoint: Endpoint | UnknownEndpoint): endpoint is Endpoint => 'envelope' in endpoint;

/** A JSON object whose fields are all optional: samples of the service are never a closed schema. */
export type JsonObject = { [field: string]: unknown };

export function isJsonObject(value: unknown): value is JsonObject {
	return typeof value === 'object' && value !== null && !Array.isArray(value);
}
