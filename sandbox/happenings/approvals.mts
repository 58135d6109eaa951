import { incidentPayload, timesheetPayload } from '../deliveries/payload.mts';
import { notFound } from '../ground/errors.mts';
import type { World } from '../server/world.mts';
import { transaction } from '../store/database.mts';
import { noteHappening } from '../store/happenings.mts';
import { findIncident } from '../store/incidents.mts';
import { findTimesheet } from '../store/timesheets.mts';
import type { EventName } from '../deliveries/catalogue.mts';

const statusAfter: Record<EventName, string> = { submit: 'Pending', approve: 'Approved', reject: 'Rejected' };

export interface Decision {
	timesheetId?: number;
	incidentReportId?: number;
	status: string;
	deliveries: number[];
}

// Assumed, Timesheets: every move from every state is allowed; one that nobody has submitted yet is `Pending`. An approval sets
//   `approvedDateTime`, a submission the time in `staffSubmittedTimesheetTimes`.
/**
 * Moves a timesheet, as a guard (submit) or a manager (approve, reject) does in the web application, and notifies the listeners.
 * Every move is allowed from every state: the document shows no transitions.
 */
export function decideTimesheet(world: World, id: number, event: EventName, by: string): Decision {
	const decision = transaction(world.db, () => {
		const before = findTimesheet(world.db, id);
		if (before === null) throw notFound('Timesheet', id);
		const now = world.clock.now();
		const occasion = { event, now, url: world.url() };
		const status = statusAfter[event];
		if (event === 'submit') {
			world.db
				.prepare(
					'UPDATE timesheets SET status = ?, submitted_at = ?, decided_at = NULL, decided_by = NULL WHERE id = ?',
				)
				.run(status, now, id);
		} else {
			world.db
				.prepare('UPDATE timesheets SET status = ?, decided_at = ?, decided_by = ? WHERE id = ?')
				.run(status, now, by, id);
		}
		noteHappening(world.db, now, 'timesheet.changed', id, { change: event, status });
		const payload = timesheetPayload(world.choices, findTimesheet(world.db, id) ?? before, occasion);
		const deliveries = world.deliveries.queue(Number(before.company_id), 'timesheet', event, id, payload);
		return { timesheetId: id, status, deliveries };
	});
	world.deliveries.pump();
	return decision;
}

/** The same for an incident report. */
export function decideIncident(world: World, id: number, event: EventName, by: string): Decision {
	const decision = transaction(world.db, () => {
		const before = findIncident(world.db, id);
		if (before === null) throw notFound('Incident report', id);
		const now = world.clock.now();
		const occasion = { event, now, url: world.url() };
		const status = statusAfter[event];
		if (event === 'submit') {
			world.db.prepare('UPDATE incident_reports SET status = ?, submitted_at = ? WHERE id = ?').run(status, now, id);
		} else {
			world.db
				.prepare('UPDATE incident_reports SET status = ?, modified_at = ?, modified_by = ? WHERE id = ?')
				.run(status, now, by, id);
		}
		noteHappening(world.db, now, 'incidentReport.changed', id, { change: event, status });
		const payload = incidentPayload(world.choices, findIncident(world.db, id) ?? before, occasion);
		const deliveries = world.deliveries.queue(Number(before.company_id), 'incidentreport', event, id, payload);
		return { incidentReportId: id, status, deliveries };
	});
	world.deliveries.pump();
	return decision;
}
