import type { Component, LineDoubt, Reader } from './component';
import { isRounded, sameCents, sumUp, worthOfAll } from './money';
import { partKind, type PartKind } from './words';

/** The parts under one key of an object. */
export interface Group {
	key: string;
	kind: PartKind;
	parts: Component[];
	/** A rate that only has a name, and no numbers. */
	isEmpty?: boolean;
}

/** What an object with parts is: which lines it makes, and what is told of them. */
interface PartsReading {
	/** The object itself is a line. */
	own: boolean;
	groups: Group[];
	doubts: LineDoubt[];
	check?: Component['check'];
}

/** Whether a sum is a stated total. */
type IsSame = (sum: number | undefined, total: number | undefined) => boolean;

const partsOf = (groups: readonly Group[]): Component[] => groups.flatMap(({ parts }) => parts);
const sumOfGroups = (groups: readonly Group[]): number | undefined => worthOfAll(partsOf(groups));

/** Without lists that divide anew what others hold already: the same sum would be paid twice. */
function divideOnce(groups: readonly Group[]): Group[] {
	let kept = [...groups];
	for (const group of [...groups].reverse()) {
		if (group.kind !== 'list') continue;
		const others = kept.filter((other) => other !== group);
		const rest = others.filter(({ kind }) => kind !== 'added');
		const sums = [
			rest,
			...(rest.length > 0 ? [others] : []),
			...rest.filter(({ kind }) => kind === 'list').map((one) => [one]),
		];
		if (sums.some((sum) => sameCents(sumOfGroups(sum), sumOfGroups([group])))) kept = others;
	}
	return kept;
}

const areAll = (groups: readonly Group[], wanted: PartKind, { side }: Reader): boolean =>
	groups.every(
		({ kind, parts }) => kind === wanted || parts.every(({ name }) => partKind(name ?? '', side) === wanted),
	);

const sumOfQuantities = (groups: readonly Group[]): number =>
	sumUp(partsOf(groups).flatMap(({ quantity }) => quantity ?? []));

/**
 * What an object with parts is, but for a total that an entry of it states. Nothing is calculated for a line: sums and
 * products are only compared with the amount, in whole cents.
 */
function readGroups(own: Component, groups: readonly Group[], reader: Reader, isSame: IsSame): PartsReading {
	const { quantity, rate, amount } = own;
	const counts = [quantity, rate, amount].some((number) => number !== undefined);
	const of = (...kinds: PartKind[]): Group[] =>
		groups.filter(({ kind, isEmpty }) => kinds.includes(kind) && !(counts && isEmpty));
	const parts = of('named', 'list', 'added');
	const divisions = of('division').map((group) => [group]);
	const [whole, once] = parts.length > 0 ? [[parts], [divideOnce(parts)]] : [[], []];
	const choices = [...whole, ...divisions.reverse(), ...once];
	const alone = (...doubts: LineDoubt[]): PartsReading => ({ own: true, groups: [], doubts });
	if (!counts) {
		const total = sumOfGroups(of('total'));
		const chosen = choices.find((choice) => isSame(sumOfGroups(choice), total)) ?? choices.at(-1);
		if (chosen === undefined)
			return { own: false, groups: of(of('total').length > 0 ? 'total' : 'aside').slice(0, 1), doubts: [] };
		// Not a line beside others, but it may be money.
		return { own: false, groups: chosen, doubts: sumOfGroups(of('aside')) === undefined ? [] : ['aside'] };
	}
	if (choices.length === 0) return alone();
	const product = quantity === undefined || rate === undefined ? undefined : quantity * rate;
	const isProduct = amount !== undefined && product !== undefined && isRounded(amount, product);
	const isAdded = parts.length > 0 && areAll(parts, 'added', reader);
	const same = choices.find((choice) => isSame(sumOfGroups(choice), amount));
	if (same) return { own: false, groups: same, doubts: isProduct && isAdded ? ['parts'] : [] };
	if (isAdded && product !== undefined && (amount === undefined || isProduct))
		return { own: true, groups: parts, doubts: [] };
	if (amount === undefined && rate === undefined && sumOfQuantities(parts) === quantity)
		return { own: false, groups: divideOnce(parts), doubts: [] };
	if (areAll([...parts, ...divisions.flat()], 'aside', reader)) return alone();
	const sums = choices.map(sumOfGroups);
	const isTogether = (sum: number | undefined): boolean =>
		sum !== undefined && product !== undefined && amount !== undefined && isRounded(amount, product + sum);
	if (sums.some(isTogether)) return alone();
	if (amount === undefined || isProduct) return alone('parts');
	return { ...alone('parts'), check: { total: amount, lines: sums[0] ?? null } };
}

/** See `readGroups`. `besides` is what is paid beside the object and may be in its amount as well: the allowances. */
export function readParts(own: Component, groups: readonly Group[], reader: Reader, besides = 0): PartsReading {
	const isSame: IsSame = (sum, total) =>
		sameCents(sum, total) || (besides !== 0 && sum !== undefined && sameCents(sum + besides, total));
	const reading = readGroups(own, groups, reader, isSame);
	const totals = groups.filter((group) => group.kind === 'total' && !reading.groups.includes(group));
	const lines = worthOfAll([...(reading.own ? [own] : []), ...partsOf(reading.groups)]);
	const stated = totals.flatMap(({ parts }) => worthOfAll(parts) ?? []);
	const total = stated.at(-1);
	if (total === undefined || reading.check || stated.some((one) => isSame(lines, one))) return reading;
	return { ...reading, check: { total, lines: lines ?? null } };
}
