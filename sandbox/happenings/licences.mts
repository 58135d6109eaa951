import { notFound } from '../ground/errors.mts';
import { dayMs } from '../ground/zones.mts';
import type { World } from '../server/world.mts';
import { findLicence, licenceItem } from '../store/licences.mts';

/** Lets a licence run out yesterday, and answers with its list item. */
export function expireLicence(world: World, id: number): Record<string, unknown> {
	const now = world.clock.now();
	world.db.prepare('UPDATE licences SET expires_at = ? WHERE id = ?').run(now - dayMs, id);
	const row = findLicence(world.db, id);
	if (row === null) throw notFound('Licence', id);
	return licenceItem(row, now, world.url());
}
