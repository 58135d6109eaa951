import type { DatabaseSync, SQLInputValue, StatementSync } from 'node:sqlite';

/** Collects conditions with bound values, so that nothing from a request is concatenated into SQL. */
export class Where {
	private readonly parts: string[] = [];
	readonly values: SQLInputValue[] = [];

	and(sql: string, ...values: SQLInputValue[]): this {
		this.parts.push(`(${sql})`);
		this.values.push(...values);
		return this;
	}

	/** `column` is one of `ids`; no condition if the list is empty. */
	oneOf(column: string, ids: readonly number[]): this {
		return ids.length === 0 ? this : this.and(`${column} IN (${ids.map(() => '?').join(',')})`, ...ids);
	}

	/** Any of the columns contains the text, in any letter case; wildcards in the text are escaped. */
	contains(columns: readonly string[], text: string | undefined): this {
		if (text === undefined || text.trim() === '') return this;
		const pattern = `%${text.trim().replace(/[\\%_]/g, '\\$&')}%`;
		return this.and(
			columns.map((column) => `${column} LIKE ? ESCAPE '\\'`).join(' OR '),
			...columns.map(() => pattern),
		);
	}

	copy(): Where {
		const copy = new Where();
		copy.parts.push(...this.parts);
		copy.values.push(...this.values);
		return copy;
	}

	get sql(): string {
		return this.parts.length === 0 ? '1' : this.parts.join(' AND ');
	}
}

export type Row = Record<string, SQLInputValue>;

/** Cached statements of a database, by their text: the same few run thousands of times a minute. */
const compiled = new WeakMap<DatabaseSync, Map<string, StatementSync>>();

/** A limit, because conditions on lists of IDs have a different text for each length. */
const MOST_COMPILED = 200;

function statement(db: DatabaseSync, sql: string): StatementSync {
	const known = compiled.get(db) ?? new Map<string, StatementSync>();
	compiled.set(db, known);
	const found = known.get(sql);
	if (found !== undefined) return found;
	if (known.size >= MOST_COMPILED) known.clear();
	const made = db.prepare(sql);
	known.set(sql, made);
	return made;
}

export function selectAll(db: DatabaseSync, sql: string, values: readonly SQLInputValue[] = []): Row[] {
	return statement(db, sql).all(...values) as Row[];
}

export function selectOne(db: DatabaseSync, sql: string, ...values: SQLInputValue[]): Row | null {
	return (statement(db, sql).get(...values) as Row | undefined) ?? null;
}

/** A stored time in the service's format, ISO 8601 in UTC; null if there is none. */
export const isoOf = (value: Row[string] | undefined): string | null =>
	typeof value === 'number' ? new Date(value).toISOString() : null;
