import { DatabaseSync } from 'node:sqlite';
import { laterColumns, tables } from './tables.mts';

/** Opens the state; a file that is killed in the middle of a write is consistent when it is opened again (write-ahead log). */
export function openDatabase(file: string): DatabaseSync {
	const db = new DatabaseSync(file);
	db.exec(
		'PRAGMA journal_mode = WAL; PRAGMA synchronous = NORMAL; PRAGMA foreign_keys = ON; PRAGMA busy_timeout = 5000;',
	);
	db.exec(tables);
	for (const [table, column, type] of laterColumns) {
		const known = db.prepare('SELECT name FROM pragma_table_info(?)').all(table);
		if (!known.some(({ name }) => name === column)) db.exec(`ALTER TABLE ${table} ADD COLUMN ${column} ${type}`);
	}
	return db;
}

/** Runs `work` as one unit: all of its writes or none. Units may be nested; the outermost decides. */
export function transaction<Result>(db: DatabaseSync, work: () => Result): Result {
	if (db.isTransaction) return work();
	db.exec('BEGIN IMMEDIATE');
	try {
		const result = work();
		db.exec('COMMIT');
		return result;
	} catch (error) {
		db.exec('ROLLBACK');
		throw error;
	}
}

export function readMeta(db: DatabaseSync, name: string): string | null {
	const row = db.prepare('SELECT value FROM meta WHERE name = ?').get(name) as { value: string } | undefined;
	return row?.value ?? null;
}

export function writeMeta(db: DatabaseSync, name: string, value: string): void {
	db.prepare(
		'INSERT INTO meta (name, value) VALUES (?, ?) ON CONFLICT (name) DO UPDATE SET value = excluded.value',
	).run(name, value);
}

/** How many rows a table holds. `table` is a name from this code, never from a request. */
export function countRows(db: DatabaseSync, table: string): number {
	return (db.prepare(`SELECT count(*) AS n FROM ${table}`).get() as { n: number }).n;
}
