import { type JsonObject, HOUR_MS, idOf } from '../../contract';
import type { Values } from '../../transport';
import { settle } from '../../transport/settle';
import {
	type Change,
	type ChangedRecord,
	changeFinding,
	detectChanges,
	latestSign,
	withinWindow,
	changesForm,
	packedChanges,
	SHORTEST_MS,
	storedChanges,
} from './detect';
import {
	byAge,
	type Finding,
	type EventSource,
	type LogLine,
	type Detection,
	type LookContext,
	type Preview,
	type Reread,
	SHOWN_IN_TEST,
	type PollContext,
	rereadEach,
} from '../core/source';
import {
	absentFrom,
	assumedFields,
	missingSignals,
	type ChangeSignals,
	changedRecord,
	type RecordKind,
	describeAbsent,
} from './rules';
import { idOfPart } from '../core/keys';
import { UnfinishedList } from '../core/pollReader';
import { clockTime, iso } from '../core/text';

/** Dates may be in the future: those of shifts, and of a wrong clock. */
const WINDOW_AHEAD_MS = 24 * HOUR_MS;

/** How many records are remembered; beyond that the window is narrowed. */
const MOST_RECORDS = 100_000;

/** Tolerance around a record's date, because the service may or may not count fractions of a second. */
const AROUND_MS = 1000;

/** The form's settings for changed records: the chosen changes, and the field that shows each. */
export interface ChangeSettings {
	changes: readonly Change[];
	signals: ChangeSignals;
}

type Look = LookContext<ChangeSettings>;
type Poll = PollContext<ChangeSettings>;

/** Records that change, by re-reading a window of their list. */
export function changeSource(kind: RecordKind): EventSource<ChangeSettings> {
	/** The records between two moments, deduplicated, with the lists that hold them. */
	async function read(
		{ reader, settings, now }: Look,
		from: number,
		to: number,
		search: Values = {},
		partly = false,
	): Promise<Array<ChangedRecord & { record: JsonObject }>> {
		const seen = new Map<string | undefined, { record: JsonObject; lists: Set<string> }>();
		const unproven = new Set<string>();
		for (const [list, { query, onlyFor }] of Object.entries(kind.lists)) {
			const isNeeded =
				onlyFor === undefined || (settings.changes.includes(onlyFor) && settings.signals[onlyFor]?.list === list);
			if (!isNeeded) continue;
			const range = { startDate: iso(from), endDate: iso(to) };
			const whole = { ...settings.query, ...query, ...range, ...search };
			const records = await (partly ? reader.someOf(kind.endpoint, whole) : reader.list(kind.endpoint, whole));
			if (records.length === 0 || reader.hasDoubts) unproven.add(list);
			for (const record of records) {
				const key = idOf(record[kind.idField]);
				seen.set(key, { record, lists: new Set([...(seen.get(key)?.lists ?? []), list]) });
			}
		}
		const wording = { now, timeZone: settings.timeZone, signals: settings.signals };
		return [...seen.values()].flatMap(({ record, lists: holding }) => {
			const changed = changedRecord(kind, record, { holding, unproven }, wording);
			return changed === undefined ? [] : { ...changed, record };
		});
	}

	/**
	 * Reads a record around its own date, because there may be thousands of records since. If its date has moved,
	 * searches for its ID, which both lists accept as free text (documented).
	 */
	async function findOne(poll: Poll, id: string, locator: number): Promise<ChangedRecord | undefined> {
		const isIt = (record: ChangedRecord): boolean => record.id === id;
		const there = (await read(poll, locator - AROUND_MS, locator + AROUND_MS)).find(isIt);
		if (there !== undefined) return there;
		const { now, settings } = poll;
		return (await read(poll, now - 2 * settings.lookBackMs, now + WINDOW_AHEAD_MS, { searchText: idOfPart(id) })).find(
			isIt,
		);
	}

	async function rereadPending(poll: Poll): Promise<Reread> {
		return await rereadEach(poll, async (key, locator) => {
			const [id = '', change] = key.split(':');
			const match = await findOne(poll, id, Number(locator));
			if (match === undefined) return undefined;
			const sign = match.signs.find((each) => each.change === change);
			const described = match.describe(sign ?? { change: change as Change });
			return { ...described, stillSo: sign !== undefined && latestSign(match.signs) === sign };
		});
	}

	async function detect(poll: Poll): Promise<Detection> {
		const { now, settings, start, since, readTo, most, reader } = poll;
		const again = await rereadPending(poll);
		const { back: known, ...stored } = storedChanges(poll.engine);
		let { seen, walk = { upper: now + WINDOW_AHEAD_MS, begun: now, records: 0 }, slice, narrowed } = stored;
		const back = settings.lookBackMs;
		// Catches up with changes between polls.
		const from = Math.max(Math.min(now, readTo ?? since) - back, now - 2 * back);
		// The window of the whole read: records seen in its first parts must be remembered to its end, even after a
		// clock rollback.
		const begin = Math.min(now, walk.begun) - back - HOUR_MS;
		// Records that a longer Look Back adds don't count as changed.
		const baseline = start ?? (known !== undefined && known < back ? 'new' : undefined);
		const findings: Finding[] = [];
		const log: LogLine[] = [];
		let absent = assumedFields(settings.signals, settings.changes);
		let [looked, waiting] = [0, 0];
		let tooMany = false;
		for (let isFirst = true; walk.upper > from && !tooMany; isFirst = false) {
			if (!isFirst && reader.isSpent) break;
			const lower = Math.max(from, walk.upper - (slice ?? Infinity));
			const answer = await settle(read(poll, lower, walk.upper));
			if ('error' in answer) {
				if (!isFirst) break;
				const part = walk.upper - lower;
				if (!(answer.error instanceof UnfinishedList) || part <= SHORTEST_MS) throw answer.error;
				slice = Math.max(SHORTEST_MS, Math.floor(part / 2));
				break;
			}
			absent = absentFrom(answer.result, absent);
			looked += answer.result.length;
			const rules = {
				now,
				chosen: settings.changes,
				start: baseline && { how: baseline, since: start === undefined ? (readTo ?? since) : since },
				begin,
				most: most - findings.length,
			};
			const look = detectChanges(seen, answer.result, rules);
			({ seen, waiting } = look);
			findings.push(...look.findings);
			if (waiting > 0) break;
			walk = { ...walk, upper: lower, records: walk.records + answer.result.length };
			tooMany = walk.records > MOST_RECORDS && lower > from;
		}
		const complete = walk.upper <= from || tooMany;
		if (tooMany && !narrowed) {
			const last = clockTime(walk.upper, undefined, { now, timeZone: settings.timeZone });
			log.push({
				level: 'error',
				text: `looks back only to ${last}: Look Back covers more than ${MOST_RECORDS.toLocaleString('en-AU')} records. Add a filter, or enter fewer hours`,
			});
		}
		// Only in the first poll of the first read, not in all of them.
		const untrue = start !== undefined && walk.begun === now ? describeAbsent(absent, looked) : undefined;
		if (untrue !== undefined) log.push({ level: 'warn', text: `may miss some of the chosen changes: ${untrue}` });
		if (complete) {
			seen = withinWindow(seen, begin);
			narrowed = tooMany;
			// A narrowed slice grows again once a poll has time for the whole window.
			if (walk.begun === now && slice !== undefined)
				slice = 2 * slice < now + WINDOW_AHEAD_MS - from ? 2 * slice : undefined;
		}
		return {
			findings: findings.sort(byAge),
			engine: packedChanges({ seen, slice, narrowed, ...(complete ? { back } : { walk, back: known }) }),
			waiting,
			complete,
			...again,
			log,
		};
	}

	async function preview(look: Look): Promise<Preview> {
		const { now, settings } = look;
		const from = now - settings.lookBackMs;
		const records = await read(look, from, now + WINDOW_AHEAD_MS, {}, true);
		const current = records.flatMap((record): Finding[] => {
			const newest = latestSign(record.signs.filter(({ change }) => settings.changes.includes(change)));
			return newest === undefined ? [] : [changeFinding(record, newest, 0)];
		});
		const unsignalled = settings.changes.filter((change) => settings.signals[change] === undefined);
		const absent = absentFrom(records, assumedFields(settings.signals, settings.changes));
		const notes = [
			unsignalled.length === 0 ? undefined : missingSignals(kind, unsignalled),
			describeAbsent(absent, records.length),
		];
		const note = notes.map((each) => (each === undefined ? '' : `. ${each}`)).join('');
		const noted = (finding: Finding): Finding => ({ ...finding, reason: finding.reason + note });
		const [nearest] = records;
		return {
			findings: current.sort(byAge).slice(-SHOWN_IN_TEST).map(noted),
			nearest: nearest && {
				key: `${nearest.id}:none`,
				...nearest.describe({ change: 'submit' }),
				reason: `No record shows any of the chosen changes${note}`,
				numbers: {},
			},
			nothing: `The service lists no ${kind.eventType === 'timesheet' ? 'timesheets' : 'incident reports'} since ${clockTime(from, undefined, { now, timeZone: settings.timeZone })} for this key and these filters${note}`,
		};
	}

	return { detect, preview, engineForm: changesForm };
}
