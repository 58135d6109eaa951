import { type Fingerprint, PRIME } from './fields';

/*
 * A field that changes in most records at once was changed by the service, and by nobody in the company. Which field it is
 * can be told from the differences of fingerprints: where one field alone has changed, each sum is the one before it times
 * the weight of that field; where two have, three sums fulfil an equation of both weights.
 */

/** Differences that are looked at for each pair of fields, so that a thousand pairs stay quick. */
const MOST_TRIED = 200;

/** So many records that differ in several fields at once are never told one by one, where they are most of all. */
const FLOOD = 10;

/** In a shorter list people change most records at once, too, and a change that isn't told of is lost to a copy. */
const SHORTEST = 40;

/** Of how many records most have to differ; of no number where too few are known. */
export const allOf = (compared: number, known: number): number => (known < SHORTEST ? Infinity : compared);

const isMultiple = ({ sums: [first = 0, second = 0, third] }: Fingerprint, weight: number): boolean =>
	(weight * first - second) % PRIME === 0 && (third === undefined || (weight * second - third) % PRIME === 0);

/** Whether changes of these fields alone can have made a difference. Of more than two nobody can tell: it counts as so. */
export function isExplained(difference: Fingerprint, weights: readonly number[]): boolean {
	if (weights.some((weight) => isMultiple(difference, weight))) return true;
	const [one, other, more] = weights;
	if (one === undefined || other === undefined) return false;
	const [first = 0, second = 0, third] = difference.sums;
	if (third === undefined || more !== undefined) return true;
	return (third - ((one + other) % PRIME) * second + ((one * other) % PRIME) * first) % PRIME === 0;
}

interface Readings {
	/** How many records were compared. */
	all: number;
	/** The weights of all fields that records have, or had. */
	weights: readonly number[];
	/** Of these, those of fields that no record has any more. */
	vanished: readonly number[];
}

/** The fields that differ in over half of all records at once; `all` if most differ in several that can't be told apart. */
export function stormsAmong(
	differences: readonly Fingerprint[],
	{ all, weights, vanished }: Readings,
): readonly number[] | 'all' {
	const isMost = (count: number): boolean => count > 1 && 2 * count > all;
	if (!isMost(differences.length)) return [];
	if (vanished.length > 0 && isMost(differences.filter((each) => isExplained(each, vanished)).length)) return vanished;
	const alone = new Map(
		weights.map((weight) => [weight, differences.filter((each) => isMultiple(each, weight)).length]),
	);
	const [single] = [...alone].sort(([, one], [, other]) => other - one);
	const several = differences.filter((each) => !weights.some((weight) => isMultiple(each, weight)));
	const arePairsTold = differences.every(({ sums }) => sums.length > 2);
	if (arePairsTold && several.length > 1 && isMost(several.length + (single?.[1] ?? 0))) {
		const tried = several.slice(0, MOST_TRIED);
		let best: { pair: readonly [number, number]; count: number } | undefined;
		for (const [index, one] of weights.entries())
			for (const other of weights.slice(index + 1)) {
				const count = tried.filter((each) => isExplained(each, [one, other])).length;
				if (count > (best?.count ?? 1)) best = { pair: [one, other], count };
			}
		if (best !== undefined) {
			const both = several.filter((each) => isExplained(each, best.pair)).length;
			const pair = best.pair.filter((weight) => isMost(both + (alone.get(weight) ?? 0)));
			if (pair.length === 2) return pair;
		}
	}
	if (single !== undefined && isMost(single[1])) return [single[0]];
	return isMost(several.length) && several.length >= FLOOD ? 'all' : [];
}
