import { byAge, type Finding, type Start } from '../core/finding';
import { readMoments, ReportedForm, wholeSeconds, writeMoments } from '../core/reported';
import type { WaitingRecord } from './rules';

/** What is remembered of a record that was reported. Times are epoch milliseconds. */
export interface ReportedRecord {
	/** When it was last reported. */
	at: number;
	/** The moment by which its list selects it. */
	place: number;
	/** The last complete list lacked it. */
	isMissing: boolean;
}

type ToldRecords = ReadonlyMap<string, ReportedRecord>;

/** What reading a record by its id gave; absent where it was not read, or could not be. */
type Answers = ReadonlyMap<string, WaitingRecord | 'gone'>;

/** How many records are remembered whose moments have left the window; of more, the oldest are forgotten. */
const MOST_BEYOND = 1000;

export const reportedWaiting = new ReportedForm<ReportedRecord>({
	write: ({ at, place, isMissing }) => writeMoments(at, place) + (isMissing ? '=m' : ''),
	read(text) {
		const [moments = '', mark] = text.split('=');
		const [at, place, ...others] = readMoments(moments) ?? [];
		const isOurs = others.length === 0 && (mark === undefined || mark === 'm');
		return isOurs && at !== undefined && place !== undefined ? { at, place, isMissing: mark === 'm' } : undefined;
	},
});

interface Window {
	now: number;
	/** Where the list begins (epoch milliseconds). */
	begin: number;
	/** 0: each once. */
	repeatEveryMs: number;
}

/** Clock rollback must not suppress a repetition for days. */
const isDueAgain = ({ at }: ReportedRecord, { now, repeatEveryMs }: Window): boolean =>
	repeatEveryMs > 0 && now - Math.min(at, now) >= repeatEveryMs;

/**
 * The reported records of which a list says nothing: those that it should hold, and those older than its window that are
 * to be repeated. Only their own records tell more.
 */
export function unlisted(
	told: ToldRecords,
	listed: readonly WaitingRecord[],
	window: Window,
): { lacking: string[]; beyond: string[] } {
	const present = new Set(listed.map(({ key }) => key));
	const keys = (is: (entry: ReportedRecord) => boolean): string[] =>
		[...told].filter(([key, entry]) => !present.has(key) && is(entry)).map(([key]) => key);
	const { now, begin } = window;
	return {
		// Their moments are known to the second.
		lacking: keys(({ place }) => place >= begin && place + 1000 <= now),
		beyond: keys((entry) => entry.place < begin && isDueAgain(entry, window)),
	};
}

interface WaitingDetectRules extends Window {
	/** For the first poll: what counts as known already. `since` (epoch milliseconds) is for `new`. */
	start?: { how: Start; since: number };
	/** The most findings at once. */
	most: number;
	waitsAnew: boolean;
	/** Of a complete list; none of one that may be incomplete. */
	lacking: readonly string[];
	beyond: readonly string[];
	answers: Answers;
}

/**
 * The engine for records that wait: each is reported once, and again while it waits if that is wanted. It is over when the
 * record says so, or when two complete lists in a row lack it; an empty list counts only if the record is not found or
 * does not say itself that it waits. A record that has left the window stays reported.
 */
export function detectWaiting(
	told: ToldRecords,
	listed: readonly WaitingRecord[],
	rules: WaitingDetectRules,
): { findings: Finding[]; told: Map<string, ReportedRecord>; waiting: number } {
	const { now, begin, start, most, waitsAnew, lacking, beyond, answers } = rules;
	const kept = new Map(told);
	const due: WaitingRecord[] = [];
	const keep = ({ key, locator: place }: WaitingRecord, at: number): void => {
		kept.set(key, { at, place, isMissing: false });
	};
	// A record that moved between two pages comes twice: the later copy is the newer one.
	for (const record of new Map(listed.map((each) => [each.key, each])).values()) {
		const known = kept.get(record.key);
		const isAnew = waitsAnew && known !== undefined && wholeSeconds(record.since ?? 0) > wholeSeconds(known.at);
		if (record.state === 'over') kept.delete(record.key);
		else if (known !== undefined && !isAnew) {
			keep(record, Math.min(known.at, now));
			if (record.holds && isDueAgain(known, rules)) due.push(record);
		} else if (record.holds && start?.how === 'new' && record.at < start.since) keep(record, now);
		else if (record.holds) due.push(record);
	}
	for (const key of lacking) {
		const [known, answer] = [kept.get(key), answers.get(key)];
		const said = answer === 'gone' ? undefined : answer?.state;
		const isUnproven = listed.length === 0 && (answer === undefined || said === 'waiting');
		if (known === undefined || (isUnproven && said !== 'over')) continue;
		if (said === 'over' || known.isMissing) kept.delete(key);
		else kept.set(key, { ...known, isMissing: true });
	}
	for (const key of beyond) {
		const [known, answer] = [kept.get(key), answers.get(key)];
		if (known === undefined || answer === undefined) continue;
		if (answer === 'gone' || answer.state === 'over') kept.delete(key);
		else if (answer.state === 'waiting' && answer.holds) due.push(answer);
		// It doesn't say: it is asked again after as long.
		else kept.set(key, { ...known, at: now });
	}
	// What was never reported comes before repetitions.
	due.sort((one, other) => Number(told.has(one.key)) - Number(told.has(other.key)) || byAge(one, other));
	const findings = due.slice(0, most).sort(byAge);
	for (const record of findings) keep(record, now);
	const old = [...kept].filter(([, { place }]) => place < begin).sort(([, one], [, other]) => other.place - one.place);
	for (const [key] of old.slice(MOST_BEYOND)) kept.delete(key);
	return { findings, told: kept, waiting: due.length - findings.length };
}
