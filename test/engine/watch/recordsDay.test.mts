// The same day for what people enter: licences that run out, reports and timesheets that are submitted and decided on.
import { expect, test } from '@jest/globals';
import { type Happening, mostUnmarked, watchEvents, type Watched } from '../../../kit/sandbox/watchEvents.mts';
import {
	type Day,
	ENTERED,
	engineOfDay,
	liveThroughDay,
	POLL_MS,
	unexplained,
	type Watcher,
} from '../support/watchDay.mts';
import { HOUR, useWatchWorld } from '../support/watchWorld.mts';

const world = useWatchWorld();

const watched = watchEvents.filter(({ event }) => ENTERED.includes(event));

const of = (kind: string, { happenings, begun, ended }: Day): Happening[] =>
	happenings.filter(
		(each) => each.kind === kind && Date.parse(each.at) > begun && Date.parse(each.at) < ended - POLL_MS,
	);

/** Keys that came in a run that succeeded. */
const done = ({ arrivals }: Watcher): string[] =>
	[...arrivals].filter(([, times]) => times.some((arrival) => arrival.done)).map(([key]) => key);

/** What lasted for several sweeps although the service was down for some of them. */
const lasted = ({ at, until }: Happening, { looks }: Watcher): boolean => {
	const seen = looks.filter((look) => look > Date.parse(at) && (until === null || look < Date.parse(until)));
	return (seen.at(-1) ?? 0) - (seen[0] ?? 0) > 3 * HOUR;
};

/** Of each record the last change before each look: what a look has to tell. */
function newest(
	happenings: readonly Happening[],
	{ looks }: Watcher,
	idField: string,
): Array<{ id: string; change: string; at: number }> {
	const last = new Map<string, { id: string; change: string; at: number }>();
	for (const happening of happenings) {
		const at = Date.parse(happening.at);
		const look = looks.find((moment) => moment > at);
		if (look === undefined) continue;
		const id = String(happening[idField]);
		last.set(`${id} ${look}`, { id, change: String(happening.change), at });
	}
	return [...last.values()];
}

test.each([[engineOfDay, engineOfDay === 'memory' ? 21 : 22]] as const)(
	'a day of licences, reports and timesheets with polls of the %s engine, seed %d: nothing is lost, and nothing comes twice without a reason',
	async (engine, seed) => {
		const day = await liveThroughDay(world, engine, seed, watched);
		const [expiring, invalid, reports, timesheets] = [
			'licence.expiring',
			'licence.invalid',
			'incidentReport.changed',
			'timesheet.changed',
		].map((event) => day.watchers.find((watcher) => watcher.event === event)) as [Watcher, Watcher, Watcher, Watcher];
		expect(day.watchers.map(({ event }) => event).sort()).toEqual([...ENTERED].sort());
		for (const watcher of day.watchers) {
			const { event, n8n } = watcher;
			const own = watched.find((each) => each.event === event)!;
			const most = (key: string): number => mostUnmarked(own, key, day.happenings);
			expect({ event, unexplained: unexplained(watcher, most) }).toEqual({ event, unexplained: [] });
			expect(n8n.log.filter((line) => line.includes('any more'))).toEqual([]);
		}
		const expiries = of('licence.expiring', day).filter((happening) => lasted(happening, expiring));
		const came = done(expiring);
		const isOf = (kind: string): Watched['isOf'] => watched.find(({ event }) => event === kind)?.isOf;
		const lost = (all: Happening[], kind: string, keys: string[]): Happening[] =>
			all.filter((happening) => !keys.some((key) => isOf(kind)?.(key, happening, day.happenings)));
		expect(lost(expiries, 'licence.expiring', came)).toEqual([]);
		const invalids = of('licence.invalid', day).filter((happening) => lasted(happening, invalid));
		expect(lost(invalids, 'licence.invalid', done(invalid))).toEqual([]);
		expect(expiries.length + invalids.length).toBeGreaterThan(3);
		expect([expiries.length, invalids.length]).not.toContain(0);
		for (const { event, lasts, subject } of watched.filter(({ recurs }) => recurs)) {
			const watcher = day.watchers.find((each) => each.event === event)!;
			// Seen when it had waited long enough, before anybody decided on it.
			const due = of(event, day).filter(({ at, until }) =>
				watcher.looks.some(
					(look) => look >= Date.parse(at) + (lasts?.graceMs ?? 0) && (until === null || look < Date.parse(until)),
				),
			);
			const keys = done(watcher);
			expect(due.filter((each) => !keys.includes(`${event}:${subject(each)}`))).toEqual([]);
			expect(due.length).toBeGreaterThan(3);
		}
		for (const [watcher, idField] of [
			[reports, 'incidentReportId'],
			[timesheets, 'timesheetId'],
		] as const) {
			const { event } = watcher;
			const happened = of(event, day);
			const due = newest(happened, watcher, idField);
			const keys = done(watcher);
			const first = (start: string): number =>
				Math.min(
					...[...watcher.arrivals].filter(([key]) => key.startsWith(start)).map(([, [arrival]]) => arrival?.at ?? 0),
				);
			const lost = due.filter(({ id, change }) => !keys.some((key) => key.startsWith(`${event}:${id}:${change}:`)));
			expect({ event, lost }).toEqual({ event, lost: [] });
			// And nothing is told that has not happened.
			const before = happened.concat(day.happenings.filter(({ kind }) => kind === event));
			for (const key of watcher.arrivals.keys()) {
				const [, id, change] = key.split(':');
				const cause = before.find((each) => String(each[idField]) === id && each.change === change);
				expect({
					key,
					happened: cause !== undefined && Date.parse(cause.at) <= first(`${event}:${id}:${change}:`) + 1000,
				}).toEqual({
					key,
					happened: true,
				});
			}
			expect(due.length).toBeGreaterThan(5);
		}
	},
	600_000,
);
