/** How many ids, and how many field names, a hint lists. */
const MOST_LISTED = 20;

const listOf = (names: Iterable<string>): string => {
	const all = [...new Set(names)];
	return `${all.slice(0, MOST_LISTED).join(', ')}${all.length > MOST_LISTED ? ` and ${all.length - MOST_LISTED} more` : ''}`;
};

interface Doubtful {
	count: number;
	ids: string[];
	reasons: Set<string>;
	fields: Set<string>;
}

const idText = (id: unknown): string => String(id ?? 'without ID');

/** What is told of the lines of timesheets, collected for a run, so that each kind is one hint. */
export class LineHints {
	private readonly odd = new Map<string, string[]>();

	private readonly doubtful = new Map<string, Doubtful>();

	/** A problem with all lines of a timesheet, such as that there are none. */
	ofTimesheet(id: unknown, words: string): void {
		this.odd.set(words, [...(this.odd.get(words) ?? []), idText(id)]);
	}

	/** A line that may be wrong: why, and the names of its fields. */
	doubt(id: unknown, what: string, reasons: readonly string[], fields: readonly string[]): void {
		const known = this.doubtful.get(what) ?? { count: 0, ids: [], reasons: new Set(), fields: new Set() };
		this.doubtful.set(what, known);
		known.count++;
		known.ids.push(idText(id));
		for (const reason of reasons) known.reasons.add(reason);
		for (const field of fields) known.fields.add(field.slice(0, 40));
	}

	get all(): string[] {
		const odd = [...this.odd].map(
			([words, ids]) =>
				`${ids.length === 1 ? 'One timesheet' : `${ids.length} timesheets`}: ${words}. ID ${listOf(ids)}.`,
		);
		const doubtful = [...this.doubtful].map(
			([what, { count, ids, reasons, fields }]) =>
				`${count} ${what}${count === 1 ? '' : 's'} in doubt: ${[...reasons].join('; ')}. Timesheet ID ${listOf(ids)}. Fields seen: ${listOf(fields)}.`,
		);
		return [...odd, ...doubtful];
	}
}
