import type { Clock } from '../core/clock.mts';
import { dayMs } from '../core/zones.mts';
import { planShifts } from '../seed/shifts.mts';
import type { World } from '../server/world.mts';
import { readMeta, transaction, writeMeta } from '../store/database.mts';
import { noteHappening } from '../store/happenings.mts';
import { halfWindowMs, offSite } from '../store/live.mts';
import { selectAll, type Row } from '../store/query.mts';
import { addStep, allSteps, dueStep, nextStep, removeStep, removeSteps, type StoredStep } from '../store/steps.mts';
import { actions, type ActionContext } from './actions.mts';
import { noteLicences } from './licences.mts';
import { dealFates, planDay, planShift, type OpenShift } from './plan.mts';

/** Longest delay of a Node timer; later steps are checked again then. */
const longestTimer = 2_000_000_000;
const minute = 60_000;

/**
 * Runs a simulated day. Everything is planned ahead from a seed, as steps in the database. Each step runs at its moment
 * on the sandbox's clock and is dated by it, however late the process gets to it. It runs before any request that could
 * miss it is answered. So the same seed and start give the same day, at any pace, on a moved clock, and across a
 * restart. The table of happenings is the log.
 */
export class DayScheduler {
	private readonly world: World;
	private readonly clock: Clock;
	private timer: NodeJS.Timeout | null = null;
	private running = false;
	private ended = false;

	constructor(world: World) {
		this.world = world;
		this.clock = world.clock;
		this.clock.onMove(() => this.run());
	}

	/** The seed of the running day; undefined if none is running. */
	get seed(): number | undefined {
		const text = readMeta(this.world.db, 'aliveSeed');
		return text === null || text === '' ? undefined : Number(text);
	}

	/** Starts a day; one that is already running with this seed continues. */
	start(seed: number): void {
		if (this.seed !== seed) {
			this.stop();
			transaction(this.world.db, () => this.plan(seed));
		}
		this.run();
	}

	/** Ends the day: what was planned for shifts happens as in a sandbox without a simulated day, the rest doesn't. */
	stop(): void {
		if (this.seed === undefined) return;
		const { db } = this.world;
		transaction(db, () => {
			for (const step of allSteps(db)) this.handBack(step);
			removeSteps(db);
			writeMeta(db, 'aliveSeed', '');
		});
		this.arm();
	}

	/** Plans the day again from the clock's present time: after the clock went back, or after a reset. */
	restart(): void {
		const { seed } = this;
		if (seed === undefined) return;
		this.stop();
		this.start(seed);
	}

	/** Runs all due steps, in order. */
	run(): void {
		if (this.running || this.ended) return;
		const { db } = this.world;
		const { seed } = this;
		if (seed === undefined) return;
		this.running = true;
		try {
			const now = this.clock.now();
			for (let step = dueStep(db, now); step !== undefined; step = dueStep(db, now)) this.take(step, seed);
		} finally {
			this.running = false;
		}
		this.arm();
	}

	/** When the next step is due, on the sandbox's clock; null if no day is running. */
	nextDue(): number | null {
		return this.seed === undefined ? null : nextStep(this.world.db);
	}

	/** Stops the timer; the plan stays in the file. */
	end(): void {
		this.ended = true;
		this.arm();
	}

	private arm(): void {
		if (this.timer !== null) clearTimeout(this.timer);
		const due = this.ended ? null : this.nextDue();
		if (due === null) {
			this.timer = null;
			return;
		}
		const wait = Math.min(Math.max(1, this.clock.realMs(due - this.clock.now())), longestTimer);
		this.timer = setTimeout(() => this.run(), wait);
	}

	private take(step: StoredStep, seed: number): void {
		const { world } = this;
		const later: ActionContext['later'] = (next) => addStep(world.db, next);
		removeStep(world.db, step.id);
		this.clock.during(step.at, () => {
			try {
				if (step.deed === 'planDay') this.planNextDay(seed, step.at);
				else if (step.deed === 'planShifts') this.planRoster(seed, step.at);
				else actions[step.deed]?.({ world, seed, at: step.at, args: step.args, later });
			} catch (error) {
				// A record that has meanwhile been removed must not stop the day.
				world.log(`the day: ${step.deed} ${JSON.stringify(step.args)} failed: ${String(error)}`);
			}
		});
	}

	private plan(seed: number): void {
		const { db } = this.world;
		const now = this.clock.now();
		const from = Math.ceil(now / minute) * minute;
		writeMeta(db, 'aliveSeed', String(seed));
		writeMeta(db, 'alivePlannedShift', '0');
		this.clock.during(from, () => {
			this.noteWhatIsSo(from);
			noteLicences(this.world);
			this.planRoster(seed, from);
			this.planNextDay(seed, from);
		});
	}

	private planNextDay(seed: number, from: number): void {
		for (const step of planDay(seed, from)) addStep(this.world.db, step);
	}

	/** Fills the roster and plans every shift without a plan; runs again at midnight. */
	private planRoster(seed: number, from: number): void {
		const { db } = this.world;
		planShifts(db, from);
		const after = Number(readMeta(db, 'alivePlannedShift') ?? 0);
		// These plans replace the roster's later ones.
		db.prepare('UPDATE shifts SET time_in = NULL WHERE id > ? AND time_in >= ?').run(after, from);
		db.prepare('UPDATE shifts SET time_out = NULL WHERE id > ? AND time_out >= ?').run(after, from);
		db.prepare('DELETE FROM welfare_checks WHERE shift_id > ? AND sent_at >= ?').run(after, from);
		for (const row of selectAll(
			db,
			'SELECT id, answered_at FROM welfare_checks WHERE shift_id > ? AND answered_at >= ?',
			[after, from],
		))
			addStep(db, { at: Number(row.answered_at), deed: 'answerCheck', args: { checkId: Number(row.id) } });
		db.prepare('UPDATE welfare_checks SET answered_at = NULL WHERE shift_id > ? AND answered_at >= ?').run(after, from);
		const shifts = selectAll(
			db,
			'SELECT * FROM shifts WHERE id > ? AND unscheduled IS NULL AND (scheduled_end >= ? OR (time_in IS NOT NULL AND time_out IS NULL)) ORDER BY id',
			[after, from],
		).map(openShift);
		const place = { offSite: offSite.in, leavesOffSite: offSite.out } as const;
		for (const [id, fate] of dealFates(seed, shifts)) {
			const shift = shifts.find((candidate) => candidate.id === id);
			if (shift === undefined) continue;
			if (shift.timeIn === null) {
				const where = fate === 'offSite' || fate === 'leavesOffSite' ? place[fate] : offSite.none;
				db.prepare('UPDATE shifts SET off_site = ? WHERE id = ?').run(where, id);
			}
			for (const step of planShift(shift, fate, seed, from)) addStep(db, step);
		}
		const [last] = selectAll(db, 'SELECT max(id) AS id FROM shifts');
		writeMeta(db, 'alivePlannedShift', String(last?.id ?? after));
		addStep(db, { at: (Math.floor(from / dayMs) + 1) * dayMs, deed: 'planShifts', args: {} });
	}

	/**
	 * Logs the cases that a watcher starting now would find: who is missing, and which checks are unanswered. Dated
	 * by when each began.
	 */
	private noteWhatIsSo(now: number): void {
		const { db } = this.world;
		const recent = now - halfWindowMs;
		for (const row of selectAll(
			db,
			'SELECT * FROM shifts WHERE scheduled_start BETWEEN ? AND ? AND (time_in IS NULL OR time_in > ?) ORDER BY id',
			[recent, now - 1, now],
		))
			noteHappening(db, Number(row.scheduled_start), 'shift.notClockedIn', Number(row.id), {
				employeeId: row.employee_id,
				startTime: new Date(Number(row.scheduled_start)).toISOString(),
				endTime: new Date(Number(row.scheduled_end)).toISOString(),
			});
		for (const row of selectAll(
			db,
			'SELECT c.* FROM welfare_checks c JOIN shifts t ON t.id = c.shift_id WHERE t.scheduled_start >= ? AND c.sent_at < ? AND (c.answered_at IS NULL OR c.answered_at >= ?) ORDER BY c.id',
			[recent, now, now],
		))
			noteHappening(db, Number(row.sent_at), 'welfareCheck.unanswered', Number(row.id), { shiftId: row.shift_id });
	}

	/** Writes a shift's plan back into its row, as far as time alone makes it happen. */
	private handBack({ at, deed, args }: StoredStep): void {
		const { db } = this.world;
		const id = Number(args.shiftId);
		if (deed === 'clockIn') db.prepare('UPDATE shifts SET time_in = ? WHERE id = ? AND time_in IS NULL').run(at, id);
		if (deed === 'clockOut') db.prepare('UPDATE shifts SET time_out = ? WHERE id = ? AND time_out IS NULL').run(at, id);
		if (deed === 'sendCheck')
			db.prepare('INSERT INTO welfare_checks (shift_id, sent_at, answered_at, is_manager) VALUES (?, ?, ?, 0)').run(
				id,
				at,
				args.answerAfter === null ? null : at + Number(args.answerAfter),
			);
		if (deed === 'answerCheck')
			db.prepare('UPDATE welfare_checks SET answered_at = ? WHERE id = ? AND answered_at IS NULL').run(
				at,
				Number(args.checkId),
			);
	}
}

const openShift = (row: Row): OpenShift => ({
	id: Number(row.id),
	start: Number(row.scheduled_start),
	end: Number(row.scheduled_end),
	timeIn: typeof row.time_in === 'number' ? row.time_in : null,
	timeOut: typeof row.time_out === 'number' ? row.time_out : null,
});
