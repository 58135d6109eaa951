// The shape of an answer: names and types, never values. Everything that leaves this file can be shown to anybody.

export interface Shape {
	/** The types seen here, such as `integer`, `null`, `date-time`. */
	types: Set<string>;
	/** The fields of objects seen here. */
	fields: Map<string, Shape>;
	/** The merged entries of lists seen here. */
	items: Shape | null;
}

const DATE_TIME = /^\d{4}-\d\d-\d\dT\d\d:\d\d(:\d\d(\.\d+)?)?(Z|[+-]\d\d:?\d\d)?$/;
const DATE = /^\d{4}-\d\d-\d\d$/;
const CURSOR = /^(next|prev)Page(Parameter|Params|Endpoint)$/;
/** A field name as a programmer would choose it; anything else may be an id, a date or a person used as a key. */
const FIELD_NAME = /^[A-Za-z_$][A-Za-z_$-]*\d{0,2}[A-Za-z_$-]*\d{0,2}$/;

/** Replaces every key that is a value and not a name. */
const MASKED_NAME = '<key>';

const maskName = (name: string): string => (name.length <= 64 && FIELD_NAME.test(name) ? name : MASKED_NAME);

const emptyShape = (): Shape => ({ types: new Set(), fields: new Map(), items: null });

function textType(text: string): string {
	if (DATE_TIME.test(text)) return /(Z|[+-]\d\d:?\d\d)$/.test(text) ? 'date-time' : 'date-time without offset';
	return DATE.test(text) ? 'date' : 'string';
}

/** The parameter names of a cursor; its values are ids and times. */
function cursorType(text: string): string {
	const names = (list: Iterable<string>): string => [...new Set([...list].map(maskName))].sort().join(', ');
	if (text.trimStart().startsWith('{')) {
		try {
			return `cursor as JSON (${names(Object.keys(JSON.parse(text) as object))})`;
		} catch {
			return 'string';
		}
	}
	const at = text.indexOf('?');
	if (at < 0 && !text.includes('=')) return textType(text);
	const query = new URLSearchParams(at < 0 ? text : text.slice(at + 1));
	return `cursor as ${at < 0 ? 'query' : 'address'} (${names(query.keys())})`;
}

function typeOf(value: unknown, name: string): string {
	if (value === null || value === undefined) return 'null';
	if (Array.isArray(value)) return 'array';
	if (typeof value === 'number') return Number.isInteger(value) ? 'integer' : 'number';
	if (typeof value === 'string') return CURSOR.test(name) ? cursorType(value) : textType(value);
	return typeof value;
}

/** Adds a value to a shape. All records of a list go into one shape, so that a field counts once. */
function addToShape(shape: Shape, value: unknown, name = ''): Shape {
	shape.types.add(typeOf(value, name));
	if (Array.isArray(value)) {
		for (const entry of value) shape.items = addToShape(shape.items ?? emptyShape(), entry);
	} else if (typeof value === 'object' && value !== null) {
		for (const [key, entry] of Object.entries(value)) {
			const field = maskName(key);
			shape.fields.set(field, addToShape(shape.fields.get(field) ?? emptyShape(), entry, field));
		}
	}
	return shape;
}

export const shapeOf = (value: unknown): Shape => addToShape(emptyShape(), value);

type EnvelopeName = 'incident report paged' | 'slim cursor' | 'live operations' | 'login audit' | 'standard' | 'none';

/** Which of the five envelopes a body has, by its names alone. */
export function envelopeOf(shape: Shape | null): EnvelopeName {
	const has = (name: string): boolean => shape?.fields.has(name) === true;
	if (has('isSuccess') || has('errorMessagesAsString')) return 'live operations';
	if (has('meta')) return 'login audit';
	if (has('nextPageParams') || has('prevPageParams') || has('recordCount')) return 'incident report paged';
	if (has('nextPageParameter') || has('prevPageParameter')) return 'slim cursor';
	return has('status') && has('data') ? 'standard' : 'none';
}
