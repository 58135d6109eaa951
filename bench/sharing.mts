// Several processes with one key, without any setting: the package's own budget on a virtual clock.
import { buildIfChanged } from '../kit/lib/build.mts';
import type { Priority } from '../nodes/WorkforceOperations/transport/rateLimit/index.ts';
import { seconds, table } from './lib/measure.mts';
import type { Bench } from './lib/report.mts';
import {
	beside,
	type Course,
	fairness,
	PER_MINUTE,
	recovery,
	refusals,
	type RetryAfter,
	type Setup,
	type Shipped,
	trial,
	used,
} from '../kit/budget/budgetTrial.mts';

const seeds = [1, 2, 3, 4, 5];
const minutes = 50;
const numbers = [2, 4, 8];
/** Until then all are busy, in the trial of what the last one gets back. */
const leaveAfter = 20;

const said: Record<RetryAfter, string> = {
	told: 'the right time',
	absent: 'nothing',
	wrong: 'any time up to 60 s',
};

const mean = (values: readonly number[]): number => values.reduce((sum, value) => sum + value, 0) / values.length;
const percent = (part: number): string => (part * 100).toFixed(1);

async function row(shipped: Shipped, count: number, setup: Omit<Setup, 'seed' | 'busyMinutes'>): Promise<string[]> {
	const busyFor = (first: number, others: number): number[] => [first, ...Array<number>(count - 1).fill(others)];
	const run = async (busyMinutes: number[]): Promise<Course[]> => {
		const courses: Course[] = [];
		for (const seed of seeds) courses.push(await trial(shipped, { ...setup, seed, busyMinutes }));
		return courses;
	};
	const together = await run(busyFor(minutes, minutes));
	const alone = await run(busyFor(minutes, 0));
	const recovered = (await run(busyFor(2 * leaveAfter, leaveAfter))).map((course) => recovery(course, leaveAfter));
	return [
		`${count}; ${setup.refusedCount ? 'count' : 'don’t count'}; ${said[setup.retryAfter]}`,
		percent(mean(together.map(used))),
		mean(together.map(fairness)).toFixed(2),
		mean(together.map(refusals)).toFixed(1),
		percent(mean(alone.map(used))),
		`${mean(recovered).toFixed(1)} (${Math.max(...recovered).toFixed(1)})`,
	];
}

async function run(): Promise<string> {
	await buildIfChanged();
	await import('./lib/compiled.mts');
	const shipped: Shipped = {
		...(await import('../nodes/WorkforceOperations/transport/rateLimit/index.ts')),
		...(await import('../nodes/WorkforceOperations/transport/clock.ts')),
	};
	const rows: string[][] = [];
	for (const retryAfter of ['told', 'absent', 'wrong'] as const)
		for (const refusedCount of [false, true])
			for (const count of numbers) rows.push(await row(shipped, count, { refusedCount, retryAfter }));
	const waits = async (leavesRoom: boolean, priority?: Priority): Promise<string[]> => {
		const { first, later } = await beside(shipped, { leavesRoom, priority, seed: 1 });
		return [first, later].flatMap((each) => [seconds(mean(each)), seconds(Math.max(...each))]);
	};
	return `The package's own budget, once for each process, on one virtual clock: ${PER_MINUTE} requests in any 60 seconds for all of them, answers after
300 ms, up to five requests of a process side by side, ${seeds.length} seeds, nothing set. The first column: how many processes, whether the service
counts what it refuses, and what a refusal says in \`Retry-After\`. Used: the part of all requests of ${minutes} minutes that all together had; fairness
is Jain's index over these ${minutes} minutes, the first of which the process that starts first has nearly for itself; refusals are those
of a process and minute; one busy: the same while all others are idle; back: minutes until the first process has 95 % of
a minute's requests after all others, busy for ${leaveAfter} minutes, fall idle (the slowest seed in brackets).

${table(['Processes; refused requests; a refusal says', 'Used %', 'Fairness', 'Refusals', 'One busy %', 'Back, minutes'], rows)}

The aims were: used 97 % each where refused requests don't count, else 92, 85 and 75 %; fairness 0.9; with two processes at most two refusals; one busy 99 %;
back within 5 minutes. What can't be had together: where a refusal says nothing, many processes find an even share more slowly, since whoever has
few requests meets a full minute each time (a deeper cut is fairer and leaves more of the minute unused); and where it says
a wrong time, that is waited for all the same, which leaves requests unused. No process yields more than to a twelfth, so that more than twelve busy ones
are refused more often.

One process: a Return All of hundreds of pages, and single reads of the same key beside it at random moments of half an hour. Before: first come,
first served. The first minute's requests are had at once, so that a read that comes in that minute may wait for its end.

${table(
	['Waiting of a single read', 'First minute, mean', 'Longest', 'Afterwards, mean', 'Longest'],
	[
		['beside a long Return All, before', ...(await waits(false))],
		['beside a long Return All', ...(await waits(true))],
		['beside a poll of as many requests', ...(await waits(true, 'poll'))],
	],
)}`;
}

export const sharing: Bench = {
	letter: 'g',
	title: 'Several processes, one key, no setting',
	rooms: ['transport/rateLimit'],
	run,
};
