import { readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { parse } from 'yaml';

/** The five answer shapes of the service, under the names that the package gives them; `incidentReports` and `slimCursor` are the standard one with cursor fields. */
export type EnvelopeKind = 'standard' | 'slimCursor' | 'incidentReports' | 'liveOperations' | 'loginAudit';

/** One operation of `openapi.yaml`, as the server needs it. */
export interface Endpoint {
	operationId: string;
	method: string;
	path: string;
	pattern: RegExp;
	envelope: EnvelopeKind;
	/** Key types that open it; empty = any key. */
	keyTypes: string[];
	/** Scope that the token must hold besides. */
	scope: string | null;
	/** True for the token exchange: no bearer token, no rate limit. */
	open: boolean;
	parameters: Parameter[];
	/** What the request body may hold, and what the whole answer holds; null when there is nothing. */
	body: Schema | null;
	answer: Schema | null;
}

export interface Parameter {
	name: string;
	in: string;
	schema: Record<string, unknown>;
	allowReserved?: boolean;
	allowEmptyValue?: boolean;
}

/** A JSON schema without references: what they lead to stands in their place. */
export interface Schema {
	type?: string | string[];
	format?: string;
	properties?: Record<string, Schema>;
	items?: Schema;
	/** Where it is known from that the field may be null; only beside a type that allows it. */
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

/** What holds for all endpoints. `source`: documented, published or assumed. */
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

/** Reads `openapi.yaml` and relaxes it where the validator is stricter than any real service: colons and blanks in a query are fine. */
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

/** Every operation of the description with its method in capitals. */
export function operationsOf(description: Description): Array<{ method: string; path: string; operation: Operation }> {
	return Object.entries(description.paths).flatMap(([path, methods]) =>
		Object.entries(methods).map(([method, operation]) => ({ method: method.toUpperCase(), path, operation })),
	);
}

/** The endpoint table of the server, read from the description. */
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

/** Puts referenced schemas in place and joins the parts of `allOf`. */
function withoutReferences(description: Description, schema: Record<string, unknown>): Schema {
	const { $ref: reference, allOf, properties, items, ...rest } = schema;
	const parts = [...((allOf ?? []) as Array<Record<string, unknown>>)];
	if (typeof reference === 'string') {
		const target = description.components.schemas[reference.split('/').at(-1) ?? ''];
		if (target === undefined) throw new Error(`openapi.yaml: ${reference} leads nowhere`);
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
