// One hand-written part of the description. Errors in it are reported with file and line.
import { readFileSync } from 'node:fs';
import { isNode, LineCounter, parseDocument } from 'yaml';

type Path = ReadonlyArray<string | number>;

/** A place without a source, and its name. */
interface Missing {
	path: Path;
	name: string;
}

const SOURCES: readonly unknown[] = ['documented', 'published', 'assumed'];

/** Structural keys, which are no part of the name that people know a field by. */
const STRUCTURE = new Set([
	'paths',
	'webhooks',
	'components',
	'schemas',
	'properties',
	'content',
	'application/json',
	'schema',
]);

const isRecord = (value: unknown): value is Record<string, unknown> =>
	typeof value === 'object' && value !== null && !Array.isArray(value);

function entriesOf(value: unknown): Array<[string | number, unknown]> {
	if (Array.isArray(value)) return [...value.entries()];
	return isRecord(value) ? Object.entries(value) : [];
}

const hasSource = (value: unknown): boolean => isRecord(value) && SOURCES.includes(value['x-source']);

/** Operations, parameters and fields without a source, at any depth. */
function withoutSource(value: unknown, path: Path): Missing[] {
	return entriesOf(value).flatMap(([key, inner]) => {
		const place = [...path, key];
		const name = place.filter((part) => !STRUCTURE.has(String(part))).join('.');
		const isOperation = isRecord(inner) && 'operationId' in inner;
		const isParameter = path.at(-1) === 'parameters' && isRecord(inner) && 'in' in inner;
		// The `data` of an envelope is documented as such; its schema is repeated where an endpoint narrows it.
		const isField = path.at(-1) === 'properties' && key !== 'data';
		const called = isParameter ? `parameter ${String(inner.name)} of ${path.slice(1, -1).join('.')}` : name;
		const own = (isOperation || isParameter || isField) && !hasSource(inner) ? [{ path: place, name: called }] : [];
		return [...own, ...withoutSource(inner, place)];
	});
}

/** Every `$ref` at any depth. */
function referencesIn(value: unknown, path: Path): Array<{ path: Path; target: string }> {
	return entriesOf(value).flatMap(([key, inner]) =>
		key === '$ref' && typeof inner === 'string' ? [{ path, target: inner }] : referencesIn(inner, [...path, key]),
	);
}

interface DescriptionPart {
	content: Record<string, unknown>;
	/** Its references into any part, with their file and line. */
	references: Array<{ target: string; place: string }>;
}

/** Throws with file and line if a part isn't YAML, or lacks a source. */
export function readPart(folder: string, name: string): DescriptionPart {
	const file = `sandbox/description/${name}`;
	const lineCounter = new LineCounter();
	const document = parseDocument(readFileSync(`${folder}${name}`, 'utf8'), { merge: true, lineCounter });
	const [broken] = document.errors;
	if (broken !== undefined) throw new Error(`${file}:${broken.linePos?.[0].line ?? 1}: ${broken.message}`);
	/** An aliased value has no line of its own, so its parent's is used. */
	const placeOf = (path: Path): string => {
		const node: unknown = document.getIn(path, true);
		if (isNode(node) && node.range) return `${file}:${lineCounter.linePos(node.range[0]).line}`;
		return path.length > 1 ? placeOf(path.slice(0, -1)) : file;
	};
	const content: unknown = document.toJS();
	if (!isRecord(content)) throw new Error(`${file}: expected names with values`);
	const wrong = ['paths', 'components'].flatMap((part) => withoutSource(content[part], [part]));
	if (wrong.length > 0)
		throw new Error(
			wrong
				.map(({ path, name: called }) => `${placeOf(path)}: ${called} needs x-source: documented, published or assumed`)
				.join('\n'),
		);
	return {
		content,
		references: referencesIn(content, []).map(({ path, target }) => ({ target, place: placeOf(path) })),
	};
}
