import { notFound, ServiceError } from '../ground/errors.mts';
import type { World } from '../server/world.mts';
import { liveRecord, liveSelect } from '../store/live.mts';
import { selectOne } from '../store/query.mts';

// What guards do on their phones, now. Each answers with the live operations record after it.

function shift(world: World, id: number): Record<string, unknown> {
	const now = world.clock.now();
	const row = selectOne(world.db, `${liveSelect(now)} WHERE t.id = ?`, id);
	if (row === null) throw notFound('Shift', id);
	return liveRecord(world.db, row, now);
}

export function clockIn(world: World, id: number): Record<string, unknown> {
	shift(world, id);
	world.db.prepare('UPDATE shifts SET time_in = ?, time_out = NULL WHERE id = ?').run(world.clock.now(), id);
	return shift(world, id);
}

/** 409 before the clock-in. */
export function clockOut(world: World, id: number): Record<string, unknown> {
	if (shift(world, id).timeIn === null) throw new ServiceError(409, `The guard of shift ${id} has not clocked in.`);
	world.db.prepare('UPDATE shifts SET time_out = ? WHERE id = ?').run(world.clock.now(), id);
	return shift(world, id);
}

/** Takes the clock-in back, as if nobody had come. */
export function stayAway(world: World, id: number): Record<string, unknown> {
	shift(world, id);
	world.db.prepare('UPDATE shifts SET time_in = NULL, time_out = NULL WHERE id = ?').run(id);
	return shift(world, id);
}

export function sendCheck(world: World, id: number): Record<string, unknown> {
	shift(world, id);
	world.db
		.prepare('INSERT INTO welfare_checks (shift_id, sent_at, is_manager) VALUES (?, ?, 0)')
		.run(id, world.clock.now());
	return shift(world, id);
}

/** `id` is that of the welfare check. */
export function answerCheck(world: World, id: number): Record<string, unknown> {
	const row = selectOne(world.db, 'SELECT * FROM welfare_checks WHERE id = ?', id);
	if (row === null) throw notFound('Welfare check', id);
	world.db.prepare('UPDATE welfare_checks SET answered_at = ? WHERE id = ?').run(world.clock.now(), id);
	return shift(world, Number(row.shift_id));
}
