// The content of openapi.yaml about an operation, counted by source.
import {
	endpointsOf,
	loadDescription,
	operationsOf,
	type Description,
	type Operation,
} from '../../sandbox/description/load.mts';
import { placeInParts } from './place.mts';
import { isSource, knownHere, shapeOf, type Known, type Shape, type SourceName } from './known.mts';

interface DescribedParameter extends Known {
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
	/** The source of the fact that this endpoint has that envelope. */
	envelopeSource: SourceName;
	keyTypes: string[];
	scope: string | null;
	open: boolean;
	parameters: DescribedParameter[];
	body: Known[];
	/** How well the whole body is known; null if the endpoint has none. */
	bodyShape: DescribedShape | null;
	/** Fields of the returned records, without their envelope. */
	answer: Known[];
	answerShape: DescribedShape;
	/** Fields of the envelope. */
	wrapping: Known[];
	answerNote: string;
}

export interface DescribedShape extends Omit<Shape, 'like'> {
	/** The endpoint whose record is assumed here, too. */
	like: { method: string; path: string } | null;
}

type Schema = Record<string, unknown>;

/** Parts of the description that `Operation` leaves out. */
interface Full extends Operation {
	summary?: string;
	'x-source': SourceName;
	'x-envelope-source'?: unknown;
	'x-body'?: unknown;
	'x-answer'?: unknown;
	parameters?: Array<
		NonNullable<Operation['parameters']>[number] & { 'x-source': SourceName; required?: boolean; description?: string }
	>;
	requestBody?: { content: Record<string, { schema: Schema }> };
	responses: Record<string, { description?: string; content?: Record<string, { schema: Schema }> }>;
}

export const keyOf = (method: string, path: string): string => `${method} ${path.replace(/\{\w+\}/g, '{}')}`;

class Fields {
	private readonly schemas: Description['components']['schemas'];

	constructor({ components }: Description) {
		this.schemas = components.schemas;
	}

	/** Every field below a schema with its place, such as `notes[].text`. A field that appears twice counts once. */
	of(schema: Schema | undefined): Known[] {
		const found = new Map<string, SourceName>();
		this.walk(schema ?? {}, '', found, 0);
		return [...found].map(([name, source]) => ({ name, source }));
	}

	private walk(schema: Schema, place: string, found: Map<string, SourceName>, depth: number): void {
		if (depth > 12) throw new Error(`openapi.yaml has a circular reference at ${place}`);
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

const PARTS = ['name', 'type', 'default', 'meaning'] as const;

/** The parts of a parameter that are less well known than the parameter, in words. */
const lessKnown = (parameter: object): string[] =>
	PARTS.flatMap((part) => {
		const source: unknown = Reflect.get(parameter, `x-${part}-source`);
		return isSource(source) ? [`Its ${part} is ${source}.`] : [];
	});

type Endpoints = ReturnType<typeof endpointsOf>;

function describe(full: Full, fields: Fields, endpoint: Endpoints[number], endpoints: Endpoints): Described {
	const { operationId } = endpoint;
	const json = (content?: Record<string, { schema: Schema }>): Schema | undefined =>
		content?.['application/json']?.schema;
	const good = full.responses['200'];
	const all = fields.of(json(good?.content));
	const inside = ({ name }: Known): boolean => /^data(\[\])?(\.|$)/.test(name);
	const record = all
		.filter((field) => inside(field) && field.name !== 'data')
		.map(({ name, source }) => ({ name: name.replace(/^data(\[\])?\./, ''), source }));
	const envelopeSource = full['x-envelope-source'];
	if (!isSource(envelopeSource))
		throw new Error(`${placeInParts(operationId)}: x-envelope-source of ${operationId} is missing`);
	const shape = (part: 'x-body' | 'x-answer', list: Known[]): { known: Known[]; shape: DescribedShape } => {
		const place = `${placeInParts(operationId)}: ${part} of ${operationId}`;
		const { like, ...found } = shapeOf(full[part], place);
		const other = endpoints.find((candidate) => candidate.operationId === like);
		if (like !== null && (other === undefined || other === endpoint))
			throw new Error(`${place}: ${like} is not another operation`);
		const from = other === undefined ? null : { method: other.method, path: other.path };
		return { known: knownHere(list, { ...found, like }, place), shape: { ...found, like: from } };
	};
	const hasBody = full.requestBody !== undefined || full['x-body'] !== undefined;
	const body = hasBody ? shape('x-body', fields.of(json(full.requestBody?.content))) : null;
	const answer = shape('x-answer', record);
	return {
		key: keyOf(endpoint.method, endpoint.path),
		method: endpoint.method,
		path: endpoint.path,
		operationId,
		summary: full.summary ?? '',
		source: full['x-source'],
		envelope: endpoint.envelope,
		envelopeSource,
		keyTypes: endpoint.keyTypes,
		scope: endpoint.scope,
		open: endpoint.open,
		parameters: (full.parameters ?? []).map((parameter) => ({
			name: parameter.name,
			source: parameter['x-source'],
			in: parameter.in,
			type: typeOf(parameter.schema),
			required: parameter.required === true,
			notes: [notesOf(parameter.description, parameter.schema), ...lessKnown(parameter)]
				.filter((note) => note !== '')
				.join(' '),
		})),
		body: body?.known ?? [],
		bodyShape: body?.shape ?? null,
		answer: answer.known,
		answerShape: answer.shape,
		wrapping: [{ name: 'data', source: 'documented' }, ...all.filter((field) => !inside(field))],
		answerNote: good?.description ?? '',
	};
}

/** Every field below a schema, with its place. */
export const fieldsOf = (description: Description, schema: Record<string, unknown>): Known[] =>
	new Fields(description).of(schema);

/** Every operation of openapi.yaml. */
export function describeService(contract: Description = loadDescription()): Described[] {
	const fields = new Fields(contract);
	const endpoints = endpointsOf(contract);
	return operationsOf(contract).map(({ operation }, index) => {
		const endpoint = endpoints[index];
		if (endpoint === undefined) throw new Error('openapi.yaml changed while it was being read');
		return describe(operation as Full, fields, endpoint, endpoints);
	});
}
