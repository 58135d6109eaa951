import { createHash } from 'crypto';
import { isBlank, isJsonObject, type JsonObject } from '../../contract';
import type { Hashes } from '../core/keys';
import { firstOf, quoted } from '../core/text';

/** A field that counts. */
export interface CountedField {
	/** In place of its name in what is stored: four signs of a hash. */
	mark: string;
	/** Its path and its value, in one form only. */
	text: string;
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

/** Of a longer name only the end is looked at. */
const LONGEST_NAME = 120;

/** Told as active or not, and not as changed. */
const ACTIVITY = ['isActive', 'active', 'isArchived', 'archived'];

const isPassing = (path: string): boolean =>
	ACTIVITY.includes(path) || PASSING.test(wordsOf(path.slice(-LONGEST_NAME)));

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

/** What counts of records, and hashes of it, from which no value can be told. */
export class FieldReader {
	private readonly secret: string;

	/** Names, in lower case; none for all. */
	private readonly wanted: readonly string[];

	private readonly paths = new Map<string, { mark: string; counts: boolean; isWhole: boolean }>();

	constructor(hashes: Hashes, wanted: readonly string[]) {
		this.secret = hashes.of('fields', '', 43);
		this.wanted = wanted.map((name) => name.toLowerCase());
	}

	/** A hash of secret and text, because an HMAC of 20,000 records would keep n8n waiting. */
	private signs(text: string, length: number): string {
		const hash = createHash('sha256').update(this.secret + text);
		return hash.digest('base64url').slice(0, length);
	}

	private look(path: string) {
		const [lowered, { wanted }] = [path.toLowerCase(), this];
		const isWhole = wanted.includes(lowered);
		const isBelow = wanted.length === 0 || wanted.some((name) => lowered.startsWith(`${name}.`));
		const known = { mark: this.signs(path, 4), isWhole, counts: isWhole || (isBelow && !isPassing(path)) };
		this.paths.set(path, known);
		return known;
	}

	/** The filled fields of a record, those of objects by their paths: all but those that pass by, or the wanted ones. */
	of(record: JsonObject, before = '', fields: CountedField[] = []): CountedField[] {
		for (const [name, value] of Object.entries(record)) {
			const path = before + name;
			if (isJsonObject(value)) {
				this.of(value, `${path}.`, fields);
				continue;
			}
			const { mark, counts, isWhole } = this.paths.get(path) ?? this.look(path);
			const one = counts ? canonical(name, value, isWhole) : undefined;
			if (one !== undefined) fields.push({ mark, text: JSON.stringify([path, one]) });
		}
		return fields;
	}

	/** The one hash of a record: 36 bits of all its fields but those that are left out. */
	print(fields: readonly CountedField[], left: readonly string[]): string {
		const texts = fields.flatMap(({ mark, text }) => (left.includes(mark) ? [] : [text]));
		return this.signs(texts.sort().join('\n'), 6);
	}

	/** A sign for each field. */
	row(fields: readonly CountedField[]): Map<string, string> {
		return new Map(fields.map(({ mark, text }) => [mark, this.signs(text, 4)]));
	}

	/** The first of many fields, by their names. */
	inWords(marks: readonly string[]): string {
		const names = new Map([...this.paths].map(([path, { mark }]) => [mark, quoted(path)]));
		return firstOf(marks.map((mark) => names.get(mark) ?? 'a field that is no longer in any record'));
	}
}
