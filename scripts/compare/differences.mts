// The differences between two answers. Both are shapes, so a difference can't contain a value.
import { envelopeOf, type Shape } from './shape.mts';

export interface Difference {
	kind: 'status' | 'content' | 'envelope' | 'field' | 'type';
	/** Where, such as `data[].siteName`; empty for the answer as a whole. */
	place: string;
	/** What each side has there; null if nothing. */
	service: string | null;
	sandbox: string | null;
}

export interface Seen {
	status: number;
	/** Null when the body is not JSON. */
	shape: Shape | null;
	/** Media type of the body. */
	content: string;
}

const list = (types: Iterable<string>): string => [...types].sort().join(' or ');
const known = (shape: Shape): string[] => [...shape.types].filter((type) => type !== 'null');

/**
 * The types in `mine` that `other` lacks. A whole number matches a fraction; if the other side has only null, its
 * type is unknown.
 */
function unmatched(mine: Shape, other: Shape): string[] {
	if (known(other).length === 0) return [];
	return known(mine).filter((type) => !other.types.has(type) && !(type === 'integer' && other.types.has('number')));
}

function typesDiffer(service: Shape, sandbox: Shape): boolean {
	if (unmatched(service, sandbox).length > 0) return true;
	// The service may have shown only whole numbers where the sandbox has a fraction.
	if (unmatched(sandbox, service).some((type) => type !== 'number' || !service.types.has('integer'))) return true;
	// A null that the sandbox never returns breaks a client tested with it; the reverse does no harm. A list that
	// ends has no cursor, which only says how many rows there are.
	const cursor = [...sandbox.types].some((type) => type.startsWith('cursor'));
	return service.types.has('null') && !sandbox.types.has('null') && !cursor;
}

function compareShapes(place: string, service: Shape, sandbox: Shape): Difference[] {
	const kind = place === '' || /^data\b/.test(place) ? 'field' : 'envelope';
	const found: Difference[] = [];
	if (typesDiffer(service, sandbox)) {
		found.push({ kind: 'type', place, service: list(service.types), sandbox: list(sandbox.types) });
	}
	if (service.fields.size > 0 && sandbox.fields.size > 0) {
		for (const name of [...new Set([...service.fields.keys(), ...sandbox.fields.keys()])].sort()) {
			const [left, right] = [service.fields.get(name), sandbox.fields.get(name)];
			const inner = place === '' ? name : `${place}.${name}`;
			if (left && right) found.push(...compareShapes(inner, left, right));
			else
				found.push({
					kind: place === '' && name !== 'data' ? 'envelope' : kind,
					place: inner,
					service: left ? list(left.types) : null,
					sandbox: right ? list(right.types) : null,
				});
		}
	}
	if (service.items && sandbox.items) found.push(...compareShapes(`${place}[]`, service.items, sandbox.items));
	return found;
}

/** Differences in status, envelope, field names and types. */
export function differencesOf(service: Seen, sandbox: Seen): Difference[] {
	const found: Difference[] = [];
	const whole = (kind: Difference['kind'], left: string, right: string): void => {
		if (left !== right) found.push({ kind, place: '', service: left, sandbox: right });
	};
	whole('status', String(service.status), String(sandbox.status));
	if (service.shape === null || sandbox.shape === null) {
		whole('content', service.shape ? 'JSON' : service.content, sandbox.shape ? 'JSON' : sandbox.content);
		return found;
	}
	whole('envelope', envelopeOf(service.shape), envelopeOf(sandbox.shape));
	return [...found, ...compareShapes('', service.shape, sandbox.shape)];
}

/** Whether both answers hold records, so that their fields say something. */
export function recordsIn({ shape }: Seen): boolean {
	const data = shape?.fields.get('data');
	return data !== undefined && (data.items !== null || data.fields.size > 0);
}
