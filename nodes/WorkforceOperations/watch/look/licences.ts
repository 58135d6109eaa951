import type { JsonObject } from '../../contract';
import { attempt, wordsOf } from '../../transport/attempt';
import { isKind } from '../../transport/errors';
import type { ErrorKind } from '../../transport/kinds';
import { clock } from '../../transport/time';
import { readLadder, type Rung } from '../engines/ladder';
import { Remembered } from '../engines/remembered';
import {
	endSweep,
	isDue,
	newSweep,
	packSweep,
	type Sweep,
	type Swept,
	unpackSweep,
	unpackSwept,
} from '../engines/sweep';
import { byAge, type Finding, type Numbers } from '../engines/types';
import type { LicenceJudge } from '../events/licences';
import { fingerprint } from '../memory';
import { Unfinished } from '../reader';
import { idOfPart } from '../keys';
import { clockTime, counted, DAY_MS, duration, idOf, MINUTE_MS, said } from '../words';
import type { Pending } from '../state';
import { sharedKeys } from './shared';
import { isOfKey, isWell, trickle } from './trickle';
import { type Engine, type Found, type LogLine, type Look, type Sample, SHOWN_IN_TEST, type Visit } from './types';

/** Guards whose licences “Fetch Test Event” reads: a person waits for them. */
const READ_IN_TEST = 12;

/** What such a request is answered where it is about that guard, and is not sent again. */
const OF_ONE_GUARD: ErrorKind[] = ['notFound', 'forbidden', 'invalid', 'conflict', 'refused'];

/** So many others are enough to know: each of them is three requests. */
const ILL_IN_TEST = 3;

/** … and employees that it lists: one request. */
const LISTED_IN_TEST = 100;

/** Guards that the log names. */
const NAMED = 20;

/** What is not seen for so long, and for two sweeps at least, is forgotten. */
const IN_MIND_MS = 366 * DAY_MS;
const SWEEPS_IN_MIND = 2;

/** The ids of the guards, as the service lists them. */
async function guards({ reader, settings }: Visit): Promise<string[]> {
	const employees = await reader.list('staff.getAll', settings.query);
	return employees.flatMap(({ id }) => idOf(id) ?? []);
}

const sweepNumbers = (last: Swept | undefined): Numbers =>
	last === undefined
		? {}
		: {
				sweepMinutes: Math.ceil((last.ended - last.begun) / MINUTE_MS),
				sweepEndedAt: new Date(last.ended).toISOString(),
			};

function logOf(sweep: Sweep, last: Swept, { now, settings: { timeZone, sweepMs } }: Visit): LogLine[] {
	const took = duration(last.ended - last.begun);
	const next = clockTime(Math.max(now, last.begun + sweepMs), undefined, { now, timeZone });
	const late = last.ended - last.begun > sweepMs ? ', which is longer than Sweep Every says' : '';
	const { unread } = sweep;
	const shown = unread.slice(0, NAMED).map((id) => said(id) ?? '');
	const names = shown.join(', ') + (unread.length > NAMED ? ' …' : '');
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
const guardOf = ([key, { place }]: [string, Pending]): string =>
	place > 0 ? String(place) : idOfPart(key.split('.', 1)[0] ?? '');

type Again = Pick<Look, 'found' | 'unreadable' | 'later'>;

/** The licences of all guards, read by a trickle and judged one by one. */
export function licences(judge: LicenceJudge): Engine {
	const rungsOf = (records: JsonObject[], id: string, { now, settings }: Visit): Rung[] =>
		records.flatMap((record) => judge(record, id, { now, ...settings }) ?? []);

	/** A request for each guard whose findings are to be handed over once more. */
	async function findAgain(visit: Visit): Promise<Again> {
		const found = new Map<string, Found>();
		const [unreadable, later]: [string[], string[]] = [[], []];
		let failure: unknown;
		const lost = Object.entries(visit.lost);
		for (const guard of new Set(lost.map(guardOf))) {
			const read = await attempt(visit.reader.listOf('securityLicence.getAll', { id: guard }));
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
		return { found, unreadable, later };
	}

	async function look(visit: Visit): Promise<Look> {
		const { now, engine, settings, start, since, most } = visit;
		const again = await findAgain(visit);
		// Other filters begin another sweep.
		const list = fingerprint(JSON.stringify([settings.query, settings.additionalQuery]));
		const isSame = engine.list === undefined || engine.list === list;
		const last = isSame ? unpackSwept(engine.last) : undefined;
		const underWay = isSame ? unpackSweep(engine.sweep) : undefined;
		const told = Remembered.unpack(engine.told) ?? new Remembered(now);
		const idle = { findings: [], engine, waiting: 0, ...again };
		if (most <= 0 || visit.reader.isSpent || (underWay === undefined && !isDue(last, now, settings.sweepMs)))
			return { ...idle, complete: underWay === undefined && last !== undefined };
		const begun = underWay ?? newSweep(now, await guards(visit));
		const [findings, shared]: [Finding[], string[]] = [[], []];
		let [next, waiting] = [told, 0];
		const { sweep, failure, read } = await trickle(visit, begun, (id, records) => {
			const rules = { start: start && { how: start, since }, most: most - findings.length };
			const rungs = rungsOf(records, id, visit);
			shared.push(...sharedKeys(rungs.map(({ subject, record }) => ({ key: subject, record }))));
			const seen = readLadder(next, rungs, rules);
			next = seen.told;
			waiting += seen.waiting;
			findings.push(...seen.findings);
			return seen.waiting === 0;
		});
		if (failure !== undefined && read === 0) throw failure;
		const hasEnded = sweep.left.length + sweep.again.length === 0;
		const ended = hasEnded ? endSweep(sweep, clock.date()) : undefined;
		const inMind = Math.max(IN_MIND_MS, SWEEPS_IN_MIND * settings.sweepMs);
		if (ended !== undefined && sweep.guards > 0 && next.isOlderThan(inMind, now)) next.renew(now);
		const numbers = { ...sweepNumbers(ended ?? last), sweepGuards: sweep.guards };
		return {
			findings: findings.sort(byAge).map((finding) => ({ ...finding, numbers: { ...finding.numbers, ...numbers } })),
			engine: {
				told: next.pack(),
				list,
				...((ended ?? last) ? { last: ended ?? last } : {}),
				...(hasEnded ? {} : { sweep: packSweep(sweep) }),
			},
			waiting,
			complete: hasEnded,
			...again,
			shared,
			log: ended === undefined ? [] : logOf(sweep, ended, visit),
		};
	}

	async function sample(visit: Visit): Promise<Sample> {
		const { reader, settings } = visit;
		const employees = await reader.someOf('staff.getAll', settings.query, LISTED_IN_TEST);
		const ids = employees.flatMap(({ id }) => idOf(id) ?? []);
		const rungs: Rung[] = [];
		const failures: unknown[] = [];
		let read = 0;
		for (const id of ids.slice(0, READ_IN_TEST)) {
			const answer = await attempt(reader.listOf('securityLicence.getAll', { id }));
			if ('result' in answer) {
				read++;
				rungs.push(...rungsOf(answer.result, id, visit));
				continue;
			}
			const { error } = answer;
			if (error instanceof Unfinished) break;
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
				: `, and could not read the licences of ${failures.length} of them: ${wordsOf(failure).replace(/[.\s]+$/, '')}`;
		const note = read === ids.length ? '' : `. A test event looked at ${looked} of ${several} guards${unread}`;
		const noted = (rung: Rung): Rung => ({ ...rung, reason: rung.reason + note });
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

	return { look, sample };
}
