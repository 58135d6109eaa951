import { byAge, type Finding, type Start } from './types';

interface KnownRules {
	/** For the first poll. */
	start?: Start;
	most: number;
}

/**
 * The log engine for a list whose records have no date: whoever is not known yet is new. Nobody is ever forgotten, so
 * that somebody who is switched off and on again stays known. `others` are known from the first poll on without being
 * reported, such as those who are switched off.
 */
export function readKnown(
	known: ReadonlySet<string>,
	present: readonly Finding[],
	others: readonly string[],
	{ start, most }: KnownRules,
): { findings: Finding[]; known: Set<string>; waiting: number } {
	const grown = new Set(known);
	for (const key of others) grown.add(key);
	if (start === 'new') {
		for (const { key } of present) grown.add(key);
		return { findings: [], known: grown, waiting: 0 };
	}
	const unknown = [...new Map(present.map((finding) => [finding.key, finding])).values()]
		.filter(({ key }) => !grown.has(key))
		.sort(byAge);
	const findings = unknown.slice(0, most);
	for (const { key } of findings) grown.add(key);
	return { findings, known: grown, waiting: unknown.length - findings.length };
}

/** Ids as short text: whole numbers by their distances from each other, others as they are. */
export function packIds(ids: Iterable<string>): string {
	const all = [...ids];
	const isNumber = (id: string): boolean => /^(0|[1-9]\d{0,14})$/.test(id);
	const numbers = all
		.filter(isNumber)
		.map(Number)
		.sort((one, other) => one - other);
	const steps = numbers.map((id, index) => (id - (numbers[index - 1] ?? 0)).toString(36));
	return JSON.stringify([steps.join(','), ...all.filter((id) => !isNumber(id))]);
}

/** The ids again; undefined when the text is none of ours. */
export function unpackIds(packed: unknown): Set<string> | undefined {
	if (typeof packed !== 'string') return undefined;
	try {
		const parsed: unknown = JSON.parse(packed);
		if (!Array.isArray(parsed) || !parsed.every((part) => typeof part === 'string')) return undefined;
		const [steps = '', ...others] = parsed as string[];
		let id = 0;
		const numbers = steps === '' ? [] : steps.split(',').map((step) => String((id += Number.parseInt(step, 36))));
		return numbers.includes('NaN') ? undefined : new Set([...numbers, ...others]);
	} catch {
		return undefined;
	}
}
