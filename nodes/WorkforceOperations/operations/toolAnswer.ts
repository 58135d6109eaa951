import type { IDataObject } from 'n8n-workflow';
import { DAY_MS, heedsTotals, isBlank, toLocal } from '../contract';
import { type Call, type Collection, isPartOf, type PageWalk } from '../transport';
import type { Counts } from './counts';
import { periodOf, type Reading } from './listPages';
import { kindOf, lengthOf, MOST_CHARACTERS, OTHERS_WORDS, ownWords } from './shownToAgent';
import type { OperationItem, Outcome } from './types';

/** “Mon”, “16”, “Nov”, “2026”, “08:00”, for a moment that was shifted to local time. */
function wordsOf(local: number): string[] {
	const [weekday = '', day, month = '', year = '', time = ''] = new Date(local).toUTCString().split(' ');
	return [weekday.slice(0, 3), String(Number(day)), month, year, time.slice(0, 5)];
}

/** “Mon 16 to Sun 22 Nov 2026, Australia/Brisbane”; null without dates. */
export function periodInWords(from: unknown, to: unknown, timeZone: string): string | null {
	const [first, last] = [from, to].map((moment) =>
		isBlank(moment) ? undefined : toLocal(Date.parse(String(moment)), timeZone),
	);
	if (first === undefined && last === undefined) return null;
	// An inclusive end is the last millisecond or the last second of its day.
	const isWhole =
		(first ?? 0) % DAY_MS === 0 && (last === undefined || (Math.ceil((last + 1) / 1000) * 1000) % DAY_MS === 0);
	const [begin = [], end = []] = [first, last].map((local) =>
		local === undefined ? [] : wordsOf(local).slice(0, isWhole ? 4 : 5),
	);
	// Month and year appear once if both days have the same, and a single day appears alone.
	const common = begin.findIndex((_, at) => isWhole && begin.slice(at).join() === end.slice(at).join());
	const own = common < 0 ? begin : begin.slice(0, common);
	const between = begin.length === 0 ? ['up to'] : own.length === 0 ? [] : [...own, 'to'];
	return `${(last === undefined ? ['from', ...begin] : [...between, ...end]).join(' ')}, ${timeZone}`;
}

interface Asked {
	call: Call;
	walk: PageWalk;
	reading?: Reading;
	/** Each record makes one row. */
	isEach?: boolean;
}

/** As many records as fit into an answer. A record that is too long by itself is shortened. */
function shortened({ view }: OperationItem, { call }: Asked, records: readonly IDataObject[]) {
	const kind = kindOf(call.endpoint);
	const shown: IDataObject[] = [];
	let [room, cut] = [MOST_CHARACTERS, 0];
	for (const whole of records) {
		const { record = whole, isCut = false } = view?.record(whole, kind) ?? {};
		room -= lengthOf(record) + 1;
		// Always returns one, or a model could never continue.
		if (room < 0 && shown.length > 0) break;
		shown.push(record);
		cut += Number(isCut);
	}
	return { shown, cut };
}

const NARROWER = 'Ask for a shorter period, one customer or site, or fewer fields.';
const FEWER = 'Ask for fewer fields.';
const NARROWER_COUNTS = 'Ask for a shorter period, or for one customer or site.';
const GO_ON = 'To get the next part, call again with the same arguments and “next” in Continue From.';

/**
 * Returns what is known about a list; `made` outcomes were made from it. `total` is that of the whole list, or null:
 * the service's count isn't used if it covers only a part, or if a next page contradicts it.
 */
function extentOf({ connection }: OperationItem, { call, walk }: Asked, read: Collection, made: number) {
	const count = read.records.length;
	const isPart = isPartOf(call, walk);
	// The service doesn't count lines and other rows that are made of records.
	const isCounted = made === count && !isPart && heedsTotals(connection.settings.details);
	const said = isCounted ? read.last?.total : undefined;
	const goesOn = read.behind !== undefined || read.unread !== undefined;
	// If more records came, or should come, the service counts something else, such as a half or the rest.
	const counted = said === undefined || said < count || (goesOn && said === count) ? undefined : said;
	const mayGoOn = goesOn || (counted ?? 0) > count;
	const isSure = !mayGoOn && !isPart && read.incomplete === undefined;
	return { mayGoOn, total: counted ?? (isSure ? made : null) };
}

/** The `next` of the answer, to continue after the shown rows. Null if nothing follows, or it would be too long. */
function nextOf(
	{ continuing }: OperationItem,
	{ call, walk, reading, isEach }: Asked,
	read: Collection,
	{ rows, shown }: { rows: number; shown: number },
): string | null {
	if (continuing === undefined || rows === 0 || walk.direction === 'prev') return null;
	const { made: before = 0, place: begin = { row: 0 } } = continuing.position ?? {};
	const first = isEach && before === 0 && rows === read.records.length ? read.records[shown] : undefined;
	const atRecord = first && walk.places?.get(first);
	const [place, made] = shown < rows ? (atRecord ? [atRecord, 0] : [begin, before + shown]) : [read.behind, 0];
	return place === undefined ? null : continuing.next({ place, made }, periodOf(call, reading?.selected), call);
}

const when = (isSo: boolean, note: string): string[] => (isSo ? [note] : []);

/** Notes on what isn't shown: records, or rows of counts, which have the largest first. */
function notesOfRest(
	{ counts, isCut, mayGoOn, next }: { counts?: Counts; isCut: boolean; mayGoOn: boolean; next: string | null },
	{ read, due, shown }: Record<'read' | 'due' | 'shown', number>,
): string[] {
	if (counts !== undefined)
		return [
			...when(mayGoOn, `Only the first ${read} records were counted; there may be more. ${NARROWER_COUNTS}`),
			...when(isCut, `Only the ${shown} largest of ${due} rows are shown.`),
			...when(next !== null, GO_ON),
			...when(isCut, 'Count by fewer things, or ask for a shorter period.'),
		];
	return [
		...when(isCut, `This result ends after ${shown} of the ${due} records read.`),
		...when(!isCut && mayGoOn, `Records shown: ${shown}; there may be more.`),
		...when(next !== null, GO_ON),
		...when(isCut || mayGoOn, NARROWER),
	];
}

/**
 * The one item that an AI agent gets for a list or its counts. A model sees nothing else. So the item says whether it
 * has everything that was asked for, and has every warning that a person would see above the items. `total` is the
 * number of records.
 */
export function answerOf(
	item: OperationItem,
	asked: Asked,
	read: Collection,
	outcomes: readonly Outcome[],
	counts?: Counts,
): Outcome {
	const { timeZone, connection, hints, continuing } = item;
	const rows = counts?.rows ?? outcomes.map(({ json }) => json);
	const due = rows.slice(continuing?.position?.made);
	const { shown: records, cut } = shortened(item, asked, due);
	const shown = records.length;
	const { mayGoOn, total } = extentOf(item, asked, read, outcomes.length);
	const isCut = shown < due.length;
	const more = isCut || cut > 0 || mayGoOn || read.incomplete !== undefined;
	// Counts can't be continued after the records that were counted.
	const next = counts && !isCut ? null : nextOf(item, asked, read, { rows: due.length, shown });
	const period = periodInWords(...periodOf(asked.call, asked.reading?.selected), timeZone);
	const { timesUtc } = connection.settings.details;
	const notes = [
		...hints.all.map(({ message }) => message),
		...(counts ? [...counts.notes, ...counts.doubts] : []),
		...notesOfRest({ counts, isCut, mayGoOn, next }, { read: read.records.length, due: due.length, shown }),
		...when(cut > 0, `In ${cut} of the records, only IDs and short fields fit. ${FEWER}`),
		...when(shown > 0, OTHERS_WORDS),
		...when(shown > 0 && timesUtc === undefined, 'Times without an offset were read as UTC.'),
	];
	return { json: { records, shown, more, next, total, period, timeZone, notes: ownWords(notes) } };
}
