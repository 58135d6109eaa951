import { createHash } from 'crypto';
import { isBlank, isJsonObject, type JsonObject } from '../../contract';
import type { Hashes } from '../core/hashes';

/*
 * What counts of a record, and its fingerprint, from which no value can be told. Every filled field adds numbers of its own
 * to sums, so that the part of a field that is new can be taken away again; `storms.ts` tells from two fingerprints
 * whether one or two certain fields alone have changed.
 */

/** The prime of the sums that tell fields apart; below 2^15. */
export const PRIME = 32_749;

/** The other part of a fingerprint; 33 and 15 bits are the 48 by which any change is seen. */
export const REST_BITS = 33;

/** `sums[n]` is the sum of each field's number times its weight to the power of n; the last one may be left out. */
export interface Fingerprint {
	rest: number;
	sums: readonly number[];
}

/** The part of a field in a fingerprint. */
export interface CountedField {
	name: string;
	/** In place of the name in what is stored. */
	mark: string;
	weight: number;
	rest: number;
	number: number;
}

/** Both ends of the words of a name such as `lastLoginDate`. */
const wordsOf = (name: string): string =>
	name
		.replace(/([\p{Ll}\d])(?=\p{Lu})/gu, '$1 ')
		.replace(/[^\p{L}\d]+/gu, ' ')
		.toLowerCase();

/** Links, times of last use, pictures and ages change without anybody having changed them. */
const PASSING =
	/\b(?:links?|urls?|uris?|href|photos?|pictures?|images?|avatars?|logos?|thumbnails?|ages?)\b|\b(?:last|latest|recent) (?:\w+ )*?(?:log(?:in|on|ged)?|sign(?:in|ed)?|seen|used?|activity|active|access(?:ed)?|visit(?:ed)?|online|clock(?:ed)?|sync(?:ed)?|sessions?|requests?)\b|\b(?:days|hours|minutes|weeks|months|years) (?:left|since|until|to|ago|old|remaining|of service)\b/;

/** Told as active or not, and not as changed. */
const ACTIVITY = ['isActive', 'active', 'isArchived', 'archived'];

const isPassing = (path: string): boolean => ACTIVITY.includes(path) || PASSING.test(wordsOf(path));

const LINK = /^(?:https?:\/\/|data:)/i;

/** Numbers, GUIDs. */
const ID = /^(?:\d+|[0-9a-f]{8}-(?:[0-9a-f]{4}-){3}[0-9a-f]{12})$/i;

const NAME_OF_ID = /(?:^id|Id|ID)s?$/;

/** A list whose order says nothing. */
const isIdList = (name: string, list: readonly unknown[]): boolean =>
	NAME_OF_ID.test(name) ||
	list.every((entry) =>
		isJsonObject(entry) ? Object.keys(entry).some((key) => NAME_OF_ID.test(key)) : ID.test(String(entry)),
	);

/** A value in one form only; undefined if it is empty. `isWhole`: with links. */
function canonical(name: string, value: unknown, isWhole: boolean): unknown {
	if (isBlank(value)) return undefined;
	if (Array.isArray(value)) {
		const entries = value.flatMap((entry) => {
			const one = canonical('', entry, isWhole);
			return one === undefined ? [] : [JSON.stringify(one)];
		});
		if (entries.length === 0) return undefined;
		return isIdList(name, value) ? entries.sort() : entries;
	}
	if (isJsonObject(value)) {
		const entries = Object.entries(value)
			.filter(([key]) => isWhole || !isPassing(key))
			.map(([key, entry]) => [key, canonical(key, entry, isWhole)] as const)
			.filter(([, entry]) => entry !== undefined)
			.sort(([one], [other]) => (one < other ? -1 : 1));
		return entries.length === 0 ? undefined : entries;
	}
	if (typeof value !== 'string') return value;
	return !isWhole && LINK.test(value.trim()) ? undefined : value.trim();
}

/** The fields of a record, those of objects by their paths. */
function* flat(record: JsonObject, before = ''): Generator<[path: string, name: string, value: unknown]> {
	for (const [name, value] of Object.entries(record)) {
		if (isJsonObject(value)) yield* flat(value, `${before}${name}.`);
		else yield [`${before}${name}`, name, value];
	}
}

/** Reads the fields that count of records: all but those that pass by, or the wanted ones and what is below them. */
export function fieldReader(hashes: Hashes, wanted: readonly string[]): (record: JsonObject) => CountedField[] {
	// A hash of secret and text, because an HMAC of each of 100,000 values would keep n8n waiting.
	const secret = hashes.of('fields', '', 43);
	const bytesOf = (text: string): Buffer =>
		createHash('sha256')
			.update(secret + text)
			.digest();
	const names = wanted.map((name) => name.toLowerCase());
	const paths = new Map<
		string,
		Pick<CountedField, 'name' | 'mark' | 'weight'> & { counts: boolean; isWhole: boolean }
	>();
	const parts = new Map<string, Pick<CountedField, 'rest' | 'number'>>();
	const pathOf = (path: string) => {
		const own = path.toLowerCase();
		const isWhole = names.includes(own);
		const isBelow = names.length === 0 || names.some((name) => own.startsWith(`${name}.`));
		const mark = bytesOf(path).toString('base64url', 0, 3);
		const known = {
			name: path,
			mark,
			weight: weightOf(mark),
			isWhole,
			counts: isWhole || (isBelow && !isPassing(path)),
		};
		paths.set(path, known);
		return known;
	};
	return (record) => {
		const fields: CountedField[] = [];
		for (const [path, name, value] of flat(record)) {
			const { counts, isWhole, ...field } = paths.get(path) ?? pathOf(path);
			const one = counts ? canonical(name, value, isWhole) : undefined;
			if (one === undefined) continue;
			const text = JSON.stringify([path, one]);
			let part = parts.get(text);
			if (part === undefined) {
				const bytes = bytesOf(text);
				part = { rest: bytes.readUIntBE(0, 6) % 2 ** REST_BITS, number: bytes.readUInt32BE(6) % PRIME };
				parts.set(text, part);
			}
			fields.push({ ...field, ...part });
		}
		return fields;
	};
}

/** By which changes of a field are told from those of others. */
export const weightOf = (mark: string): number => 1 + (Buffer.from(mark, 'base64url').readUIntBE(0, 3) % (PRIME - 1));

/** The sum of fields; that of none is not nothing. */
export function fingerprintOf(fields: readonly CountedField[]): Fingerprint {
	let rest = 1;
	const sums = [0, 0, 0];
	for (const field of fields) {
		rest = (rest + field.rest) % 2 ** REST_BITS;
		let term = field.number;
		for (const power of sums.keys()) {
			sums[power] = ((sums[power] ?? 0) + term) % PRIME;
			term = (term * field.weight) % PRIME;
		}
	}
	return { rest, sums };
}

const positive = (value: number, modulus: number): number => ((value % modulus) + modulus) % modulus;

/** What has come and gone between two fingerprints, as far as both tell. */
export const difference = (now: Fingerprint, before: Fingerprint): Fingerprint => ({
	rest: positive(now.rest - before.rest, 2 ** REST_BITS),
	sums: before.sums.slice(0, now.sums.length).map((sum, power) => positive((now.sums[power] ?? 0) - sum, PRIME)),
});

export const isNone = ({ rest, sums }: Fingerprint): boolean => rest === 0 && sums.every((sum) => sum === 0);

/** Of a record whose fingerprint was made by another key, or of other fields. */
export const NO_PRINT: Fingerprint = { rest: 0, sums: [0, 0, 0] };
