import type { DatabaseSync } from 'node:sqlite';
import { selectAll, selectOne } from './query.mts';

/** A scheduled action; `deed` is the action's name, `args` its arguments. */
export interface Step {
	at: number;
	deed: string;
	args: Record<string, number | string | null>;
}

export interface StoredStep extends Step {
	id: number;
}

export function addStep(db: DatabaseSync, step: Step): void {
	db.prepare('INSERT INTO steps (at, deed, args_json) VALUES (?, ?, ?)').run(
		step.at,
		step.deed,
		JSON.stringify(step.args),
	);
}

/** The first due step. */
export function dueStep(db: DatabaseSync, now: number): StoredStep | undefined {
	return selectAll(db, 'SELECT * FROM steps WHERE at <= ? ORDER BY at, id LIMIT 1', [now]).map(stored)[0];
}

/** When the next step is due; null if none is planned. */
export function nextStep(db: DatabaseSync): number | null {
	const row = selectOne(db, 'SELECT min(at) AS at FROM steps');
	return typeof row?.at === 'number' ? row.at : null;
}

export const allSteps = (db: DatabaseSync): StoredStep[] =>
	selectAll(db, 'SELECT * FROM steps ORDER BY at, id').map(stored);

export function removeStep(db: DatabaseSync, id: number): void {
	db.prepare('DELETE FROM steps WHERE id = ?').run(id);
}

export function removeSteps(db: DatabaseSync): void {
	db.exec('DELETE FROM steps');
}

const stored = (row: ReturnType<typeof selectAll>[number]): StoredStep => ({
	id: Number(row.id),
	at: Number(row.at),
	deed: String(row.deed),
	args: JSON.parse(String(row.args_json)) as Step['args'],
});
