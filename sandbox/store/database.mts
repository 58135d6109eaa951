import { DatabaseSync, type StatementSync } from 'node:sqlite';
import { laterColumns, tables } from './tables.mts';

/** SQLite's code for a locked database. */
const busy = 5;

/**
 * Opens the state. A file stays consistent even if the process is killed during a write (write-ahead log). This process
 * locks it until it ends, because two would send every delivery twice. Waits two seconds for another process that is
 * just ending.
 */
export function openDatabase(file: string): DatabaseSync {
	const db = new DatabaseSync(file);
	try {
		db.exec(
			`PRAGMA busy_timeout = 2000; PRAGMA locking_mode = EXCLUSIVE; PRAGMA journal_mode = WAL;
			PRAGMA synchronous = NORMAL; PRAGMA foreign_keys = ON;`,
		);
		db.exec(tables);
		for (const [table, column, type] of laterColumns) {
			const known = db.prepare('SELECT name FROM pragma_table_info(?)').all(table);
			if (!known.some(({ name }) => name === column)) db.exec(`ALTER TABLE ${table} ADD COLUMN ${column} ${type}`);
		}
		return db;
	} catch (error) {
		db.close();
		if ((error as { errcode?: number }).errcode !== busy) throw error;
		throw new Error(
			`the file ${file} is in use by another running sandbox. Stop that one, or choose a different file (--file).`,
		);
	}
}

/** Runs `work` in a transaction. Transactions may be nested; the outermost commits. */
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

const statements = new WeakMap<DatabaseSync, Map<string, StatementSync>>();

/** A statement that is prepared once per database, for the few that every request runs. `sql` is fixed text. */
export function prepared(db: DatabaseSync, sql: string): StatementSync {
	const known = statements.get(db) ?? new Map<string, StatementSync>();
	statements.set(db, known);
	const statement = known.get(sql) ?? db.prepare(sql);
	known.set(sql, statement);
	return statement;
}

export function readMeta(db: DatabaseSync, name: string): string | null {
	const row = prepared(db, 'SELECT value FROM meta WHERE name = ?').get(name) as { value: string } | undefined;
	return row?.value ?? null;
}

export function writeMeta(db: DatabaseSync, name: string, value: string): void {
	db.prepare(
		'INSERT INTO meta (name, value) VALUES (?, ?) ON CONFLICT (name) DO UPDATE SET value = excluded.value',
	).run(name, value);
}

/** The number of rows in a table. `table` comes from this code, never from a request. */
export function countRows(db: DatabaseSync, table: string): number {
	return (db.prepare(`SELECT count(*) AS n FROM ${table}`).get() as { n: number }).n;
}
