import type { Request, Router } from 'express';
import { fastestPace } from '../core/clock.mts';
import { ServiceError } from '../core/errors.mts';
import type { DayScheduler } from '../simulation/scheduler.mts';
import type { TimeTravel } from '../simulation/time.mts';
import type { World } from '../server/world.mts';
import { countAttempts, lastAttempt } from '../store/deliveries.mts';
import { listHappenings } from '../store/happenings.mts';
import { action, bodyOf, wholeNumber } from './http.mts';

/** The scheduler of the simulated day, and the control of time. */
export interface Life {
	alive: DayScheduler;
	time: TimeTravel;
}

const longestMove = 315_360_000;
const mostHappenings = 100_000;

/** Routes for the clock and its pace, the simulated day, and the log of what has happened. */
export function addTimeRoutes(router: Router, world: World, { alive, time }: Life): void {
	router.get(
		'/clock',
		action(() => clockOf(world)),
	);
	router.post(
		'/clock',
		action(async (req) => {
			const { advanceSeconds, back, pace } = bodyOf(req);
			const before = lastAttempt(world.db);
			if (back === true) await time.back();
			else if (pace !== undefined) world.clock.setPace(paceOf(pace));
			else {
				const seconds = Number(advanceSeconds);
				if (!Number.isFinite(seconds) || seconds < 0 || seconds > longestMove)
					throw new ServiceError(400, 'advanceSeconds must be a number of seconds from 0 to ten years.');
				await time.advance(seconds * 1000);
			}
			return { ...clockOf(world), attempts: countAttempts(world.db, before) };
		}),
	);
	router.get(
		'/alive',
		action(() => aliveOf(world, alive)),
	);
	router.post(
		'/alive',
		action((req) => {
			const { on = true, seed = 1, pace } = bodyOf(req);
			if (pace !== undefined) world.clock.setPace(paceOf(pace));
			if (on === true) alive.start(wholeNumber(seed, 'seed'));
			else alive.stop();
			return aliveOf(world, alive);
		}),
	);
	router.get(
		'/happenings',
		action((req) => happenings(world, req)),
	);
}

function happenings(world: World, { query }: Request): unknown[] {
	return listHappenings(world.db, {
		since: wholeNumber(query.since, 'since', 0),
		kind: typeof query.kind === 'string' && query.kind !== '' ? query.kind : undefined,
		limit: wholeNumber(query.limit ?? query.newest, 'limit', mostHappenings),
		newest: query.newest !== undefined,
	});
}

/** `now` is the clock's time at `realNow`, both in epoch milliseconds; from then on it runs `pace` times as fast. */
const clockOf = ({ clock }: World): Record<string, unknown> => ({
	now: clock.iso(),
	nowMs: clock.now(),
	realMs: Date.now(),
	pace: clock.pace,
});

const aliveOf = (world: World, alive: DayScheduler): Record<string, unknown> => {
	const next = alive.nextDue();
	return {
		alive: alive.seed !== undefined,
		seed: alive.seed ?? null,
		pace: world.clock.pace,
		nextAt: next === null ? null : new Date(next).toISOString(),
	};
};

function paceOf(value: unknown): number {
	if (typeof value !== 'number' || !(value > 0) || value > fastestPace)
		throw new ServiceError(
			400,
			`pace must be a number above 0, up to ${fastestPace}: sandbox seconds per real second.`,
		);
	return value;
}
