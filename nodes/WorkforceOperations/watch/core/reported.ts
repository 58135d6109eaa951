import { DAY_MS, isJsonObject } from '../../contract';

/*
 * Reported records: a value for each ID. In n8n's static data, a value is a short text. All of them are packed so that
 * 20,000 stay small: IDs as differences, repetitions as counts.
 */

/** Whole numbers are packed as differences; anything else is left as it is. */
const BASE36_NUMBER = /^(0|[1-9]\d{0,14})$/;

/** Two whole numbers, such as the IDs of an employee and a licence; each is packed as a difference. */
const PAIR = /^(0|[1-9]\d{0,14})\.(0|[1-9]\d{0,14})$/;

/** `difference.text*count`, optional except for the first; for pairs `difference_difference`. */
const TOKEN = /^([0-9a-z]+)(?:_(-?[0-9a-z]+))?(?:\.([^*,;]*))?(?:\*([0-9a-z]+))?$/;

const base36 = (text = ''): number => Number.parseInt(text, 36);

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

type Numbered = [first: number, second: number, text: string];

function packNumbers(entries: readonly Numbered[], arePairs: boolean): string {
	let [first, second] = [0, 0];
	return runLengths(
		[...entries]
			.sort(([one, oneMore], [other, otherMore]) => one - other || oneMore - otherMore)
			.map(([next, more, text]) => {
				const token = (next - first).toString(36) + (arePairs ? `_${(more - second).toString(36)}` : '');
				[first, second] = [next, more];
				return token + (text === '' ? '' : `.${text}`);
			}),
	);
}

/** Packs texts without commas by ID: one text for all numbers and pairs, then each other ID after its own text. */
export function packTexts(texts: ReadonlyMap<string, string>): string[] {
	const [numbers, pairs]: [Numbered[], Numbered[]] = [[], []];
	const others: string[] = [];
	for (const [id, text] of texts) {
		const pair = PAIR.exec(id);
		if (BASE36_NUMBER.test(id)) numbers.push([Number(id), 0, text]);
		else if (pair !== null) pairs.push([Number(pair[1]), Number(pair[2]), text]);
		else others.push(`${text},${id}`);
	}
	const packed = packNumbers(numbers, false);
	return [pairs.length === 0 ? packed : `${packed};${packNumbers(pairs, true)}`, ...others];
}

function unpackNumbers(packed: string, arePairs: boolean): Array<[id: string, text: string]> | undefined {
	const texts: Array<[string, string]> = [];
	let [first, second] = [0, 0];
	for (const token of packed === '' ? [] : packed.split(',')) {
		const [, distance, another, text = '', count = '1'] = TOKEN.exec(token) ?? [];
		if (distance === undefined || (another !== undefined) !== arePairs) return undefined;
		for (let left = base36(count); left > 0; left--) {
			first += base36(distance);
			second += base36(another);
			texts.push([another === undefined ? String(first) : `${first}.${second}`, text]);
		}
	}
	return texts;
}

/** Reverses `packTexts`; undefined for anything else. */
export function unpackTexts(packed: unknown): Map<string, string> | undefined {
	if (!Array.isArray(packed) || !packed.every((part) => typeof part === 'string')) return undefined;
	const [text, ...others] = packed as string[];
	const [numbers, pairs = ''] = text?.split(';') ?? [];
	const entries = numbers === undefined ? undefined : unpackNumbers(numbers, false);
	const paired = unpackNumbers(pairs, true);
	if (entries === undefined || paired === undefined) return undefined;
	const texts = new Map([...entries, ...paired]);
	for (const each of others) {
		const end = each.indexOf(',');
		if (end < 0) return undefined;
		texts.set(each.slice(end + 1), each.slice(0, end));
	}
	return texts;
}

/** Packs ids without values, as one text. */
export const packIds = (ids: Iterable<string>): string =>
	JSON.stringify(packTexts(new Map([...ids].map((id) => [id, '']))));

/** Reverses `packIds`; undefined for anything else. */
export function unpackIds(packed: unknown): Set<string> | undefined {
	if (typeof packed !== 'string') return undefined;
	try {
		const texts = unpackTexts(JSON.parse(packed));
		return texts && new Set(texts.keys());
	} catch {
		return undefined;
	}
}

/** How a family writes its values. */
interface ValueForm<Value> {
	/** A number by which values are packed together, such as the day of their records. */
	groupOf?(value: Value): number;
	/** A text without commas, semicolons and asterisks. */
	write(value: Value): string;
	/** Undefined for a text that it hasn't written. */
	read(text: string, group: number): Value | undefined;
}

/** Reported records, as one family stores them. */
export class ReportedForm<Value> {
	private readonly form: ValueForm<Value>;

	constructor(form: ValueForm<Value>) {
		this.form = form;
	}

	/** By group. */
	pack(reported: ReadonlyMap<string, Value>): Record<string, string[]> {
		const groups = new Map<number, Map<string, string>>();
		for (const [id, value] of reported) {
			const group = this.form.groupOf?.(value) ?? 0;
			const texts = groups.get(group) ?? new Map<string, string>();
			groups.set(group, texts.set(id, this.form.write(value)));
		}
		return Object.fromEntries([...groups].map(([group, texts]) => [String(group), packTexts(texts)]));
	}

	/** Undefined if any of it is unreadable. */
	unpack(stored: unknown): Map<string, Value> | undefined {
		if (!isJsonObject(stored)) return undefined;
		const reported = new Map<string, Value>();
		for (const [name, packed] of Object.entries(stored)) {
			const [group, texts] = [Number(name), unpackTexts(packed)];
			if (texts === undefined || !Number.isSafeInteger(group)) return undefined;
			for (const [id, text] of texts) {
				const value = this.form.read(text, group);
				if (value === undefined) return undefined;
				if (!reported.has(id)) reported.set(id, value);
			}
		}
		return reported;
	}

	readonly reads = (stored: unknown): boolean => this.unpack(stored) !== undefined;
}

/** A day in UTC, as the number of days since 1970. */
export const dayNumber = (moment: number): number => Math.floor(moment / DAY_MS);

/** Leaves out values of days that had ended by a moment. */
export const fromDayOf = <Value extends { day: number }>(
	moment: number,
	reported: ReadonlyMap<string, Value>,
): ReadonlyMap<string, Value> => new Map([...reported].filter(([, { day }]) => day >= dayNumber(moment)));

/** A moment as precise as it is stored. */
export const wholeSeconds = (ms: number): number => Math.floor(ms / 1000);

/** A moment in seconds, followed by other moments as the seconds before it. */
export function writeMoments(first: number, ...others: Array<number | undefined>): string {
	const moments = others.filter((moment) => moment !== undefined);
	const counts = moments.map((moment) => wholeSeconds(first) - wholeSeconds(moment));
	return [wholeSeconds(first), ...counts].map((count) => count.toString(36)).join('.');
}

/** Reverses `writeMoments`; undefined for any other text. */
export function readMoments(text: string): number[] | undefined {
	if (!/^[0-9a-z]+(\.-?[0-9a-z]+)*$/.test(text)) return undefined;
	const [first = 0, ...others] = text.split('.').map((part) => base36(part) * 1000);
	return [first, ...others.map((before) => first - before)];
}
