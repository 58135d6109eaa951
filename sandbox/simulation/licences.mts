import { notFound } from '../core/errors.mts';
import { dayMs } from '../core/zones.mts';
import type { World } from '../server/world.mts';
import { endHappening, noteHappening, openHappenings } from '../store/happenings.mts';
import { findLicence, licenceItem } from '../store/licences.mts';
import { selectAll } from '../store/query.mts';
import { ownCompany } from '../core/keys.mts';

/** Days before expiry at which a watcher should report a licence. */
const expiryThresholds = [60, 30, 14, 7, 0] as const;

/** Makes a licence expire yesterday; returns its list item. */
export function expireLicence(world: World, id: number): Record<string, unknown> {
	return setExpiry(world, id, world.clock.now() - dayMs);
}

/** Sets the expiry day of a licence; returns its list item. */
export function setExpiry(world: World, id: number, expiresAt: number): Record<string, unknown> {
	world.db.prepare('UPDATE licences SET expires_at = ? WHERE id = ?').run(expiresAt, id);
	const row = findLicence(world.db, id);
	if (row === null) throw notFound('Licence', id);
	noteLicences(world);
	return licenceItem(row, world.clock.now(), world.url());
}

/**
 * Logs which licences have reached a further threshold since the last call, however they were changed:
 * `licence.expiring` with the smallest `threshold` reached, and `licence.invalid` after expiry. Entries are dated by
 * the moment of the threshold, or by this call if the expiry day was entered only after that. Entries that no longer
 * hold, because the licence was renewed, are closed.
 */
export function noteLicences(world: World): void {
	const { db } = world;
	const now = world.clock.now();
	const open = new Map(openHappenings(db, 'licence.expiring').map((row) => [Number(row.subject), row]));
	const rows = selectAll(
		db,
		`SELECT l.*, e.first_name || ' ' || e.last_name AS name FROM licences l JOIN employees e ON e.id = l.employee_id
		WHERE e.company_id = ? AND e.is_active = 1 AND (l.expires_at <= ? OR l.id IN (SELECT subject FROM happenings WHERE kind = 'licence.expiring' AND until IS NULL))
		ORDER BY l.id`,
		[ownCompany, now + expiryThresholds[0] * dayMs],
	);
	for (const row of rows) {
		const id = Number(row.id);
		const expires = typeof row.expires_at === 'number' ? row.expires_at : Number.POSITIVE_INFINITY;
		const threshold = expiryThresholds.findLast((days) => expires - now <= days * dayMs);
		const known = open.get(id);
		const before =
			known === undefined ? undefined : (JSON.parse(String(known.details_json)) as Record<string, unknown>);
		const expiryDate = Number.isFinite(expires) ? new Date(expires).toISOString() : null;
		if (before?.threshold === threshold && before?.expiryDate === expiryDate) continue;
		endHappening(db, now, 'licence.expiring', id);
		if (threshold === undefined || threshold > 0) endHappening(db, now, 'licence.invalid', id);
		if (threshold === undefined) continue;
		// If the expiry day is unchanged, the entry is dated by the moment of the threshold.
		const reached = before?.expiryDate === expiryDate ? expires - threshold * dayMs : now;
		const details = { employeeId: row.employee_id, name: row.name, licenseNumber: row.license_number, expiryDate };
		noteHappening(db, reached, 'licence.expiring', id, { ...details, threshold });
		if (threshold === 0) noteHappening(db, reached, 'licence.invalid', id, details);
	}
}
