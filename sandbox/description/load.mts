import { readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { parse } from 'yaml';

/**
 * The five response envelopes of the service, named as in the package; `incidentReports` and `slimCursor` are the
 * standard one with cursor fields.
 */
export type EnvelopeKind = 'standard' | 'slimCursor' | 'incidentReports' | 'liveOperations' | 'loginAudit';

/** One operation of `openapi.yaml`, as the server needs it. */
export interface Endpoint {
	operationId: string;
	method: string;
	path: string;
	pattern: RegExp;
	envelope: EnvelopeKind;
	/** Key types with access; empty for any key. */
	keyTypes: string[];
	/** The scope that is required in addition. */
	scope: string | null;
	/** True for the token exchange: no bearer token, no rate limit. */
	open: boolean;
	parameters: Parameter[];
	/** Schemas of the request body and of the whole response; null if there is none. */
	body: Schema | null;
	answer: Schema | null;
}

interface Parameter {
	name: string;
	in: string;
	schema: Record<string, unknown>;
	allowReserved?: boolean;
	allowEmptyValue?: boolean;
}

/** A JSON schema with its references resolved. */
export interface Schema {
	type?: string | string[];
	format?: string;
	properties?: Record<string, Schema>;
	items?: Schema;
	/** The source of the fact that the field may be null; only beside a type that allows it. */
	'x-nullable-source'?: string;
}

interface Content {
	content?: Record<string, { schema?: Record<string, unknown> }>;
}

export interface Operation {
	operationId: string;
	parameters?: Parameter[];
	'x-envelope': EnvelopeKind;
	'x-key-types'?: string[];
	'x-required-scope'?: string;
	'x-open'?: boolean;
	requestBody?: Content;
	responses: Record<string, Content>;
}

/** A fact about all endpoints. `source`: documented, published or assumed. */
export interface Fact {
	name: string | number;
	meaning: string;
	source: string;
}

export interface Description {
	openapi: string;
	info: { title: string; version: string };
	paths: Record<string, Record<string, Operation>>;
	/** Notifications by event type. */
	webhooks: Record<string, { post: { summary: string; requestBody: Content } }>;
	/** By topic: Headers, Claims, Limits, Errors. */
	'x-facts': Record<string, Fact[]>;
	components: { schemas: Record<string, Record<string, unknown>> };
}

export const descriptionFile = fileURLToPath(new URL('../openapi.yaml', import.meta.url));

/**
 * Reads `openapi.yaml`, and relaxes it because the validator is stricter than a real service: colons and blanks in a
 * query are allowed.
 */
export function loadDescription(): Description {
	const description = parse(readFileSync(descriptionFile, 'utf8')) as Description;
	for (const { operation } of operationsOf(description)) {
		for (const parameter of operation.parameters ?? []) {
			if (parameter.in !== 'query') continue;
			parameter.allowReserved = true;
			parameter.allowEmptyValue = parameter.schema.type === 'string';
		}
	}
	return description;
}

/** Every operation of the description, its method in upper case. */
export function operationsOf(description: Description): Array<{ method: string; path: string; operation: Operation }> {
	return Object.entries(description.paths).flatMap(([path, methods]) =>
		Object.entries(methods).map(([method, operation]) => ({ method: method.toUpperCase(), path, operation })),
	);
}

/** The server's endpoint table, from the description. */
export function endpointsOf(description: Description): Endpoint[] {
	return operationsOf(description).map(({ method, path, operation }) => ({
		operationId: operation.operationId,
		method,
		path,
		pattern: new RegExp(`^${path.replace(/\{[^}]+\}/g, '[^/]+')}/?$`),
		envelope: operation['x-envelope'],
		keyTypes: operation['x-key-types'] ?? [],
		scope: operation['x-required-scope'] ?? null,
		open: operation['x-open'] === true,
		parameters: operation.parameters ?? [],
		body: schemaOf(description, operation.requestBody),
		answer: schemaOf(description, operation.responses['200']),
	}));
}

function schemaOf(description: Description, { content }: Content = {}): Schema | null {
	const schema = content?.['application/json']?.schema;
	return schema === undefined ? null : withoutReferences(description, schema);
}

/** Resolves references and merges the parts of `allOf`. */
function withoutReferences(description: Description, schema: Record<string, unknown>): Schema {
	const { $ref: reference, allOf, properties, items, ...rest } = schema;
	const parts = [...((allOf ?? []) as Array<Record<string, unknown>>)];
	if (typeof reference === 'string') {
		const target = description.components.schemas[reference.split('/').at(-1) ?? ''];
		if (target === undefined) throw new Error(`openapi.yaml: ${reference} does not exist`);
		parts.unshift(target);
	}
	const joined: Schema = {};
	for (const part of parts) {
		const { properties: more, ...others } = withoutReferences(description, part);
		Object.assign(joined, others);
		if (more !== undefined) joined.properties = { ...joined.properties, ...more };
	}
	Object.assign(joined, rest);
	const own = Object.entries((properties ?? {}) as Record<string, Record<string, unknown>>);
	if (own.length > 0)
		joined.properties = {
			...joined.properties,
			...Object.fromEntries(own.map(([name, field]) => [name, withoutReferences(description, field)])),
		};
	if (items !== undefined) joined.items = withoutReferences(description, items as Record<string, unknown>);
	return joined;
}
