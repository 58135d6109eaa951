// Simulates several processes that share one key: one copy of the package's budget each, on one virtual clock.
import type { RateLimiter, SlotRequest, Priority } from '../../nodes/WorkforceOperations/transport/rateLimit/index.ts';
import type { clock } from '../../nodes/WorkforceOperations/transport/clock.ts';
import { Random } from '../../sandbox/seed/random.mts';
import { VirtualTime } from '../time/virtualTime.mts';

const MINUTE_MS = 60_000;
export const PER_MINUTE = 60;

/** Of a request; the service counts it half-way. */
const ANSWER_MS = 300;

/** Concurrent requests of one process. */
const SIDE_BY_SIDE = 5;

/** The last process starts at most this much later than the first. */
const LATEST_START_MS = 5_000;

/** Under Jest from the sources, in a bench from the build. */
export interface Shipped {
	RateLimiter: new () => RateLimiter;
	clock: typeof clock;
}

export type RetryAfter = 'told' | 'absent' | 'wrong';

export interface Setup {
	/** By process. */
	busyMinutes: readonly number[];
	/** Whether refused requests count against the limit. */
	refusedCount: boolean;
	/** What a refusal states: the right time, nothing, or any time up to a minute. */
	retryAfter: RetryAfter;
	seed: number;
}

/** When each process was served and refused, in milliseconds since the start. */
export interface Course {
	minutes: number;
	served: number[][];
	refused: number[][];
}

/** Allows 60 requests in any 60 seconds, like the sandbox. */
class Service {
	private counted: number[] = [];

	private readonly time: VirtualTime;
	private readonly random: Random;
	private readonly setup: Setup;

	constructor(time: VirtualTime, random: Random, setup: Setup) {
		this.time = time;
		this.random = random;
		this.setup = setup;
	}

	/** The milliseconds that a refusal states, `null` if it states none; undefined if the request is served. */
	refusal(): number | null | undefined {
		const { now } = this.time;
		this.counted = this.counted.filter((at) => at > now - MINUTE_MS);
		const full = this.counted.length >= PER_MINUTE;
		if (!full || this.setup.refusedCount) this.counted.push(now);
		if (!full) return undefined;
		if (this.setup.retryAfter === 'absent') return null;
		if (this.setup.retryAfter === 'wrong') return this.random.between(0, 60) * 1000;
		const leaves = (this.counted.at(-PER_MINUTE) ?? now) + MINUTE_MS;
		return Math.max(1, Math.ceil((leaves - now) / 1000)) * 1000;
	}
}

/** Deterministic for a seed. */
const chanceOf = (random: Random): Pick<Shipped['clock'], 'random' | 'jitter'> => ({
	random: () => random.next(),
	jitter: () => 0.5 + random.next(),
});

/** Deterministic for a seed. */
export async function trial({ RateLimiter, clock }: Shipped, setup: Setup): Promise<Course> {
	const random = new Random(setup.seed);
	const time = new VirtualTime(0);
	time.takePlaceOf(clock, chanceOf(random));
	const service = new Service(time, random, setup);
	const minutes = Math.max(...setup.busyMinutes);
	const course: Course = { minutes, served: [], refused: [] };

	const work = async (budget: RateLimiter, until: number, served: number[], refused: number[]): Promise<void> => {
		while (time.now < until) {
			const grant = await budget.take(PER_MINUTE, { until });
			if ('denied' in grant) return;
			await time.wait(ANSWER_MS / 2);
			const toldMs = service.refusal();
			(toldMs === undefined ? served : refused).push(time.now);
			await time.wait(ANSWER_MS / 2);
			if (toldMs === undefined) grant.slot.done();
			else grant.slot.refused(toldMs ?? undefined);
		}
	};
	const run = async (busyMinutes: number): Promise<void> => {
		const budget = new RateLimiter();
		const [served, refused]: [number[], number[]] = [[], []];
		course.served.push(served);
		course.refused.push(refused);
		await time.wait(random.between(0, LATEST_START_MS));
		const until = busyMinutes * MINUTE_MS;
		await Promise.all(Array.from({ length: SIDE_BY_SIDE }, () => work(budget, until, served, refused)));
	};
	try {
		const all = setup.busyMinutes.map(run);
		await time.runUntil(minutes * MINUTE_MS);
		// Lets waiters beyond the end notice that it is over.
		await time.runUntil((minutes + 2) * MINUTE_MS);
		await Promise.all(all);
		return course;
	} finally {
		time.restore();
	}
}

const sum = (values: readonly number[]): number => values.reduce((total, value) => total + value, 0);

/** The used share of all minutes' requests, over all processes. */
export const used = ({ served, minutes }: Course): number =>
	sum(served.map(({ length }) => length)) / (PER_MINUTE * minutes);

/**
 * Jain's index: 1 if all were served alike, 1
 * n if one got everything.
 */
export function fairness({ served }: Course): number {
	const shares = served.map(({ length }) => length);
	return sum(shares) ** 2 / (shares.length * sum(shares.map((share) => share ** 2)));
}

/** Per process and minute. */
export const refusals = ({ refused, minutes }: Course): number =>
	sum(refused.map(({ length }) => length)) / (refused.length * minutes);

/** Minutes after `from` until the first process got 95 % of a minute's requests in 60 seconds. */
export function recovery({ served, minutes }: Course, from: number): number {
	const own = served[0] ?? [];
	for (let end = from * MINUTE_MS; end <= minutes * MINUTE_MS; end += 1000) {
		const recent = own.filter((at) => at > end - MINUTE_MS && at <= end).length;
		if (recent >= 0.95 * PER_MINUTE) return end / MINUTE_MS - from;
	}
	return Infinity;
}

interface Beside {
	/** Whether the long reader identifies itself, so that it leaves room. */
	leavesRoom: boolean;
	priority?: Priority;
	seed: number;
}

/**
 * How long single requests wait beside a reader of hundreds of pages, in milliseconds: in the first minute, and
 * later.
 */
export async function beside(
	{ RateLimiter, clock }: Shipped,
	{ leavesRoom, priority, seed }: Beside,
): Promise<{ first: number[]; later: number[] }> {
	const random = new Random(seed);
	const time = new VirtualTime(0);
	time.takePlaceOf(clock, chanceOf(random));
	const budget = new RateLimiter();
	const until = 30 * MINUTE_MS;
	const waits: { first: number[]; later: number[] } = { first: [], later: [] };
	const request = async (claim: SlotRequest): Promise<number> => {
		const asked = time.now;
		const grant = await budget.take(PER_MINUTE, claim);
		const waited = time.now - asked;
		await time.wait(ANSWER_MS);
		if ('slot' in grant) grant.slot.done();
		return waited;
	};
	const walk = async (): Promise<void> => {
		const taker = leavesRoom ? {} : undefined;
		while (time.now < until) await request({ taker, priority });
	};
	const reads = async (): Promise<void> => {
		while (time.now < until) {
			await time.wait(random.between(5_000, 25_000));
			(time.now < MINUTE_MS ? waits.first : waits.later).push(await request({}));
		}
	};
	try {
		const all = [walk(), reads()];
		await time.runUntil(until + 5 * MINUTE_MS);
		await Promise.all(all);
		return waits;
	} finally {
		time.restore();
	}
}
