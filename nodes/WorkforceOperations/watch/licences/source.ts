import type { JsonObject } from '../../contract';
import { settle, messageOf } from '../../transport/settle';
import { isKind } from '../../transport/errors/serviceError';
import type { ErrorKind } from '../../transport/failures/errorKind';
import { clock } from '../../transport/clock';
import { detectThresholds, type Threshold } from './detect';
import { SeenIds } from '../core/seenIds';
import {
	endScan,
	isDue,
	newScan,
	packScan,
	type Scan,
	type FinishedScan,
	unpackScan,
	unpackFinishedScan,
} from './sweep';
import { byAge, type Finding, type Numbers } from '../core/finding';
import type { LicenceJudge } from './rules';
import { fingerprint } from '../delivery/processMemory';
import { UnfinishedList } from '../core/pollReader';
import { idOfPart } from '../core/keys';
import { clockTime, counted, DAY_MS, duration, idOf, MINUTE_MS, safeText } from '../core/text';
import type { Pending } from '../core/state';
import {
	type Detection,
	type EventSource,
	type LogLine,
	type PollContext,
	type Preview,
	type RereadRecord,
	sharedKeys,
	SHOWN_IN_TEST,
} from '../core/source';
import { isOfKey, isWell, readGradually } from './readGradually';

/** Guards whose licences “Fetch Test Event” reads: a person waits for them. */
const READ_IN_TEST = 12;

/** What such a request is answered where it is about that guard, and is not sent again. */
const OF_ONE_GUARD: ErrorKind[] = ['notFound', 'forbidden', 'invalid', 'conflict', 'refused'];

/** So many others are enough to know: each of them is three requests. */
const ILL_IN_TEST = 3;

/** … and employees that it lists: one request. */
const LISTED_IN_TEST = 100;

/** Guards that the log names. */
const MOST_NAMED_GUARDS = 20;

/** What is not seen for so long, and for two sweeps at least, is forgotten. */
const IN_MIND_MS = 366 * DAY_MS;
const SWEEPS_IN_MIND = 2;

/** The ids of the guards, as the service lists them. */
async function guards({ reader, settings }: PollContext): Promise<string[]> {
	const employees = await reader.list('staff.getAll', settings.query);
	return employees.flatMap(({ id }) => idOf(id) ?? []);
}

const sweepNumbers = (last: FinishedScan | undefined): Numbers =>
	last === undefined
		? {}
		: {
				sweepMinutes: Math.ceil((last.ended - last.begun) / MINUTE_MS),
				sweepEndedAt: new Date(last.ended).toISOString(),
			};

function logOf(sweep: Scan, last: FinishedScan, { now, settings: { timeZone, sweepMs } }: PollContext): LogLine[] {
	const took = duration(last.ended - last.begun);
	const next = clockTime(Math.max(now, last.begun + sweepMs), undefined, { now, timeZone });
	const late = last.ended - last.begun > sweepMs ? ', which is longer than Sweep Every says' : '';
	const { unread } = sweep;
	const shown = unread.slice(0, MOST_NAMED_GUARDS).map((id) => safeText(id) ?? '');
	const names = shown.join(', ') + (unread.length > MOST_NAMED_GUARDS ? ' …' : '');
	return [
		{
			level: 'info',
			text: `has read ${counted(last.records, 'licence')} of ${counted(last.guards, 'guard')} in ${took}${late}; the next sweep begins at ${next}`,
		},
		...(unread.length === 0
			? []
			: [
					{
						level: 'error' as const,
						text: `could not read the licences of ${unread.length === 1 ? 'employee' : `${unread.length} employees:`} ${names}, also when tried again; the next sweep tries them anew`,
					},
				]),
	];
}

/** Whose finding it was: by its place, where the id is a number. */
const guardOf = ([key, { locator: place }]: [string, Pending]): string =>
	place > 0 ? String(place) : idOfPart(key.split('.', 1)[0] ?? '');

type LicenceReread = Pick<Detection, 'found' | 'unreadable' | 'later'>;

/** The licences of all guards, read by a trickle and judged one by one. */
export function licenceSource(judge: LicenceJudge): EventSource {
	const rungsOf = (records: JsonObject[], id: string, { now, settings }: PollContext): Threshold[] =>
		records.flatMap((record) => judge(record, id, { now, ...settings }) ?? []);

	/** A request for each guard whose findings are to be handed over once more. */
	async function findAgain(visit: PollContext): Promise<LicenceReread> {
		const found = new Map<string, RereadRecord>();
		const [unreadable, later]: [string[], string[]] = [[], []];
		let failure: unknown;
		const lost = Object.entries(visit.pendingReread);
		for (const guard of new Set(lost.map(guardOf))) {
			const read = await settle(visit.reader.listOf('securityLicence.getAll', { id: guard }));
			const keys = lost.filter((entry) => guardOf(entry) === guard).map(([key]) => key);
			if ('error' in read) {
				const { error } = read;
				if (isKind(error, 'notFound')) continue;
				if (visit.reader.isSpent || isKind(error, 'budget')) later.push(...keys);
				else if (isOfKey(error)) throw error;
				else {
					failure ??= error;
					unreadable.push(...keys);
				}
				continue;
			}
			const rungs = rungsOf(read.result, guard, visit);
			for (const key of keys) {
				const [of] = key.split(':');
				const rung = rungs.findLast(({ subject, formerly }) => subject === of || formerly === of);
				if (rung === undefined) continue;
				const { record, reason, numbers } = rung;
				// A renewed licence has another day of expiry in its key.
				const [, run] = key.split(':');
				found.set(key, { record, reason, numbers, stillSo: rung.holds && rung.key.split(':')[1] === run });
			}
		}
		// Nobody's: is it they, or the service?
		if (failure !== undefined && found.size === 0 && !(await isWell(visit))) throw failure;
		return { reread: found, unreadable, deferred: later };
	}

	async function look(visit: PollContext): Promise<Detection> {
		const { now, engine, settings, start, since, most } = visit;
		const again = await findAgain(visit);
		// Other filters begin another sweep.
		const list = fingerprint(JSON.stringify([settings.query, settings.additionalQuery]));
		const isSame = engine.list === undefined || engine.list === list;
		const last = isSame ? unpackFinishedScan(engine.last) : undefined;
		const underWay = isSame ? unpackScan(engine.sweep) : undefined;
		const told = SeenIds.unpack(engine.told) ?? new SeenIds(now);
		const idle = { findings: [], engine, waiting: 0, ...again };
		if (most <= 0 || visit.reader.isSpent || (underWay === undefined && !isDue(last, now, settings.sweepMs)))
			return { ...idle, complete: underWay === undefined && last !== undefined };
		const begun = underWay ?? newScan(now, await guards(visit));
		const [findings, shared]: [Finding[], string[]] = [[], []];
		let [next, waiting] = [told, 0];
		const { sweep, failure, read } = await readGradually(visit, begun, (id, records) => {
			const rules = { start: start && { how: start, since }, most: most - findings.length };
			const rungs = rungsOf(records, id, visit);
			shared.push(...sharedKeys(rungs.map(({ subject, record }) => ({ key: subject, record }))));
			const seen = detectThresholds(next, rungs, rules);
			next = seen.told;
			waiting += seen.waiting;
			findings.push(...seen.findings);
			return seen.waiting === 0;
		});
		if (failure !== undefined && read === 0) throw failure;
		const hasEnded = sweep.left.length + sweep.again.length === 0;
		const ended = hasEnded ? endScan(sweep, clock.date()) : undefined;
		const inMind = Math.max(IN_MIND_MS, SWEEPS_IN_MIND * settings.sweepMs);
		if (ended !== undefined && sweep.guards > 0 && next.isOlderThan(inMind, now)) next.renew(now);
		const numbers = { ...sweepNumbers(ended ?? last), sweepGuards: sweep.guards };
		return {
			findings: findings.sort(byAge).map((finding) => ({ ...finding, numbers: { ...finding.numbers, ...numbers } })),
			engine: {
				told: next.pack(),
				list,
				...((ended ?? last) ? { last: ended ?? last } : {}),
				...(hasEnded ? {} : { sweep: packScan(sweep) }),
			},
			waiting,
			complete: hasEnded,
			...again,
			shared,
			log: ended === undefined ? [] : logOf(sweep, ended, visit),
		};
	}

	async function sample(visit: PollContext): Promise<Preview> {
		const { reader, settings } = visit;
		const employees = await reader.someOf('staff.getAll', settings.query, LISTED_IN_TEST);
		const ids = employees.flatMap(({ id }) => idOf(id) ?? []);
		const rungs: Threshold[] = [];
		const failures: unknown[] = [];
		let read = 0;
		for (const id of ids.slice(0, READ_IN_TEST)) {
			const answer = await settle(reader.listOf('securityLicence.getAll', { id }));
			if ('result' in answer) {
				read++;
				rungs.push(...rungsOf(answer.result, id, visit));
				continue;
			}
			const { error } = answer;
			if (error instanceof UnfinishedList) break;
			if (isOfKey(error)) throw error;
			failures.push(error);
			if (failures.filter((each) => !isKind(each, ...OF_ONE_GUARD)).length >= ILL_IN_TEST) break;
		}
		const [failure] = failures;
		if (failure !== undefined && read === 0) throw failure;
		const looked = read + failures.length;
		const several = `${ids.length}${ids.length >= LISTED_IN_TEST ? ' or more' : ''}`;
		const unread =
			failure === undefined
				? ''
				: `, and could not read the licences of ${failures.length} of them: ${messageOf(failure).replace(/[.\s]+$/, '')}`;
		const note = read === ids.length ? '' : `. A test event looked at ${looked} of ${several} guards${unread}`;
		const noted = (rung: Threshold): Threshold => ({ ...rung, reason: rung.reason + note });
		const holding = rungs.filter(({ holds }) => holds).sort(byAge);
		const [nearest] = rungs.sort((one, other) => Number(one.numbers.daysLeft) - Number(other.numbers.daysLeft));
		const whom = read === ids.length ? 'None of the guards' : `None of ${counted(read, 'guard')}`;
		return {
			findings: holding.slice(-SHOWN_IN_TEST).map(noted),
			nearest: holding.length > 0 || nearest === undefined ? undefined : noted(nearest),
			nothing:
				ids.length === 0
					? 'The service lists no active employee for this key and these filters'
					: `${whom} has a licence in the service${note}`,
		};
	}

	return { detect: look, preview: sample };
}
