import type { DatabaseSync } from 'node:sqlite';
import { transaction } from './database.mts';
import { selectAll } from './query.mts';

/** Removes every record and restarts all ids; the clock and the tokens' signing secret stay. */
export function emptyDatabase(db: DatabaseSync): void {
	const names = selectAll(
		db,
		"SELECT name FROM sqlite_schema WHERE type = 'table' AND name NOT LIKE 'sqlite_%' AND name <> 'meta'",
	).map(({ name }) => String(name));
	db.exec('PRAGMA foreign_keys = OFF');
	transaction(db, () => {
		for (const name of names) db.exec(`DELETE FROM ${name}`);
		db.exec('DELETE FROM sqlite_sequence');
	});
	db.exec('PRAGMA foreign_keys = ON');
}
