import type { JsonObject } from '../../contract';
import type { Values } from '../../transport';
import { isKind } from '../../transport/errors/serviceError';
import { settle } from '../../transport/settle';
import {
	areUnreadable,
	byAge,
	type Detection,
	type EventSource,
	type LookContext,
	type PollContext,
	type Preview,
	type Reread,
	sharedKeys,
	SHOWN_IN_TEST,
	rereadEach,
} from '../core/source';
import { dottedKeyPart, idOfPart } from '../core/keys';
import { clockTime, iso } from '../core/text';
import { detectWaiting, type ReportedRecord, reportedWaiting, unlisted } from './detect';
import { type WaitingKind, waitingRecord, type WaitingRecord, type WaitingRules } from './rules';

/** The form's settings for records that wait for approval. */
export interface WaitingSettings extends Pick<WaitingRules, 'waitMs' | 'leaveEntryTypes'> {
	lookBackMs: number;
	repeatEveryMs: number;
}

type Look = LookContext<WaitingSettings>;
type Poll = PollContext<WaitingSettings>;

/** The most records that one poll reads by their ids because its list lacks them. */
const MOST_BY_ID = 10;

/** Records that wait for approval, found in one list. */
export function waitingSource(kind: WaitingKind): EventSource<WaitingSettings> {
	const between = ({ settings }: Look, from: number, to: number): Values => ({
		...settings.query,
		...kind.query,
		startDate: iso(from),
		endDate: iso(to),
	});

	const judge = (key: string, record: JsonObject, { now, settings }: Look): WaitingRecord =>
		waitingRecord(kind, key, record, { now, ...settings });

	const observe = (records: readonly JsonObject[], look: Look): WaitingRecord[] =>
		records.flatMap((record) => {
			const key = dottedKeyPart(record[kind.idField]);
			return key === undefined ? [] : [judge(key, record, look)];
		});

	/** Reads one by its id; undefined if it could not be read. */
	async function readOne(poll: Poll, key: string): Promise<WaitingRecord | 'gone' | undefined> {
		const { endpoint, path, query } = kind.one(idOfPart(key), poll.settings.query);
		const read = await settle(poll.reader.listOf(endpoint, path, query));
		if ('error' in read) return isKind(read.error, 'notFound') ? 'gone' : undefined;
		const [record] = read.result;
		return record === undefined ? undefined : judge(key, record, poll);
	}

	/** Reads up to `MOST_BY_ID` records by ID, as long as the service answers. */
	async function readSome(poll: Poll, keys: readonly string[]): Promise<Map<string, WaitingRecord | 'gone'>> {
		const answers = new Map<string, WaitingRecord | 'gone'>();
		for (const key of keys.slice(0, MOST_BY_ID)) {
			const answer = poll.reader.isSpent ? undefined : await readOne(poll, key);
			if (answer === undefined) break;
			answers.set(key, answer);
		}
		return answers;
	}

	async function rereadPending(poll: Poll, listed: readonly WaitingRecord[]): Promise<Reread> {
		const present = new Map(listed.map((record) => [record.key, record]));
		const unreadable: string[] = [];
		const again = await rereadEach(poll, async (key) => {
			const found = present.get(key) ?? (await readOne(poll, key));
			if (found === undefined) unreadable.push(key);
			if (found === undefined || found === 'gone') return undefined;
			return { ...found, stillSo: present.has(key) ? found.state !== 'over' : found.state === 'waiting' };
		});
		return { ...again, unreadable };
	}

	async function detect(poll: Poll): Promise<Detection> {
		const { now, engine, settings, start, since, readTo, most, reader } = poll;
		const { lookBackMs, repeatEveryMs } = settings;
		// Catches up with what left the window between polls.
		const begin = Math.max(Math.min(now, readTo ?? now) - lookBackMs, now - 2 * lookBackMs);
		const records = await reader.list(kind.endpoint, between(poll, begin, now));
		const isComplete = !reader.hasDoubts;
		const listed = observe(records, poll);
		const told = reportedWaiting.unpack(engine.told) ?? new Map<string, ReportedRecord>();
		const window = { now, begin, repeatEveryMs };
		const { lacking, older } = unlisted(told, listed, window);
		const missing = isComplete ? lacking : [];
		const seen = detectWaiting(told, listed, {
			...window,
			start: start && { how: start, since },
			most,
			waitsAnew: kind.waitsAnew,
			lacking: missing,
			older,
			answers: await readSome(poll, [...missing, ...older]),
		});
		return {
			findings: seen.findings,
			engine: { told: reportedWaiting.pack(seen.told) },
			waiting: seen.waiting,
			complete: true,
			...(await rereadPending(poll, listed)),
			shared: sharedKeys(listed),
			undated: areUnreadable(records.flatMap((record) => kind.sinceFields.map((field) => record[field]))),
		};
	}

	async function preview(look: Look): Promise<Preview> {
		const { now, settings, reader } = look;
		const from = now - settings.lookBackMs;
		const records = observe(await reader.someOf(kind.endpoint, between(look, from, now)), look).sort(byAge);
		const holding = records.filter(({ holds }) => holds);
		const began = clockTime(from, undefined, { now, timeZone: settings.timeZone });
		return {
			findings: holding.slice(0, SHOWN_IN_TEST),
			nearest: records.find(({ state }) => state !== 'over') ?? records[0],
			nothing: `The service lists no ${kind.noun}s since ${began} that may be waiting for approval, for this key and these filters`,
		};
	}

	return {
		detect,
		preview,
		engineForm: { told: { reads: reportedWaiting.reads, needed: true } },
	};
}
