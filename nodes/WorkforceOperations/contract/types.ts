/** The service document, the operator's public reference, or neither. */
export type Source = 'documented' | 'published' | 'assumed';

export type KeyType = 'incidentreport' | 'liveops' | 'developer' | 'timesheet' | 'webhook';

/** The scope that login audit endpoints require (documented). */
export const LOGIN_AUDIT_SCOPE = 'login-audits.read';

/** The claims that a token needs to use an endpoint. Empty `keyTypes`: any authenticated key. */
export interface Access {
	keyTypes: readonly KeyType[];
	scope?: typeof LOGIN_AUDIT_SCOPE;
}

export type Method = 'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE';

/** The service document, “Response envelopes”. */
export type EnvelopeKind = 'standard' | 'incidentReports' | 'slimCursor' | 'liveOperations' | 'loginAudit';

/**
 * How a list continues after its first page.
 * - `cursor`: the envelope has the next call's query string. `moment` is a row's date field, which a position needs
 *   besides the id.
 * - `lastRow`: the envelope has no cursor; one is made from the last row's id, until a page has no new rows.
 * - `pageNumber`: `page` counts from 1; a page with fewer rows than requested is the last.
 */
export type Paging =
	| { kind: 'none' }
	| { kind: 'cursor'; moment?: string }
	| { kind: 'lastRow' }
	| { kind: 'pageNumber'; timeField: string; pinned: string };

interface PageSize {
	parameter: 'limit' | 'pageSize' | 'take';
	standard: number;
	/** The largest value known to be accepted. */
	maximum?: number;
	source: Source;
}

/** `moment`: ISO-8601 in UTC. `idList`: ids in one string, joined by the parameter's separator. */
export type ParameterType = 'string' | 'integer' | 'boolean' | 'moment' | 'idList' | 'cursor';

export interface Parameter {
	name: string;
	type: ParameterType;
	source: Source;
	required?: boolean;
	separator?: ',' | ';';
}

export interface Endpoint extends EndpointRow {
	/** `<resource>.<operation>` of the node. */
	id: string;
}

export interface EndpointRow {
	method: Method;
	/** Path below the base address; `{name}` marks a path parameter. */
	path: string;
	source: Source;
	access: Access;
	envelope: EnvelopeKind;
	paging: Paging;
	/** Returns an envelope whose data is an array, or a bare array, and nothing else. */
	list?: true;
	/** The id fields of each record; Service Details may name another. */
	ids?: readonly string[];
	/** Fields that distinguish rows with the same id. */
	idsWith?: readonly string[];
	pageSize?: PageSize;
	query: readonly Parameter[];
}

/** A path outside the table: its envelope, parameters, paging and access are unknown. */
export interface UnknownEndpoint {
	method: Method;
	path: string;
}

export const isKnown = (endpoint: Endpoint | UnknownEndpoint): endpoint is Endpoint => 'envelope' in endpoint;

/** All fields are optional, because the service's samples are never a closed schema. */
export type JsonObject = { [field: string]: unknown };

export function isJsonObject(value: unknown): value is JsonObject {
	return typeof value === 'object' && value !== null && !Array.isArray(value);
}

/** A record and the objects in it, for records of undocumented structure. */
export const layersOf = (data: unknown): JsonObject[] =>
	isJsonObject(data) ? [data, ...Object.values(data).filter(isJsonObject)] : [];
