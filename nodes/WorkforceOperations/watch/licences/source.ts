import { byNumber, type JsonObject, DAY_MS, idOf, MINUTE_MS } from '../../contract';
import { settle, messageOf } from '../../transport/settle';
import { isKind } from '../../transport/errors/serviceError';
import type { ErrorKind } from '../../transport/failures/errorKind';
import { clock } from '../../transport/clock';
import { detectThresholds, type ReportedLevel, type ReportedLevels, reportedLevels, type Threshold } from './detect';
import {
	endScan,
	isDone,
	isDue,
	newScan,
	packScan,
	type Scan,
	type FinishedScan,
	unpackScan,
	unpackFinishedScan,
	isOfKey,
	serviceAnswers,
	readGradually,
	scanForm,
} from './scan';
import {
	byAge,
	type Finding,
	type Numbers,
	type Detection,
	type EngineForm,
	type EventSource,
	type LogLine,
	type LookContext,
	type PollContext,
	type Preview,
	type Reread,
	sharedKeys,
	SHOWN_IN_TEST,
} from '../core/source';
import { fromDayOf } from '../core/reported';
import { employeeOfKey, type LicenceJudge, type LicenceRules } from './rules';
import { fingerprint } from '../delivery/processMemory';
import { UnfinishedList } from '../core/pollReader';
import { clockTime, counted, duration, firstOf, safeText } from '../core/text';
import type { Pending } from '../core/state';

/** How many guards “Fetch Test Event” reads while a person waits. */
const READ_IN_TEST = 12;

/** Failures that concern one guard only, and are not retried. */
const OF_ONE_GUARD: ErrorKind[] = ['notFound', 'forbidden', 'invalid', 'conflict', 'refused'];

/** After this many other failures it stops: each takes three requests. */
const ILL_IN_TEST = 3;

/** How many employees it lists, with one request. */
const LISTED_IN_TEST = 100;

/** How many guards a log line names. */
const MOST_NAMED_GUARDS = 20;

/** Licences not seen for this long, nor in the last two scans, are forgotten. */
const REMEMBERED_MS = 366 * DAY_MS;

/** The form's settings for licences. */
export interface LicenceSettings extends Pick<LicenceRules, 'daysBefore'> {
	/** Minimum time between the starts of two scans. */
	scanEveryMs: number;
}

type Look = LookContext<LicenceSettings>;

/** The ids of the guards, in their order. */
async function guards({ reader, settings }: PollContext): Promise<string[]> {
	const employees = await reader.list('staff.getAll', settings.query);
	return employees.flatMap(({ id }) => idOf(id) ?? []).sort(byNumber);
}

/** The first guards, the licences of those that could be read, and why others could not. A person is waiting. */
export async function firstLicences({ reader, settings }: LookContext) {
	const employees = await reader.someOf('staff.getAll', settings.query, LISTED_IN_TEST);
	const ids = employees.flatMap(({ id }) => idOf(id) ?? []);
	const licences: Array<[guard: string, records: JsonObject[]]> = [];
	const failures: unknown[] = [];
	for (const id of ids.slice(0, READ_IN_TEST)) {
		const answer = await settle(reader.listOf('securityLicence.getAll', { id }));
		if ('result' in answer) {
			licences.push([id, answer.result]);
			continue;
		}
		const { error } = answer;
		if (error instanceof UnfinishedList) break;
		if (isOfKey(error)) throw error;
		failures.push(error);
		if (failures.filter((each) => !isKind(each, ...OF_ONE_GUARD)).length >= ILL_IN_TEST) break;
	}
	if (failures.length > 0 && licences.length === 0) throw failures[0];
	return { ids, licences, failures };
}

const scanNumbers = (last: FinishedScan | undefined): Numbers =>
	last === undefined
		? {}
		: {
				sweepMinutes: Math.ceil((last.ended - last.begun) / MINUTE_MS),
				sweepEndedAt: new Date(last.ended).toISOString(),
			};

/** The lines of n8n's log at the end of a scan. */
function logOf(
	scan: Scan,
	last: FinishedScan,
	{ now, settings: { timeZone, scanEveryMs } }: PollContext<{ scanEveryMs: number }>,
): LogLine[] {
	const took = duration(last.ended - last.begun);
	const next = clockTime(Math.max(now, last.begun + scanEveryMs), undefined, { now, timeZone });
	const late = last.ended - last.begun > scanEveryMs ? ' (longer than Hours Between Rounds)' : '';
	const { unread } = scan;
	const names = firstOf(
		unread.map((id) => safeText(id) ?? ''),
		MOST_NAMED_GUARDS,
	);
	return [
		{
			level: 'info',
			text: `has read ${counted(last.records, 'licence')} for ${counted(last.guards, 'employee')} in ${took}${late}; the next round begins at ${next}`,
		},
		...(unread.length === 0
			? []
			: [
					{
						level: 'error' as const,
						text: `could not read licences for ${unread.length === 1 ? 'employee' : `${unread.length} employees:`} ${names}, even on a second try; will try again in the next round`,
					},
				]),
	];
}

/** A round over all guards, as far as it was read. */
interface Round {
	scan: Scan;
	/** If it has ended. */
	ended?: FinishedScan;
	log: LogLine[];
}

/** Continues the round in progress, or begins another one if it is due; undefined if there is nothing to read. */
export async function readRound(
	poll: PollContext<{ scanEveryMs: number }>,
	{ last, sweep }: JsonObject,
	take: Parameters<typeof readGradually>[2],
	begin?: () => void,
): Promise<Round | undefined> {
	const underWay = unpackScan(sweep);
	if (underWay === undefined && !isDue(unpackFinishedScan(last), poll.now, poll.settings.scanEveryMs)) return undefined;
	if (underWay === undefined) begin?.();
	const scan = await readGradually(poll, underWay ?? newScan(poll.now, await guards(poll)), take);
	const ended = isDone(scan) ? endScan(scan, clock.date()) : undefined;
	return { scan, ended, log: ended === undefined ? [] : logOf(scan, ended, poll) };
}

/** The rounds as stored: the last one that has ended, and the one in progress. */
export function packRounds({ last, sweep }: JsonObject, round: Round | undefined): JsonObject {
	const latest = round?.ended ?? last;
	const underWay = round === undefined ? sweep : round.ended === undefined ? packScan(round.scan) : undefined;
	return { ...(latest === undefined ? {} : { last: latest }), ...(underWay === undefined ? {} : { sweep: underWay }) };
}

/** The guard of a finding: from its locator if the id is a number, else from its key. */
const guardOf = ([key, { locator }]: [string, Pending]): string =>
	Number(locator) > 0 ? String(locator) : employeeOfKey(key);

const engineForm: EngineForm = {
	told: { reads: reportedLevels.reads, needed: true },
	list: { reads: (stored) => typeof stored === 'string' },
	...scanForm,
};

/** The licences of all guards, read gradually and judged one by one. */
export function licenceSource(judge: LicenceJudge): EventSource<LicenceSettings> {
	const thresholdsOf = (records: JsonObject[], id: string, { now, settings }: Look): Threshold[] =>
		records.flatMap((record) => judge(record, id, { now, ...settings }) ?? []);

	/** Reads the licences of each guard with pending findings, with one request each. */
	async function rereadPending(poll: PollContext<LicenceSettings>): Promise<Reread> {
		const reread: Reread['reread'] = new Map();
		const [unreadable, deferred]: [string[], string[]] = [[], []];
		let failure: unknown;
		const pending = Object.entries(poll.pendingReread);
		for (const guard of new Set(pending.map(guardOf))) {
			const read = await settle(poll.reader.listOf('securityLicence.getAll', { id: guard }));
			const keys = pending.filter((entry) => guardOf(entry) === guard).map(([key]) => key);
			if ('error' in read) {
				const { error } = read;
				if (isKind(error, 'notFound')) continue;
				if (poll.reader.isSpent || isKind(error, 'budget')) deferred.push(...keys);
				else if (isOfKey(error)) throw error;
				else {
					failure ??= error;
					unreadable.push(...keys);
				}
				continue;
			}
			const thresholds = thresholdsOf(read.result, guard, poll);
			for (const key of keys) {
				const [of] = key.split(':');
				const threshold = thresholds.findLast(({ subject }) => subject === of);
				if (threshold === undefined) continue;
				// The key has the expiry day, which differs after a renewal.
				const [, run] = key.split(':');
				reread.set(key, { ...threshold, stillSo: threshold.holds && threshold.key.split(':')[1] === run });
			}
		}
		// If none could be read, the cause may be the guards or the service.
		if (failure !== undefined && reread.size === 0 && !(await serviceAnswers(poll))) throw failure;
		return { reread, unreadable, deferred };
	}

	async function detect(poll: PollContext<LicenceSettings>): Promise<Detection> {
		const { now, engine, settings, start, since, most } = poll;
		const again = await rereadPending(poll);
		// Other filters begin another scan.
		const list = fingerprint(JSON.stringify([settings.query, settings.additionalQuery]));
		const stored: JsonObject = engine.list === undefined || engine.list === list ? engine : {};
		const last = unpackFinishedScan(stored.last);
		const [findings, shared]: [Finding[], string[]] = [[], []];
		let reported: ReportedLevels = reportedLevels.unpack(engine.told) ?? new Map<string, ReportedLevel>();
		let waiting = 0;
		const take = (id: string, records: JsonObject[]): boolean => {
			const rules = { now, start: start && { how: start, since }, most: most - findings.length };
			const thresholds = thresholdsOf(records, id, poll);
			shared.push(...sharedKeys(thresholds.map(({ subject, record }) => ({ key: subject, record }))));
			const seen = detectThresholds(reported, thresholds, rules);
			({ reported } = seen);
			waiting += seen.waiting;
			findings.push(...seen.findings);
			return seen.waiting === 0;
		};
		const round = most <= 0 || poll.reader.isSpent ? undefined : await readRound(poll, stored, take);
		if (round === undefined) {
			const complete = unpackScan(stored.sweep) === undefined && last !== undefined;
			return { findings, engine, waiting, complete, ...again };
		}
		const { scan, ended, log } = round;
		// A list may be empty for a while, so both rounds must have had guards.
		if (ended !== undefined && last !== undefined && Math.min(scan.guards, last.guards) > 0)
			reported = fromDayOf(Math.min(now - REMEMBERED_MS, last.begun), reported);
		const numbers = { ...scanNumbers(ended ?? last), sweepGuards: scan.guards };
		return {
			findings: findings.sort(byAge).map((finding) => ({ ...finding, numbers: { ...finding.numbers, ...numbers } })),
			engine: {
				told: reportedLevels.pack(reported),
				list,
				...packRounds(stored, round),
			},
			waiting,
			complete: ended !== undefined,
			...again,
			shared,
			log,
		};
	}

	async function preview(look: Look): Promise<Preview> {
		const { ids, licences, failures } = await firstLicences(look);
		const [failure] = failures;
		const read = licences.length;
		const thresholds = licences.flatMap(([id, records]) => thresholdsOf(records, id, look));
		const looked = read + failures.length;
		const several = `${ids.length}${ids.length >= LISTED_IN_TEST ? ' or more' : ''}`;
		const unread =
			failure === undefined
				? ''
				: `, and the licences of ${failures.length} of them could not be read: ${messageOf(failure).replace(/(?<![.\s])[.\s]+$/, '')}`;
		const note = read === ids.length ? '' : `; this test event checked ${looked} of ${several} employees${unread}`;
		const noted = (threshold: Threshold): Threshold => ({ ...threshold, reason: threshold.reason + note });
		const holding = thresholds.filter(({ holds }) => holds).sort(byAge);
		const [nearest] = thresholds.sort((one, other) => Number(one.numbers.daysLeft) - Number(other.numbers.daysLeft));
		const whom = read === ids.length ? 'any employee' : counted(read, 'employee');
		return {
			findings: holding.slice(-SHOWN_IN_TEST).map(noted),
			nearest: nearest && noted(nearest),
			nothing:
				ids.length === 0
					? 'The service lists no active employees for this key and these filters'
					: `The service returned no licence for ${whom}${note}`,
		};
	}

	return { detect, preview, engineForm };
}
