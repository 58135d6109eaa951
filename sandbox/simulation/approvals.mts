import { incidentPayload, timesheetPayload } from '../deliveries/payload.mts';
import { notFound } from '../core/errors.mts';
import type { World } from '../server/world.mts';
import { transaction } from '../store/database.mts';
import { endHappening, noteHappening } from '../store/happenings.mts';
import { findIncident } from '../store/incidents.mts';
import { findTimesheet } from '../store/timesheets.mts';
import type { EventName } from '../deliveries/catalogue.mts';

const statusAfter: Record<EventName, string> = { submit: 'Pending', approve: 'Approved', reject: 'Rejected' };

interface Decision {
	timesheetId?: number;
	incidentReportId?: number;
	status: string;
	deliveries: number[];
}

// Assumed, Timesheets: every move from every state is allowed; a timesheet that nobody has submitted yet is `Pending`. An
//   approval sets `approvedDateTime`, a submission sets the time in `staffSubmittedTimesheetTimes`.
const timesheets = {
	name: 'Timesheet',
	idName: 'timesheetId',
	eventType: 'timesheet',
	happening: 'timesheet.changed',
	waiting: 'timesheet.waiting',
	find: findTimesheet,
	payloadOf: timesheetPayload,
	submit:
		'UPDATE timesheets SET status = :status, submitted_at = :now, decided_at = NULL, decided_by = NULL WHERE id = :id',
	decide: 'UPDATE timesheets SET status = :status, decided_at = :now, decided_by = :by WHERE id = :id',
} as const;

const incidents = {
	name: 'Incident report',
	idName: 'incidentReportId',
	eventType: 'incidentreport',
	happening: 'incidentReport.changed',
	waiting: 'incidentReport.waiting',
	find: findIncident,
	payloadOf: incidentPayload,
	submit: 'UPDATE incident_reports SET status = :status, submitted_at = :now WHERE id = :id',
	decide: 'UPDATE incident_reports SET status = :status, modified_at = :now, modified_by = :by WHERE id = :id',
} as const;

type Decide = (world: World, id: number, event: EventName, by: string) => Decision;

/** Every transition is allowed from every state: none are documented. */
const decider =
	({
		name,
		idName,
		eventType,
		happening,
		waiting,
		find,
		payloadOf,
		submit,
		decide,
	}: typeof timesheets | typeof incidents): Decide =>
	(world, id, event, by) => {
		const decision = transaction(world.db, () => {
			const before = find(world.db, id);
			if (before === null) throw notFound(name, id);
			const now = world.clock.now();
			const status = statusAfter[event];
			if (event === 'submit') world.db.prepare(submit).run({ status, now, id });
			else world.db.prepare(decide).run({ status, now, by, id });
			noteHappening(world.db, now, happening, id, { change: event, status });
			endHappening(world.db, now, waiting, id);
			if (event === 'submit') noteHappening(world.db, now, waiting, id);
			const payload = payloadOf(world.choices, find(world.db, id) ?? before, { event, now, url: world.url() });
			const deliveries = world.deliveries.queue(Number(before.company_id), eventType, event, id, payload);
			return { [idName]: id, status, deliveries };
		});
		world.deliveries.pump();
		return decision;
	};

/**
 * Changes a timesheet's state as a guard (submit) or a manager (approve, reject) does in the web application, and
 * notifies subscribers.
 */
export const decideTimesheet = decider(timesheets);

/** The same for an incident report. */
export const decideIncident = decider(incidents);
