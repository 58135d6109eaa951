// How well a body or an answer is known at one endpoint. A field's label belongs to its record; it doesn't make the
// field known at another endpoint with the same record. x-body and x-answer of openapi.yaml say how well each is
// known.

/** From best known to least. */
export const sourceNames = ['documented', 'published', 'assumed'] as const;
export type SourceName = (typeof sourceNames)[number];

/** The help centre describes screens, not fields: `said` applies to the service as a whole. */
export const factSources = [...sourceNames, 'said'] as const;

export interface Known {
	name: string;
	source: SourceName;
}

/** `x-body` or `x-answer`. */
export interface Shape {
	/** The best source that any field can have here. */
	source: SourceName;
	/** What the sources say about it, as a sentence; required unless they show it in full. */
	why: string;
	/** The operation whose record is taken over; null when there is none. */
	like: string | null;
	/** Fields that are known better than the rest. */
	except: Record<string, SourceName>;
}

const isObject = (value: unknown): value is Record<string, unknown> =>
	typeof value === 'object' && value !== null && !Array.isArray(value);

export const isSource = (value: unknown): value is SourceName => sourceNames.some((name) => name === value);

/** The less well known of two. */
const less = (one: SourceName, other: SourceName): SourceName =>
	sourceNames[Math.max(sourceNames.indexOf(one), sourceNames.indexOf(other))] ?? 'assumed';

/** Reads x-body or x-answer; throws when it is missing, incomplete or contradicts itself. `place` is for the message. */
export function shapeOf(value: unknown, place: string): Shape {
	const fail = (message: string): never => {
		throw new Error(`${place}: ${message}`);
	};
	if (!isObject(value) || !isSource(value.source)) return fail(`source must be one of ${sourceNames.join(', ')}`);
	const { source, why = '', like = null, except = {}, ...rest } = value;
	if (Object.keys(rest).length > 0) return fail(`${Object.keys(rest).join(', ')} has no meaning there`);
	if (typeof why !== 'string' || (source !== 'documented' && why.trim() === ''))
		return fail('why is missing: say what the sources show about it');
	if (like !== null && (typeof like !== 'string' || source !== 'assumed'))
		return fail('like must name an operation, and is only for what is assumed');
	if (!isObject(except)) return fail('except must be fields with their source');
	const exceptions = Object.entries(except).map(([name, known]) => {
		if (!isSource(known) || less(known, source) === known) return fail(`except gives ${name} no better source`);
		return [name, known] as const;
	});
	return { source, why, like, except: Object.fromEntries(exceptions) };
}

/** The fields of a record as they are known at one endpoint: never better than the record's own labels, nor than its shape. */
export function knownHere(fields: readonly Known[], { source: best, except }: Shape, place: string): Known[] {
	const names = new Set(fields.map(({ name }) => name));
	const unknown = Object.keys(except).filter((name) => !names.has(name));
	if (unknown.length > 0) throw new Error(`${place}: except names ${unknown.join(', ')}, which isn't there`);
	return fields.map(({ name, source }) => ({ name, source: less(source, except[name] ?? best) }));
}
