import type { DatabaseSync } from 'node:sqlite';
import { dayMs } from '../core/zones.mts';
import { countRows, transaction } from '../store/database.mts';
import { addReports, seedTemplates } from './incidents.mts';
import { seedLicences } from './licences.mts';
import { seedLogins } from './logins.mts';
import { fillMonths } from './months.mts';
import { seedPeople } from './people.mts';
import { seedPlaces } from './places.mts';
import { planShifts } from './shifts.mts';
import { addForeignTimesheet, seedTimesheets } from './timesheets.mts';
import { playWorlds, rejectAhead, type WorldName } from './worlds.mts';

/**
 * `demo` is a small world, for tests; `months` holds this and the whole previous calendar month, for people, and is
 * filled up at each start.
 */
export type DataSize = 'demo' | 'months' | { timesheets: number };

const demoTimesheets = 400;
const demoReports = (now: number) => ({ since: now - 45 * dayMs, count: 130 });

/** Fills an empty database with a guarding company as of `now`. With `months`, also adds what any database lacks. */
export function seed(db: DatabaseSync, now: number, size: DataSize, worlds: readonly WorldName[] = []): void {
	if (countRows(db, 'customers') === 0)
		transaction(db, () => {
			fillEmpty(db, now, size);
			playWorlds(db, size === 'months' ? ['lentTwin'] : worlds, now);
		});
	if (size === 'months') transaction(db, () => fillMonths(db, now));
}

function fillEmpty(db: DatabaseSync, now: number, size: DataSize): void {
	const sites = seedPlaces(db);
	const guards = seedPeople(db, now);
	seedLicences(db, guards, now);
	seedTemplates(db, now);
	seedLogins(db, now);
	planShifts(db, now);
	if (size === 'months') {
		rejectAhead(db, 0, now);
		return addForeignTimesheet(db, now);
	}
	addReports(db, sites, guards, now, demoReports(now));
	seedTimesheets(db, sites, guards, now, size === 'demo' ? demoTimesheets : size.timesheets);
}
