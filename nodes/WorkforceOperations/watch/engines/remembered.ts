/*
 * What an engine remembers of records: a short mark for each id.
 *
 * - Packed into text, so that thousands of them stay small in n8n's static data: ids by their distances from each other,
 *   and what repeats itself by its number.
 * - In two generations. Whatever is seen moves into the younger one; when the generations change, what only the older one
 *   holds is forgotten. So nothing is forgotten because a list came empty once.
 */

type Marks = Map<string, string>;

/** Whole numbers are packed by their distances; anything else as it is. */
const NUMBER = /^(0|[1-9]\d{0,14})$/;

/** `distance.mark*count`, each part but the first only where it says something. */
const TOKEN = /^([0-9a-z]+)(?:\.([^*,]*))?(?:\*([0-9a-z]+))?$/;

function packNumbers(entries: ReadonlyArray<[id: number, mark: string]>): string {
	const tokens: Array<{ token: string; count: number }> = [];
	let last = 0;
	for (const [id, mark] of entries) {
		const token = (id - last).toString(36) + (mark === '' ? '' : `.${mark}`);
		const previous = tokens.at(-1);
		if (previous?.token === token) previous.count++;
		else tokens.push({ token, count: 1 });
		last = id;
	}
	return tokens.map(({ token, count }) => (count === 1 ? token : `${token}*${count.toString(36)}`)).join(',');
}

/** Marks as short text. A mark holds neither commas nor asterisks. */
export function packMarks(marks: ReadonlyMap<string, string>): string {
	const entries = [...marks];
	const numbers = entries
		.filter(([id]) => NUMBER.test(id))
		.map(([id, mark]): [number, string] => [Number(id), mark])
		.sort(([one], [other]) => one - other);
	const others = entries.filter(([id]) => !NUMBER.test(id));
	return JSON.stringify([packNumbers(numbers), ...others.flat()]);
}

function unpackNumbers(packed: string): Marks | undefined {
	const marks: Marks = new Map();
	let id = 0;
	for (const text of packed === '' ? [] : packed.split(',')) {
		const [, distance, mark = '', count = '1'] = TOKEN.exec(text) ?? [];
		if (distance === undefined) return undefined;
		for (let left = Number.parseInt(count, 36); left > 0; left--) {
			id += Number.parseInt(distance, 36);
			marks.set(String(id), mark);
		}
	}
	return marks;
}

/** The marks again; undefined when the text is none of ours. */
export function unpackMarks(packed: unknown): Marks | undefined {
	if (typeof packed !== 'string') return undefined;
	try {
		const parsed: unknown = JSON.parse(packed);
		if (!Array.isArray(parsed) || !parsed.every((part) => typeof part === 'string')) return undefined;
		const [numbers, ...others] = parsed as string[];
		const marks = numbers === undefined ? undefined : unpackNumbers(numbers);
		for (let index = 0; index + 1 < others.length; index += 2) marks?.set(others[index] ?? '', others[index + 1] ?? '');
		return marks;
	} catch {
		return undefined;
	}
}

export class Remembered {
	/** When the younger generation began, in epoch milliseconds. */
	since: number;

	private young: Marks;

	private old: Marks;

	constructor(since: number, young: Marks = new Map(), old: Marks = new Map()) {
		this.since = since;
		this.young = young;
		this.old = old;
	}

	/** As it was stored; undefined when it is none of ours. */
	static unpack(packed: unknown): Remembered | undefined {
		if (!Array.isArray(packed)) return undefined;
		const [since, ...generations] = packed as unknown[];
		const [young, old] = generations.map(unpackMarks);
		return typeof since === 'number' && young && old ? new Remembered(since, young, old) : undefined;
	}

	pack(): [since: number, young: string, old: string] {
		return [this.since, packMarks(this.young), packMarks(this.old)];
	}

	copy(): Remembered {
		return new Remembered(this.since, new Map(this.young), new Map(this.old));
	}

	get size(): number {
		return this.young.size + this.old.size;
	}

	get(id: string): string | undefined {
		return this.young.get(id) ?? this.old.get(id);
	}

	set(id: string, mark: string): void {
		this.young.set(id, mark);
		this.old.delete(id);
	}

	delete(id: string): void {
		this.young.delete(id);
		this.old.delete(id);
	}

	/** Whether the younger generation is so old. A clock that was ahead and has been put right must not keep it for ever. */
	isOlderThan(ms: number, now: number): boolean {
		return now < this.since || now - this.since >= ms;
	}

	/** Begins another generation, and forgets what was not seen in the one that ends. */
	renew(now: number): void {
		this.old = this.young;
		this.young = new Map();
		this.since = now;
	}
}
