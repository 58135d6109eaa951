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
}

export interface Parameter {
	name: string;
	in: string;
	schema: Record<string, unknown>;
	allowReserved?: boolean;
	allowEmptyValue?: boolean;
}

export interface Operation {
	operationId: string;
	parameters?: Parameter[];
	'x-envelope': EnvelopeKind;
	'x-key-types'?: string[];
	'x-required-scope'?: string;
	'x-open'?: boolean;
}

export interface Description {
	openapi: string;
	info: { title: string; version: string };
	paths: Record<string, Record<string, Operation>>;
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
	}));
}
