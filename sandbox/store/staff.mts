import type { DatabaseSync, SQLInputValue } from 'node:sqlite';
import { selectOne, type Row } from './query.mts';

/** Joins an employee with its subcontractor; `WHERE` follows. */
export const staffSelect =
	'SELECT e.*, b.name AS subcontractor_name FROM employees e LEFT JOIN subcontractors b ON b.id = e.subcontractor_id';

export function findEmployee(db: DatabaseSync, id: number): Row | null {
	return selectOne(db, `${staffSelect} WHERE e.id = ?`, id);
}

/** Fields of create and update with a column of their own; all others are stored as sent. */
const columns: Readonly<Record<string, string>> = {
	firstName: 'first_name',
	lastName: 'last_name',
	email: 'email',
	employeeId: 'employee_number',
	employeeReferenceNumber: 'reference_number',
	mobile: 'mobile',
};

const notStored = new Set(['id', 'licenses']);

// Assumed, Nulls: null in an update clears an optional field; names and e-mail addresses can’t be cleared.
/** Writes the given fields and leaves the rest alone; null empties a field. */
export function writeEmployee(db: DatabaseSync, id: number, fields: Record<string, unknown>): void {
	const before = selectOne(db, 'SELECT details_json FROM employees WHERE id = ?', id);
	const details = JSON.parse(String(before?.details_json ?? '{}')) as Record<string, unknown>;
	for (const [name, value] of Object.entries(fields)) {
		if (notStored.has(name)) continue;
		const column = columns[name];
		if (column === undefined) details[name] = value;
		else db.prepare(`UPDATE employees SET ${column} = ? WHERE id = ?`).run(toColumn(value), id);
	}
	db.prepare('UPDATE employees SET details_json = ? WHERE id = ?').run(JSON.stringify(details), id);
}

const toColumn = (value: unknown): SQLInputValue => (value === null || value === undefined ? null : String(value));

export function insertEmployee(db: DatabaseSync, companyId: number, fields: Record<string, unknown>): number {
	const { lastInsertRowid } = db
		.prepare('INSERT INTO employees (company_id, first_name, last_name, email, is_active) VALUES (?, ?, ?, ?, 1)')
		.run(companyId, String(fields.firstName), String(fields.lastName), String(fields.email));
	writeEmployee(db, Number(lastInsertRowid), fields);
	return Number(lastInsertRowid);
}

/** The employee of the company with an e-mail address. For an employee who is lent as well, it is the own account. */
export function emailOwner(db: DatabaseSync, companyId: number, email: string): number | null {
	const row = selectOne(
		db,
		'SELECT id FROM employees WHERE company_id = ? AND email = ? COLLATE NOCASE ORDER BY id',
		companyId,
		email,
	);
	return row === null ? null : Number(row.id);
}

/** The list and search item. */
export function staffItem(row: Row): Record<string, unknown> {
	const details = detailsOf(row);
	return {
		id: row.id,
		firstName: row.first_name,
		lastName: row.last_name,
		middle: details.middleName ?? null,
		email: row.email,
		mobile: row.mobile,
		employeeId: row.employee_number,
		accessPriviledge: details.accessPriviledge ?? 'Guard',
		subcontractorName: row.subcontractor_name ?? null,
		employeeReferenceNumber: row.reference_number,
		gender: details.gender ?? null,
	};
}

/** The response to create and update: the item with every written field (assumed shape). */
export function staffRecord(row: Row): Record<string, unknown> {
	return { ...detailsOf(row), ...staffItem(row) };
}

const detailsOf = (row: Row): Record<string, unknown> =>
	JSON.parse(String(row.details_json)) as Record<string, unknown>;
