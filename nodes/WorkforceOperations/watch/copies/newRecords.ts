import { byAge, type Finding, type Start } from '../core/finding';

interface NewRecordRules {
	/** For the first poll. */
	start?: Start;
	most: number;
}

/**
 * The engine for lists of records without a date: an unknown id is new. Ids are never forgotten, so an employee who is
 * deactivated and activated again stays known. `others`, such as inactive employees, are known from the first poll on
 * without being reported.
 */
export function detectNew(
	known: ReadonlySet<string>,
	present: readonly Finding[],
	others: readonly string[],
	{ start, most }: NewRecordRules,
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
