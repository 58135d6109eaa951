import type { Finding, Start } from '../core/finding';
import { detectOnce } from '../core/once';

interface NewRecordRules {
	/** For the first poll. */
	start?: Start;
	most: number;
}

/**
 * Lists of records without a date: an unknown id is new. Ids are never forgotten, so an employee who is
 * deactivated and activated again stays known. `others`, such as inactive employees, are known from the first poll on
 * without being reported.
 */
export function detectNew(
	known: ReadonlySet<string>,
	present: readonly Finding[],
	others: readonly string[],
	{ start, most }: NewRecordRules,
): { findings: Finding[]; known: Set<string>; waiting: number } {
	const { findings, reported, waiting } = detectOnce(
		new Map([...known, ...others].map((key) => [key, true])),
		present,
		{
			keyOf: ({ key }) => key,
			judge: (_, isKnown) => (isKnown || start === 'new' ? 'keep' : 'tell'),
			entryOf: () => true,
			most,
		},
	);
	return { findings, known: new Set(reported.keys()), waiting };
}
