import { firstFew } from '../contract';

/** A kind of doubt, such as `pay line`, `in doubt`, `Timesheet`, for “2 pay lines in doubt: …. Timesheet ID 1, 2.” */
interface Kind {
	what: string;
	is: string;
	of: string;
}

/** A doubt about part of a record: the reasons, the names of its fields, and those that could be the missing value. */
type Doubtful = Record<'reasons' | 'fields' | 'candidates', readonly string[]>;

type Cure = (candidates: string[]) => string;

/** All doubts of a kind. */
type Doubts = Kind & Record<keyof Doubtful, Set<string>> & { ids: string[]; cure: Cure };

export const idText = (id: unknown): string => String(id ?? 'unknown');

const idsOf = (ids: readonly string[]): string => `ID ${firstFew([...new Set(ids)])}`;

/**
 * The hints about the lines of timesheets and the answers of reports. They are collected for a run, so that each kind
 * is one hint.
 */
export class LineHints {
	private readonly odd = new Map<string, string[]>();

	private readonly doubtful = new Map<string, Doubts>();

	/** Notes a problem with all lines of a timesheet, such as that there are none. */
	ofTimesheet(id: unknown, words: string): void {
		this.odd.set(words, [...(this.odd.get(words) ?? []), idText(id)]);
	}

	/** Notes a part that may be wrong. `cure`: what to do if one of the candidates is the missing value. */
	doubt(id: unknown, kind: Kind, doubtful: Doubtful, cure: Cure): void {
		const none = { reasons: new Set<string>(), fields: new Set<string>(), candidates: new Set<string>() };
		const known: Doubts = this.doubtful.get(kind.what) ?? { ...kind, ...none, ids: [], cure };
		this.doubtful.set(kind.what, known);
		known.ids.push(idText(id));
		for (const one of ['reasons', 'fields', 'candidates'] as const)
			for (const name of doubtful[one]) known[one].add(name);
	}

	/**
	 * Notes a record that spans a clock change in the workflow's zone, which the site may not have. `passed`: the elapsed
	 * hours.
	 */
	clockChange(what: string, id: unknown, passed: number, zone: string): void {
		const kind = { what, is: `over a clock change in ${zone}`, of: 'Hours are based on clock times.' };
		const reasons = [`${passed} h elapsed`];
		const cure = (): string => ' At sites without that clock change, hours equal the elapsed time.';
		this.doubt(`${idText(id)} (${passed} h)`, kind, { reasons, fields: [], candidates: [] }, cure);
	}

	get all(): string[] {
		const odd = [...this.odd].map(
			([words, ids]) => `${ids.length === 1 ? 'One timesheet' : `${ids.length} timesheets`}: ${words}. ${idsOf(ids)}.`,
		);
		const doubtful = [...this.doubtful.values()].map(({ what, is, of, ids, reasons, fields, candidates, cure }) => {
			const seen = firstFew([...fields].map((field) => field.slice(0, 40)));
			const told = `${[...reasons].join('; ')}. ${of} ${idsOf(ids)}.${seen === '' ? '' : ` Fields seen: ${seen}.`}`;
			return `${ids.length} ${what}${ids.length === 1 ? '' : 's'} ${is}: ${told}${cure([...candidates])}`;
		});
		return [...odd, ...doubtful];
	}
}
