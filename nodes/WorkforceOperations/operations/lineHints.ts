import type { ServiceDetails } from '../contract';

/** How many ids, and how many field names, a hint lists. */
const MOST_LISTED = 20;

const listOf = (names: Iterable<string>): string => {
	const all = [...new Set(names)];
	return `${all.slice(0, MOST_LISTED).join(', ')}${all.length > MOST_LISTED ? ` and ${all.length - MOST_LISTED} more` : ''}`;
};

/** A kind of doubt: “pay line”, “in doubt”, of a “Timesheet”. */
interface Kind {
	what: string;
	is: string;
	of: string;
}

/** What is told of a part of a record. */
interface Doubtful {
	reasons: Iterable<string>;
	/** The names of its fields. */
	fields: Iterable<string>;
	/** Those of them that could be what is missing. */
	candidates: Iterable<string>;
}

const idText = (id: unknown): string => String(id ?? 'without ID');

/** What is told of the lines of timesheets and the answers of reports, collected for a run, so that each kind is one hint. */
export class LineHints {
	private readonly odd = new Map<string, string[]>();

	private readonly doubtful = new Map<
		string,
		Kind & { ids: string[]; told: Record<keyof Doubtful, Set<string>>; cure: (candidates: string[]) => string }
	>();

	/** A problem with all lines of a timesheet, such as that there are none. */
	ofTimesheet(id: unknown, words: string): void {
		this.odd.set(words, [...(this.odd.get(words) ?? []), idText(id)]);
	}

	/** A part that may be wrong. `cure`: what to do where one of these fields is what is missing. */
	doubt(id: unknown, kind: Kind, doubtful: Doubtful, cure: (candidates: string[]) => string): void {
		const known = this.doubtful.get(kind.what) ?? {
			...kind,
			ids: [],
			told: { reasons: new Set(), fields: new Set(), candidates: new Set() },
			cure,
		};
		this.doubtful.set(kind.what, known);
		known.ids.push(idText(id));
		for (const one of ['reasons', 'fields', 'candidates'] as const)
			for (const name of doubtful[one]) known.told[one].add(name);
	}

	/** A record over a change of the workflow's clocks, which need not be the site's: the hours that passed. */
	clockChange(what: string, id: unknown, passed: number, zone: string): void {
		const kind = { what, is: `across a clock change in ${zone}`, of: 'Hours are clock hours.' };
		const reasons = [`${passed} h passed`];
		const cure = (): string => ' At sites without that clock change, they are the elapsed hours.';
		this.doubt(`${idText(id)} (${passed} h)`, kind, { reasons, fields: [], candidates: [] }, cure);
	}

	get all(): string[] {
		const odd = [...this.odd].map(
			([words, ids]) =>
				`${ids.length === 1 ? 'One timesheet' : `${ids.length} timesheets`}: ${words}. ID ${listOf(ids)}.`,
		);
		const doubtful = [...this.doubtful.values()].map(({ what, is, of, ids, told, cure }) => {
			const fields = listOf([...told.fields].map((field) => field.slice(0, 40)));
			const seen = fields === '' ? '' : ` Fields seen: ${fields}.`;
			return `${ids.length} ${what}${ids.length === 1 ? '' : 's'} ${is}: ${[...told.reasons].join('; ')}. ${of} ID ${listOf(ids)}.${seen}${cure([...told.candidates])}`;
		});
		return [...odd, ...doubtful];
	}
}

/** Longer names are no names of fields: Service Details refuse them. */
const LONGEST_NAME = 64;

/** The very text for Service Details by which a field is read as `what`. Of several that could be it, people choose. */
export function naming(what: string, fields: readonly string[], detailsWith: (name: string) => ServiceDetails): string {
	const [first, ...others] = new Set(fields.filter((field) => field.length <= LONGEST_NAME));
	if (first === undefined) return '';
	const text = (name: string): string => JSON.stringify(detailsWith(name));
	const place = 'in the credential’s Service Details';
	return others.length === 0
		? ` If “${first}” is the ${what}, enter ${place}: ${text(first)}`
		: ` If one of them is the ${what}, enter ${place}, with its name in place of “…”: ${text('…')}`;
}
