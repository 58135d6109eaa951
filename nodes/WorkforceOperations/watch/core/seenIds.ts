/*
 * What an engine remembers of records: a short value for each id.
 *
 * - Packed into text, so that thousands of them stay small in n8n's static data: ids as differences, repetitions as
 *   counts.
 * - In two generations. Whatever is seen moves into the younger one; when the generations change, what only the older one
 *   holds is forgotten. So nothing is forgotten because a list was empty for a while.
 */

type ValuesById = Map<string, string>;

/** Whole numbers are packed as differences; anything else as it is. */
const BASE36_NUMBER = /^(0|[1-9]\d{0,14})$/;

/** Two of them, such as an employee's and a licence's; each is packed as a difference. */
const PAIR = /^(0|[1-9]\d{0,14})\.(0|[1-9]\d{0,14})$/;

/** `difference.value*count`, optional except for the first; for pairs `difference_difference`. */
const TOKEN = /^([0-9a-z]+)(?:_(-?[0-9a-z]+))?(?:\.([^*,;]*))?(?:\*([0-9a-z]+))?$/;

const base36 = (text: string): number => Number.parseInt(text, 36);

/** Run-length encodes equal tokens. */
function runLengths(all: readonly string[]): string {
	const tokens: Array<{ token: string; count: number }> = [];
	for (const token of all) {
		const previous = tokens.at(-1);
		if (previous?.token === token) previous.count++;
		else tokens.push({ token, count: 1 });
	}
	return tokens.map(({ token, count }) => (count === 1 ? token : `${token}*${count.toString(36)}`)).join(',');
}

type Numbered = [first: number, second: number | undefined, mark: string];

function packNumbers(entries: readonly Numbered[]): string {
	let [first, second] = [0, 0];
	return runLengths(
		[...entries]
			.sort(([one, oneMore = 0], [other, otherMore = 0]) => one - other || oneMore - otherMore)
			.map(([next, more, value]) => {
				const token = (next - first).toString(36) + (more === undefined ? '' : `_${(more - second).toString(36)}`);
				[first, second] = [next, more ?? 0];
				return token + (value === '' ? '' : `.${value}`);
			}),
	);
}

/** Packs values by id. A value must not contain commas, semicolons or asterisks. */
export function packSeenIds(values: ReadonlyMap<string, string>): string {
	const [numbers, pairs]: [Numbered[], Numbered[]] = [[], []];
	const others: string[] = [];
	for (const [id, value] of values) {
		const [, first, second] = PAIR.exec(id) ?? [];
		if (BASE36_NUMBER.test(id)) numbers.push([Number(id), undefined, value]);
		else if (first !== undefined && second !== undefined) pairs.push([Number(first), Number(second), value]);
		else others.push(id, value);
	}
	const packed = packNumbers(numbers);
	return JSON.stringify([pairs.length === 0 ? packed : `${packed};${packNumbers(pairs)}`, ...others]);
}

function unpackNumbers(packed: string, arePairs: boolean): Array<[id: string, mark: string]> | undefined {
	const values: Array<[string, string]> = [];
	let [first, second] = [0, 0];
	for (const text of packed === '' ? [] : packed.split(',')) {
		const [, distance, another, value = '', count = '1'] = TOKEN.exec(text) ?? [];
		if (distance === undefined || (another !== undefined) !== arePairs) return undefined;
		for (let left = base36(count); left > 0; left--) {
			first += base36(distance);
			second += base36(another ?? '0');
			values.push([another === undefined ? String(first) : `${first}.${second}`, value]);
		}
	}
	return values;
}

/** Unpacks them; undefined for any other text. */
export function unpackSeenIds(packed: unknown): ValuesById | undefined {
	if (typeof packed !== 'string') return undefined;
	try {
		const parsed: unknown = JSON.parse(packed);
		if (!Array.isArray(parsed) || !parsed.every((part) => typeof part === 'string')) return undefined;
		const [text, ...others] = parsed as string[];
		const [numbers, pairs = ''] = text?.split(';') ?? [];
		const entries = numbers === undefined ? undefined : unpackNumbers(numbers, false);
		const paired = unpackNumbers(pairs, true);
		if (entries === undefined || paired === undefined) return undefined;
		const values: ValuesById = new Map([...entries, ...paired]);
		for (let index = 0; index + 1 < others.length; index += 2) values.set(others[index] ?? '', others[index + 1] ?? '');
		return values;
	} catch {
		return undefined;
	}
}

export class SeenIds {
	/** When the younger generation began, in epoch milliseconds. */
	since: number;

	private young: ValuesById;

	private old: ValuesById;

	constructor(since: number, young: ValuesById = new Map(), old: ValuesById = new Map()) {
		this.since = since;
		this.young = young;
		this.old = old;
	}

	/** Reads what was stored; undefined if it is unreadable. */
	static unpack(packed: unknown): SeenIds | undefined {
		if (!Array.isArray(packed)) return undefined;
		const [since, ...generations] = packed as unknown[];
		const [young, old] = generations.map(unpackSeenIds);
		return typeof since === 'number' && young && old ? new SeenIds(since, young, old) : undefined;
	}

	pack(): [since: number, young: string, old: string] {
		return [this.since, packSeenIds(this.young), packSeenIds(this.old)];
	}

	copy(): SeenIds {
		return new SeenIds(this.since, new Map(this.young), new Map(this.old));
	}

	get size(): number {
		return this.young.size + this.old.size;
	}

	get(id: string): string | undefined {
		return this.young.get(id) ?? this.old.get(id);
	}

	set(id: string, value: string): void {
		this.young.set(id, value);
		this.old.delete(id);
	}

	delete(id: string): void {
		this.young.delete(id);
		this.old.delete(id);
	}

	/** Whether the younger generation is at least this old. Clock rollback: one that begins in the future counts as old. */
	isOlderThan(ms: number, now: number): boolean {
		return now < this.since || now - this.since >= ms;
	}

	/** Begins a new generation, and forgets what was not seen during the last one. */
	renew(now: number): void {
		this.old = this.young;
		this.young = new Map();
		this.since = now;
	}
}

/** Packs ids without values. */
export const packIds = (ids: Iterable<string>): string => packSeenIds(new Map([...ids].map((id) => [id, ''])));

/** Unpacks them; undefined for any other text. */
export function unpackIds(packed: unknown): Set<string> | undefined {
	const values = unpackSeenIds(packed);
	return values && new Set(values.keys());
}
