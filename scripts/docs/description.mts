// What openapi.yaml says of an operation, counted by where it is known from.
import {
	endpointsOf,
	loadContract,
	operationsOf,
	type Contract,
	type Operation,
} from '../../sandbox/contract/load.mts';

export const sourceNames = ['documented', 'published', 'assumed'] as const;
export type SourceName = (typeof sourceNames)[number];

export interface Known {
	name: string;
	source: SourceName;
}

export interface DescribedParameter extends Known {
	in: string;
	type: string;
	required: boolean;
	notes: string;
}

export interface Described {
	/** `GET /api/external/sites`, path parameters as `{}`. */
	key: string;
	method: string;
	path: string;
	operationId: string;
	summary: string;
	source: SourceName;
	envelope: string;
	keyTypes: string[];
	scope: string | null;
	open: boolean;
	parameters: DescribedParameter[];
	body: Known[];
	/** Fields of the records that come back, without their envelope. */
	answer: Known[];
	/** Fields of the envelope. */
	wrapping: Known[];
	answerNote: string;
}

type Schema = Record<string, unknown>;

/** Parts of the description that `Operation` leaves out. */
interface Full extends Operation {
	summary?: string;
	'x-source': SourceName;
	parameters?: Array<
		NonNullable<Operation['parameters']>[number] & { 'x-source': SourceName; required?: boolean; description?: string }
	>;
	requestBody?: { content: Record<string, { schema: Schema }> };
	responses: Record<string, { description?: string; content?: Record<string, { schema: Schema }> }>;
}

export const keyOf = (method: string, path: string): string => `${method} ${path.replace(/\{\w+\}/g, '{}')}`;

const isSource = (value: unknown): value is SourceName => sourceNames.some((name) => name === value);

class Fields {
	private readonly schemas: Contract['components']['schemas'];

	constructor({ components }: Contract) {
		this.schemas = components.schemas;
	}

	/** Every field below a schema with its place, such as `notes[].text`. A field that appears twice counts once. */
	of(schema: Schema | undefined): Known[] {
		const found = new Map<string, SourceName>();
		this.walk(schema ?? {}, '', found, 0);
		return [...found].map(([name, source]) => ({ name, source }));
	}

	private walk(schema: Schema, place: string, found: Map<string, SourceName>, depth: number): void {
		if (depth > 12) throw new Error(`openapi.yaml goes round in circles at ${place}`);
		const ref = typeof schema.$ref === 'string' ? this.schemas[schema.$ref.split('/').at(-1) ?? ''] : undefined;
		if (ref) this.walk(ref, place, found, depth + 1);
		for (const part of (schema.allOf ?? []) as Schema[]) this.walk(part, place, found, depth + 1);
		for (const [name, field] of Object.entries((schema.properties ?? {}) as Record<string, Schema>)) {
			const inner = place === '' ? name : `${place}.${name}`;
			if (isSource(field['x-source'])) found.set(inner, field['x-source']);
			this.walk(field, inner, found, depth + 1);
		}
		if (schema.items) this.walk(schema.items as Schema, `${place}[]`, found, depth + 1);
	}
}

function typeOf({ type, format, enum: values }: Schema): string {
	if (Array.isArray(values)) return values.map(String).join(', ');
	return format === undefined ? String(type) : String(format);
}

function notesOf(description: string | undefined, { default: standard, minimum, maximum }: Schema): string {
	const range = maximum === undefined ? '' : `${String(minimum)} to ${String(maximum)}.`;
	const notes = [description, standard === undefined ? '' : `Default ${String(standard)}.`, range];
	return notes.filter((note) => note !== undefined && note !== '').join(' ');
}

function describe(full: Full, fields: Fields, endpoint: ReturnType<typeof endpointsOf>[number]): Described {
	const json = (content?: Record<string, { schema: Schema }>): Schema | undefined =>
		content?.['application/json']?.schema;
	const good = full.responses['200'];
	const all = fields.of(json(good?.content));
	const inside = ({ name }: Known): boolean => /^data(\[\])?(\.|$)/.test(name);
	return {
		key: keyOf(endpoint.method, endpoint.path),
		method: endpoint.method,
		path: endpoint.path,
		operationId: endpoint.operationId,
		summary: full.summary ?? '',
		source: full['x-source'],
		envelope: endpoint.envelope,
		keyTypes: endpoint.keyTypes,
		scope: endpoint.scope,
		open: endpoint.open,
		parameters: (full.parameters ?? []).map((parameter) => ({
			name: parameter.name,
			source: parameter['x-source'],
			in: parameter.in,
			type: typeOf(parameter.schema),
			required: parameter.required === true,
			notes: notesOf(parameter.description, parameter.schema),
		})),
		body: fields.of(json(full.requestBody?.content)),
		answer: all
			.filter((field) => inside(field) && field.name !== 'data')
			.map(({ name, source }) => ({ name: name.replace(/^data(\[\])?\./, ''), source })),
		wrapping: [{ name: 'data', source: 'documented' }, ...all.filter((field) => !inside(field))],
		answerNote: good?.description ?? '',
	};
}

/** Every operation of openapi.yaml. */
export function describeService(): Described[] {
	const contract = loadContract();
	const fields = new Fields(contract);
	const endpoints = endpointsOf(contract);
	return operationsOf(contract).map(({ operation }, index) => {
		const endpoint = endpoints[index];
		if (endpoint === undefined) throw new Error('openapi.yaml has changed while it was read');
		return describe(operation as Full, fields, endpoint);
	});
}
