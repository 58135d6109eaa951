import type { DetectRules, Finding } from '../core/source';
import { detectOnce, isDueAgain, type Repeating } from '../core/once';
import { readMoments, ReportedForm, wholeSeconds, writeMoments } from '../core/reported';
import type { WaitingRecord } from './rules';

/** A remembered record that was reported. Times are epoch milliseconds. */
export interface ReportedRecord {
	/** When it was last reported. */
	at: number;
	/** The moment by which its list selects it. */
	place: number;
	/** The last complete list lacked it. */
	isMissing: boolean;
}

type ToldRecords = ReadonlyMap<string, ReportedRecord>;

/** Records that were read by id; absent if one was not read or could not be. */
type Answers = ReadonlyMap<string, WaitingRecord | 'gone'>;

/** How many records outside the window are remembered; beyond this, the oldest are forgotten. */
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

interface Window extends Repeating {
	/** Where the list begins (epoch milliseconds). */
	begin: number;
}

/**
 * Reported records that the list doesn't show: those it should contain, and older ones that are due again. They have
 * to be read by id.
 */
export function unlisted(
	told: ToldRecords,
	listed: readonly WaitingRecord[],
	window: Window,
): { lacking: string[]; older: string[] } {
	const present = new Set(listed.map(({ key }) => key));
	const keys = (is: (entry: ReportedRecord) => boolean): string[] =>
		[...told].filter(([key, entry]) => !present.has(key) && is(entry)).map(([key]) => key);
	const { now, begin } = window;
	return {
		// Their moments are known to the second.
		lacking: keys(({ place }) => place >= begin && place + 1000 <= now),
		older: keys((entry) => entry.place < begin && isDueAgain(entry, window)),
	};
}

interface WaitingDetectRules extends Window, DetectRules {
	waitsAnew: boolean;
	/** Empty if the list may be incomplete. */
	lacking: readonly string[];
	older: readonly string[];
	answers: Answers;
}

/** The reported records after checking those that the list doesn't show, and which of these to report again. */
function withUnlisted(
	told: ToldRecords,
	isListEmpty: boolean,
	{ now, lacking, older, answers }: WaitingDetectRules,
): { kept: Map<string, ReportedRecord>; repeated: WaitingRecord[] } {
	const kept = new Map(told);
	const repeated: WaitingRecord[] = [];
	for (const key of lacking) {
		const [known, answer] = [kept.get(key), answers.get(key)];
		const said = answer === 'gone' ? undefined : answer?.state;
		const isUnproven = isListEmpty && (answer === undefined || said === 'waiting');
		if (known === undefined || isUnproven) continue;
		if (said === 'over' || known.isMissing) kept.delete(key);
		else kept.set(key, { ...known, isMissing: true });
	}
	for (const key of older) {
		const [known, answer] = [kept.get(key), answers.get(key)];
		if (known === undefined || answer === undefined) continue;
		if (answer === 'gone' || answer.state === 'over') kept.delete(key);
		else if (answer.state === 'waiting' && answer.holds) repeated.push(answer);
		// Unknown: it is read again after the same delay.
		else kept.set(key, { ...known, at: now });
	}
	return { kept, repeated };
}

/**
 * Records that wait: each is reported once, and again while it waits if the user chose so. The wait is over if the
 * record says so, or if two complete lists in a row lack it. An empty list counts only if the record isn't found, or
 * doesn't itself say that it waits. A record that has left the window stays reported.
 */
export function detectWaiting(
	told: ToldRecords,
	listed: readonly WaitingRecord[],
	rules: WaitingDetectRules,
): { findings: Finding[]; told: Map<string, ReportedRecord>; waiting: number } {
	const { now, begin, start, most, waitsAnew } = rules;
	const { kept, repeated } = withUnlisted(told, listed.length === 0, rules);
	const { findings, reported, waiting } = detectOnce(kept, listed, {
		keyOf: ({ key }) => key,
		judge(record, known) {
			if (record.state === 'over') return 'forget';
			const isAnew =
				waitsAnew && known !== undefined && wholeSeconds(record.since ?? known.at) > wholeSeconds(known.at);
			if (known !== undefined && !isAnew) return record.holds && isDueAgain(known, rules) ? 'repeat' : 'keep';
			if (!record.holds) return 'leave';
			return start?.how === 'new' && record.at < start.since ? 'keep' : 'tell';
		},
		entryOf: ({ locator: place }, known) => ({ at: Math.min(known?.at ?? now, now), place, isMissing: false }),
		most,
		repeated,
	});
	const old = [...reported]
		.filter(([, { place }]) => place < begin)
		.sort(([, one], [, other]) => other.place - one.place);
	for (const [key] of old.slice(MOST_BEYOND)) reported.delete(key);
	return { findings, told: reported, waiting };
}
