import type { DatabaseSync } from 'node:sqlite';
import type { SeedGuard } from './people.mts';
import { Random } from './random.mts';
import { dayMs } from '../core/zones.mts';

const states = ['NSW', 'VIC', 'QLD', 'SA', 'WA', 'NT'];
/** Days until the first licence of a guard expires: some soon, some just expired, most later. */
const soon: Readonly<Record<number, number>> = { 2: 3, 7: 12, 11: 26, 16: -4, 23: 6, 31: 29, 38: -40 };

/** Every guard has a security licence, every third a first-aid certificate; the first one's document is on file. */
export function seedLicences(db: DatabaseSync, guards: readonly SeedGuard[], now: number): void {
	const random = new Random(7);
	const add = db.prepare(
		'INSERT INTO licences (employee_id, license_number, license_type, state, expires_at, file_id) VALUES (?, ?, ?, ?, ?, ?)',
	);
	const today = Math.floor(now / dayMs) * dayMs;
	db.prepare('INSERT INTO files (id, name, content) VALUES (?, ?, ?)').run(
		'seed-licence-1',
		'licence front.txt',
		Buffer.from('A scan of a licence would be here.\n'),
	);
	guards.forEach((guard, index) => {
		const days = soon[index] ?? random.between(60, 1400);
		add.run(
			guard.id,
			`SL${String(410_000 + index * 371)}`,
			'Unarmed Guarding',
			states[index % states.length] ?? 'NSW',
			today + days * dayMs,
			index === 0 ? 'seed-licence-1' : null,
		);
		if (index % 3 === 0)
			add.run(
				guard.id,
				`FA${String(88_000 + index)}`,
				'First Aid',
				states[index % states.length] ?? 'NSW',
				today + random.between(20, 900) * dayMs,
				null,
			);
	});
}
