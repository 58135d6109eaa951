import type { DatabaseSync } from 'node:sqlite';
import { countRows, transaction } from '../store/database.mts';
import { seedIncidents } from './incidents.mts';
import { seedLicences } from './licences.mts';
import { seedLogins } from './logins.mts';
import { seedPeople } from './people.mts';
import { seedPlaces } from './places.mts';
import { planShifts } from './shifts.mts';
import { seedTimesheets } from './timesheets.mts';

export type DataSize = 'demo' | { timesheets: number };

const demoTimesheets = 400;

/** Fills an empty database with a guarding company as of `now`; leaves any other database alone. Returns whether it did. */
export function seed(db: DatabaseSync, now: number, size: DataSize): boolean {
	if (countRows(db, 'customers') > 0) return false;
	transaction(db, () => {
		const sites = seedPlaces(db);
		const guards = seedPeople(db, now);
		seedLicences(db, guards, now);
		seedIncidents(db, sites, guards, now);
		seedLogins(db, now);
		planShifts(db, now);
		seedTimesheets(db, sites, guards, now, size === 'demo' ? demoTimesheets : size.timesheets);
	});
	return true;
}
