import { randomUUID } from 'node:crypto';
import type { DatabaseSync, SQLInputValue } from 'node:sqlite';
import { ServiceError } from '../core/errors.mts';
import { momentOf } from '../core/moments.mts';
import { selectOne, type Row } from './query.mts';

const dayMs = 86_400_000;
/** Days before expiry from which a licence counts as expiring. */
const reminderDays = 30;

export const licenceSelect =
	'SELECT l.*, e.first_name, e.last_name, e.company_id, f.name AS file_name FROM licences l JOIN employees e ON e.id = l.employee_id LEFT JOIN files f ON f.id = l.file_id';

export function findLicence(db: DatabaseSync, id: number): Row | null {
	return selectOne(db, `${licenceSelect} WHERE l.id = ?`, id);
}

// Assumed, Licences: a licence is `Expiring` from 30 days before its expiry date, `critical` from 7 days, and `Expired` and
//   invalid after it.
/** The licence list item as of `now`. */
export function licenceItem(row: Row, now: number, url: string): Record<string, unknown> {
	const expires = typeof row.expires_at === 'number' ? row.expires_at : null;
	const left = expires === null ? Number.POSITIVE_INFINITY : expires - now;
	const status = left < 0 ? 'Expired' : left < reminderDays * dayMs ? 'Expiring' : 'Current';
	const expiryDate = expires === null ? null : new Date(expires).toISOString();
	return {
		securityLicenseId: row.id,
		employeeId: row.employee_id,
		firstName: row.first_name,
		lastName: row.last_name,
		state: row.state,
		licenseNumber: row.license_number,
		status,
		expiryDate,
		reminder: reminderDays,
		critical: left < 7 * dayMs,
		attachmentLink:
			row.file_id === null
				? null
				: `${url}/files/licences/${String(row.file_id)}/${encodeURIComponent(String(row.file_name))}`,
		licenceSector: row.license_type,
		isInvalidLicense: left < 0,
		employeeSecurityLicenseInfo: {
			employeeSecurityLicenseId: row.id,
			currentStatus: status,
			expiryDate,
			licenceSector: row.license_type,
		},
	};
}

const columns: Readonly<Record<string, string>> = {
	licenseNumber: 'license_number',
	licenseType: 'license_type',
	stateCode: 'state',
};

/** Creates a licence of an employee and returns its id. */
export function insertLicence(db: DatabaseSync, employeeId: number, fields: Record<string, unknown>): number {
	if (typeof fields.licenseNumber !== 'string')
		throw new ServiceError(400, 'licenseNumber is required for a new licence.', { field: 'licenseNumber' });
	const { lastInsertRowid } = db
		.prepare('INSERT INTO licences (employee_id, license_number) VALUES (?, ?)')
		.run(employeeId, fields.licenseNumber);
	updateLicence(db, Number(lastInsertRowid), fields);
	return Number(lastInsertRowid);
}

// Assumed, Licences: an attachment needs both its fields and a name of at most 200 characters; if there are several, the last one
//   is linked.
/** Writes the given fields. The list links to the last of several attachments. */
export function updateLicence(db: DatabaseSync, id: number, fields: Record<string, unknown>): void {
	const set = (column: string, value: SQLInputValue): void =>
		void db.prepare(`UPDATE licences SET ${column} = ? WHERE id = ?`).run(value, id);
	for (const [name, column] of Object.entries(columns)) {
		if (name in fields) set(column, fields[name] === null ? null : String(fields[name]));
	}
	if ('expiryDate' in fields)
		set('expires_at', fields.expiryDate === null ? null : momentOf(String(fields.expiryDate)));
	for (const attachment of (fields.attachments ?? []) as Array<{
		attachmentBase64: string;
		attachmentFileName: string;
	}>) {
		set('file_id', insertFile(db, attachment.attachmentFileName, attachment.attachmentBase64));
	}
}

function insertFile(db: DatabaseSync, name: string, base64: string): string {
	const text = base64.replace(/\s/g, '');
	if (!/^[A-Za-z0-9+/]+={0,2}$/.test(text) || text.length % 4 !== 0)
		throw new ServiceError(400, `The attachment "${name}" is not valid base64.`, { field: 'attachmentBase64' });
	const id = randomUUID();
	db.prepare('INSERT INTO files (id, name, content) VALUES (?, ?, ?)').run(id, name, Buffer.from(text, 'base64'));
	return id;
}
