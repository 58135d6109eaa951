import { type Fingerprint, REST_BITS } from './fields';

/*
 * What is remembered of records, in as few bits as it takes: ids as differences, a fingerprint of 48 bits and those by which
 * its fields are told apart. 5,000 records take about 70 kB.
 */

/** Why a record may not be there or not be active any more, and how far that is decided. */
export interface Mark {
	what: 'missing' | 'off';
	/** Seen once, in a round of this parity; seen twice; held until a person decides; or decided. */
	stage: 'even' | 'odd' | 'ripe' | 'held' | 'due';
}

/** What is remembered of a record. */
export interface Known {
	print: Fingerprint;
	isActive: boolean;
	mark?: Mark;
	/** Fields were taken over since it was last compared. */
	isStale?: true;
}

const STAGES = ['even', 'odd', 'ripe', 'held', 'due'] as const;

/**
 * More bytes are a burden for n8n's database; the third sum, which only tells two fields from a third, is left out first. A
 * few records need none of that.
 */
const mostCharacters = (records: number): number =>
	Math.max(20_000, 15.9 * Math.min(records, 5000) + 14.6 * Math.max(0, records - 5000));

const SUM_BITS = 15;

/** Quotients of so many bits are followed by the number itself. */
const LONGEST_QUOTIENT = 24;
const WHOLE_BITS = 53;

const NUMBER = /^(?:0|[1-9]\d{0,14})$/;
const PAIR = /^(0|[1-9]\d{0,14})\.(0|[1-9]\d{0,14})$/;

const ALPHABET = 'ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-_';

const bits = (value: number, width: number): string => (width === 0 ? '' : value.toString(2).padStart(width, '0'));

/** A whole number in the code of Rice: small ones are short. */
function rice(value: number, width: number): string {
	const quotient = Math.floor(value / 2 ** width);
	if (quotient >= LONGEST_QUOTIENT) return '1'.repeat(LONGEST_QUOTIENT) + bits(value, WHOLE_BITS);
	return `${'1'.repeat(quotient)}0${bits(value % 2 ** width, width)}`;
}

const widthFor = (values: readonly number[]): number => {
	const mean = values.reduce((sum, value) => sum + value, 0) / Math.max(1, values.length);
	return mean < 1 ? 0 : Math.floor(Math.log2(mean));
};

function statusBits({ isActive, mark, isStale }: Known): string {
	if (mark === undefined && isStale === undefined) return isActive ? '0' : '10';
	const stage = mark === undefined ? 0 : STAGES.indexOf(mark.stage);
	const what = mark === undefined ? 0 : mark.what === 'missing' ? 1 : 2;
	return `11${isActive ? 1 : 0}${isStale ? 1 : 0}${bits(what, 2)}${bits(stage, 3)}`;
}

function packWith(known: ReadonlyMap<string, Known>, sums: number): unknown[] {
	const numbers: Array<[number, Known]> = [];
	const pairs: Array<[number, number, Known]> = [];
	const others: Array<[string, Known]> = [];
	for (const [id, entry] of known) {
		const [, first, second] = PAIR.exec(id) ?? [];
		if (NUMBER.test(id)) numbers.push([Number(id), entry]);
		else if (first !== undefined) pairs.push([Number(first), Number(second), entry]);
		else others.push([id, entry]);
	}
	numbers.sort(([one], [other]) => one - other);
	pairs.sort(([one, oneMore], [other, otherMore]) => one - other || oneMore - otherMore);
	const steps = numbers.map(([id], index) => id - (numbers[index - 1]?.[0] ?? 0));
	const leaps = pairs.map(([first], index) => first - (pairs[index - 1]?.[0] ?? 0));
	const [step, leap] = [widthFor(steps), widthFor(leaps.filter((each) => each > 0))];
	const second = Math.max(0, ...pairs.map(([, each]) => each)).toString(2).length;
	const entry = (of: Known): string =>
		statusBits(of) +
		bits(of.print.rest, REST_BITS) +
		Array.from({ length: sums }, (_, power) => bits(of.print.sums[power] ?? 0, SUM_BITS)).join('');
	const text = [
		...numbers.map(([, of], index) => rice(steps[index] ?? 0, step) + entry(of)),
		...pairs.map(([, id, of], index) => {
			const far = leaps[index] ?? 0;
			return (far === 0 ? '1' : `0${rice(far, leap)}`) + bits(id, second) + entry(of);
		}),
		...others.map(([, of]) => entry(of)),
	].join('');
	const padded = text.padEnd(Math.ceil(text.length / 6) * 6, '0');
	let packed = '';
	for (let at = 0; at < padded.length; at += 6) packed += ALPHABET[Number.parseInt(padded.slice(at, at + 6), 2)];
	const ids = others.map(([id]) => id);
	return [numbers.length, pairs.length, step, leap, second, sums, packed, ...ids];
}

/** Packs what is remembered; records whose sums were left out before leave them out again. */
export function packKnown(known: ReadonlyMap<string, Known>): unknown[] {
	const most = Math.min(3, ...[...known.values()].map(({ print }) => print.sums.length));
	const packed = packWith(known, most);
	return String(packed[6]).length <= mostCharacters(known.size) || most < 3 ? packed : packWith(known, 2);
}

class BitReader {
	private at = 0;

	private readonly text: string;

	constructor(packed: string) {
		this.text = [...packed].map((character) => bits(ALPHABET.indexOf(character), 6)).join('');
	}

	number(width: number): number {
		if (this.at + width > this.text.length) throw new RangeError('cut');
		this.at += width;
		return width === 0 ? 0 : Number.parseInt(this.text.slice(this.at - width, this.at), 2);
	}

	rice(width: number): number {
		let quotient = 0;
		while (quotient < LONGEST_QUOTIENT && this.number(1) === 1) quotient++;
		return quotient === LONGEST_QUOTIENT ? this.number(WHOLE_BITS) : quotient * 2 ** width + this.number(width);
	}

	entry(sums: number): Known {
		const isShort = this.number(1) === 0;
		const isOff = !isShort && this.number(1) === 0;
		let known: Omit<Known, 'print'> = { isActive: !isOff };
		if (!isShort && !isOff) {
			const [isActive, isStale, what] = [this.number(1) === 1, this.number(1) === 1, this.number(2)];
			const stage = STAGES[this.number(3)] ?? 'even';
			known = {
				isActive,
				...(what === 0 ? {} : { mark: { what: what === 1 ? 'missing' : 'off', stage } }),
				...(isStale ? { isStale } : {}),
			};
		}
		const rest = this.number(REST_BITS);
		return { ...known, print: { rest, sums: Array.from({ length: sums }, () => this.number(SUM_BITS)) } };
	}
}

const isCount = (value: unknown): value is number => Number.isSafeInteger(value) && Number(value) >= 0;

/** Reads what was stored; undefined if any of it is unreadable. */
export function unpackKnown(stored: unknown): Map<string, Known> | undefined {
	if (!Array.isArray(stored)) return undefined;
	const [numbers, pairs, step, leap, second, sums, packed, ...others] = stored as unknown[];
	if (![numbers, pairs, step, leap, second].every(isCount) || typeof packed !== 'string') return undefined;
	if ((sums !== 2 && sums !== 3) || !/^[\w-]*$/.test(packed)) return undefined;
	const known = new Map<string, Known>();
	try {
		const reader = new BitReader(packed);
		let id = 0;
		for (let left = Number(numbers); left > 0; left--) {
			id += reader.rice(Number(step));
			known.set(String(id), reader.entry(sums));
		}
		let first = 0;
		for (let left = Number(pairs); left > 0; left--) {
			if (reader.number(1) === 0) first += reader.rice(Number(leap));
			known.set(`${first}.${reader.number(Number(second))}`, reader.entry(sums));
		}
		for (const other of others) {
			if (typeof other !== 'string') return undefined;
			known.set(other, reader.entry(sums));
		}
	} catch {
		return undefined;
	}
	return known;
}
