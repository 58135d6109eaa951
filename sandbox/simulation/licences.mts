import { notFound } from '../core/errors.mts';
import { dayMs } from '../core/zones.mts';
import type { World } from '../server/world.mts';
import { endHappening, noteHappening, openHappenings } from '../store/happenings.mts';
import { findLicence, licenceItem } from '../store/licences.mts';
import { selectAll } from '../store/query.mts';
import { ownCompany } from '../core/keys.mts';

/** Days before a licence runs out at which somebody wants to hear of it. */
const expiryLadder = [60, 30, 14, 7, 0] as const;

/** Lets a licence run out yesterday, and answers with its list item. */
export function expireLicence(world: World, id: number): Record<string, unknown> {
	return setExpiry(world, id, world.clock.now() - dayMs);
}

/** Writes the day on which a licence runs out, and answers with its list item. */
export function setExpiry(world: World, id: number, expiresAt: number): Record<string, unknown> {
	world.db.prepare('UPDATE licences SET expires_at = ? WHERE id = ?').run(expiresAt, id);
	const row = findLicence(world.db, id);
	if (row === null) throw notFound('Licence', id);
	noteLicences(world);
	return licenceItem(row, world.clock.now(), world.url());
}

/**
 * Writes down which licences have come to another step of the ladder since the last look, whoever changed them: `licence.expiring`
 * with the innermost `threshold` reached, and `licence.invalid` once it has run out. Dated by the moment of the step, or by this look
 * when the day of expiry was entered only after that moment. What no longer holds, because the licence was renewed, ends.
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
		[ownCompany, now + expiryLadder[0] * dayMs],
	);
	for (const row of rows) {
		const id = Number(row.id);
		const expires = typeof row.expires_at === 'number' ? row.expires_at : Number.POSITIVE_INFINITY;
		const threshold = expiryLadder.findLast((days) => expires - now <= days * dayMs);
		const known = open.get(id);
		const before =
			known === undefined ? undefined : (JSON.parse(String(known.details_json)) as Record<string, unknown>);
		const expiryDate = Number.isFinite(expires) ? new Date(expires).toISOString() : null;
		if (before?.threshold === threshold && before?.expiryDate === expiryDate) continue;
		endHappening(db, now, 'licence.expiring', id);
		if (threshold === undefined || threshold > 0) endHappening(db, now, 'licence.invalid', id);
		if (threshold === undefined) continue;
		// The step itself was reached while nobody changed the day of expiry: that is its moment.
		const reached = before?.expiryDate === expiryDate ? expires - threshold * dayMs : now;
		const details = { employeeId: row.employee_id, name: row.name, licenseNumber: row.license_number, expiryDate };
		noteHappening(db, reached, 'licence.expiring', id, { ...details, threshold });
		if (threshold === 0) noteHappening(db, reached, 'licence.invalid', id, details);
	}
}
