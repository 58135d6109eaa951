import { isJsonObject, type JsonObject, MINUTE_MS, momentOf, idOf, textOf } from '../../contract';
import { settle } from '../../transport/settle';
import { halved, type LogEntry, logWindow, newLog, detectBursts, type LogRules, type LogState } from './detect';
import { UnfinishedList } from '../core/pollReader';
import { ReportedForm } from '../core/reported';
import { clockTime, type DisplayTime, iso, counted, safeText } from '../core/text';
import {
	rereadEach,
	type Detection,
	type EventSource,
	type LookContext,
	type PollContext,
	type Preview,
	type Reread,
	sharedKeys,
	SHOWN_IN_TEST,
	type Finding,
} from '../core/source';
import { type Hashes, wholeKey } from '../core/keys';

const ADDRESS_GROUP = 'address';
const USER = 'user';

/** Length of the hash in a group's name. */
const HASHED = 12;

/** A group's name. It is stored, so it does not reveal who is in it. */
const groupOf = (kind: string, value: string, hashes: Hashes): string =>
	`${kind}:${hashes.of(kind, value.toLowerCase(), HASHED)}`;

function who(record: JsonObject): string {
	const user = safeText(record.userId);
	return safeText(record.emailAttempted) ?? (user === undefined ? 'Somebody' : `User ${user}`);
}

/** A failed login as an entry of the log; undefined if it has no id or no time. */
export function loginEntry(
	record: JsonObject,
	{ hashes, ...display }: DisplayTime & { hashes: Hashes },
): LogEntry | undefined {
	const [key, at] = [wholeKey(record.id), momentOf(record.occurredUtc)];
	if (key === undefined || at === undefined) return undefined;
	const address = textOf(record.ipAddress);
	const user = idOf(record.userId) ?? textOf(record.emailAttempted);
	const from = safeText(address);
	const why = safeText(record.failureReason);
	return {
		key,
		at,
		locator: at,
		record,
		groups: [
			...(address === undefined ? [] : [groupOf(ADDRESS_GROUP, address, hashes)]),
			...(user === undefined ? [] : [groupOf(USER, user, hashes)]),
		],
		reason: `${who(record)} failed to log in at ${clockTime(at, undefined, display)}${from === undefined ? '' : ` from ${from}`}${why === undefined ? '' : `: ${why}`}`,
		numbers: { count: 1 },
	};
}

/** Several failures of an address or a user as one finding, with the record of the last. */
export function describeBurst(
	{ record, at }: LogEntry,
	groups: readonly string[],
	{ atLeast, minutes, ...display }: DisplayTime & { atLeast: number; minutes: number },
): Pick<Finding, 'reason' | 'numbers'> {
	const address = safeText(record.ipAddress);
	const sameAddress = groups.some((group) => group.startsWith(ADDRESS_GROUP)) && address !== undefined;
	const sameUser = groups.some((group) => group.startsWith(USER));
	const whose = [sameUser ? `for ${who(record)}` : undefined, sameAddress ? `from ${address}` : undefined]
		.filter((part) => part !== undefined)
		.join(' ');
	return {
		reason: `${counted(atLeast, 'failed login')} ${whose} within ${counted(minutes, 'minute')}, the last at ${clockTime(at, undefined, display)}`,
		numbers: { count: atLeast, sameAddress, sameUser },
	};
}

/** Documented: 2 is a failed login. */
const FAILURES = { eventType: 2 };

/** How much before the newest login event is read again, because events may be written late (assumed to be enough). */
const OVERLAP_MS = 15 * MINUTE_MS;

/** The form's settings for failed logins. */
export interface LoginSettings {
	loginsAtLeast: number;
	loginsWithinMs: number;
}

type Look = LookContext<LoginSettings>;

/** Moments unchanged, even with fractions of a millisecond. */
const reportedMoments = new ReportedForm<number>({
	write: String,
	read: (text) => (/^\d+(\.\d+)?$/.test(text) ? Number(text) : undefined),
});

function unpackLog(stored: unknown): LogState | undefined {
	const { watermark, floor, slice, ...packed } = isJsonObject(stored) ? stored : {};
	const [seen, covered] = [packed.seen, packed.covered].map((each) => reportedMoments.unpack(each));
	if (typeof watermark !== 'number' || typeof floor !== 'number' || !seen || !covered) return undefined;
	return { watermark, floor, seen, covered, ...(typeof slice === 'number' && slice > 0 ? { slice } : {}) };
}

function storedLog({ engine, start, now, since, settings }: PollContext<LoginSettings>): LogState {
	const log = unpackLog(engine.log);
	if (log === undefined) return newLog(start === 'now' ? now - settings.lookBackMs : since);
	// Clock rollback before anything was read.
	return log.watermark > now && log.seen.size === 0 ? newLog(now - OVERLAP_MS) : log;
}

const packLog = ({ seen, covered, ...log }: LogState): JsonObject => ({
	log: { ...log, seen: reportedMoments.pack(seen), covered: reportedMoments.pack(covered) },
});

const rulesOf = ({ now, settings }: Look, most: number): LogRules => ({
	now,
	overlapMs: OVERLAP_MS,
	atLeast: settings.loginsAtLeast,
	withinMs: settings.loginsWithinMs,
	most,
});

const readEntries = (records: JsonObject[], { now, settings: { timeZone }, hashes }: Look): LogEntry[] =>
	records.flatMap((record) => loginEntry(record, { now, timeZone, hashes }) ?? []);

const describeWith =
	({ now, settings }: Look) =>
	(entry: LogEntry, groups: readonly string[]) =>
		describeBurst(entry, groups, {
			now,
			timeZone: settings.timeZone,
			atLeast: settings.loginsAtLeast,
			minutes: settings.loginsWithinMs / MINUTE_MS,
		});

/** One request each, because there may be thousands of events since the oldest of them. */
async function rereadLogins(poll: PollContext<LoginSettings>): Promise<Reread> {
	return await rereadEach(poll, async (key, locator) => {
		const at = iso(Number(locator));
		const query = { ...poll.settings.query, ...FAILURES, from: at, to: at };
		const match = readEntries(await poll.reader.list('loginAudit.getAll', query), poll).find(
			(entry) => entry.key === key,
		);
		return match && { ...match, stillSo: true };
	});
}

async function detectLogins(poll: PollContext<LoginSettings>): Promise<Detection> {
	const { reader, settings } = poll;
	const rules = rulesOf(poll, poll.most);
	const state = storedLog(poll);
	const window = logWindow(state, rules);
	const again = await rereadLogins(poll);
	const query = { ...settings.query, ...FAILURES, from: iso(window.from) };
	const bounded = window.to === undefined ? query : { ...query, to: iso(window.to) };
	const read = await settle(reader.list('loginAudit.getAll', bounded));
	if ('error' in read) {
		if (!(read.error instanceof UnfinishedList)) throw read.error;
		return { findings: [], engine: packLog(halved(state, window, rules)), waiting: 0, complete: false, ...again };
	}
	const entries = readEntries(read.result, poll);
	const { findings, state: log, waiting } = detectBursts(state, entries, window, rules, describeWith(poll));
	return { findings, engine: packLog(log), waiting, complete: true, shared: sharedKeys(entries), ...again };
}

async function previewLogins(look: Look): Promise<Preview> {
	const { reader, settings, now } = look;
	const single = settings.loginsAtLeast <= 1;
	const from = now - settings.lookBackMs;
	const read = async (query: JsonObject, limit?: number): Promise<JsonObject[]> =>
		await reader.someOf('loginAudit.getAll', { ...settings.query, ...query, from: iso(from) }, limit);
	const failures = readEntries(await read(FAILURES, single ? SHOWN_IN_TEST : undefined), look);
	const rules = rulesOf(look, failures.length);
	const { findings } = detectBursts(newLog(from), failures, { from }, rules, describeWith(look));
	const [newest] = failures;
	if (newest !== undefined) {
		return {
			findings: findings.slice(-SHOWN_IN_TEST),
			nearest: {
				...newest,
				reason: `${newest.reason}. Fewer than ${settings.loginsAtLeast} failures were from one address or user within ${counted(settings.loginsWithinMs / MINUTE_MS, 'minute')}`,
			},
			nothing: '',
		};
	}
	const [other] = await read({}, 1);
	const display = { now, timeZone: settings.timeZone };
	const nothing = `No failed logins since ${clockTime(from, undefined, display)}`;
	const nearest = other && {
		key: '',
		record: other,
		numbers: {},
		reason: `${nothing}; the newest event, at ${clockTime(momentOf(other.occurredUtc) ?? now, undefined, display)}, isn’t a failure`,
	};
	return { findings: [], nearest, nothing };
}

/** Failed logins, from the login audit. */
export const loginSource: EventSource<LoginSettings> = {
	detect: detectLogins,
	preview: previewLogins,
	engineForm: { log: { reads: (stored) => unpackLog(stored) !== undefined, needed: true } },
};
