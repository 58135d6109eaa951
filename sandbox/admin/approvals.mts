import type { Request, Router } from 'express';
import { ServiceError } from '../core/errors.mts';
import { ownCompany } from '../core/keys.mts';
import type { World } from '../server/world.mts';
import { incidentSelect } from '../store/incidents.mts';
import { selectAll, Where } from '../store/query.mts';
import { timesheetSelect } from '../store/timesheets.mts';
import { hoursOfRow, remarksOn } from '../store/remarks.mts';
import { decideIncident, decideTimesheet } from '../simulation/approvals.mts';
import { eventsOf, type EventName, type EventType } from '../deliveries/catalogue.mts';
import { action, bodyOf, wholeNumber } from './http.mts';

const states = ['Pending', 'Approved', 'Rejected'];

/** Routes for what guards and managers do in the web application: submit, approve, reject. */
export function addApprovalRoutes(router: Router, world: World): void {
	router.get(
		'/timesheets',
		action((req) => timesheets(world, listOf(req))),
	);
	router.post(
		'/timesheets/:id/:event',
		action((req) => {
			const id = wholeNumber(req.params.id, 'id');
			return decideTimesheet(world, id, eventOf('timesheet', req.params.event), byOf(bodyOf(req)));
		}),
	);
	router.get(
		'/incidentreports',
		action((req) => incidentReports(world, listOf(req))),
	);
	router.post(
		'/incidentreports/:id/:event',
		action((req) => {
			const id = wholeNumber(req.params.id, 'id');
			return decideIncident(world, id, eventOf('incidentreport', req.params.event), byOf(bodyOf(req)));
		}),
	);
}

interface ListQuery {
	status: unknown;
	search: string | undefined;
	limit: number;
}

const listOf = ({ query }: Request): ListQuery => ({
	status: query.status,
	search: typeof query.search === 'string' ? query.search : undefined,
	limit: wholeNumber(query.limit, 'limit', 20),
});

const staffName = "(e.first_name || ' ' || e.last_name)";

function incidentReports(world: World, { status, search, limit }: ListQuery): unknown[] {
	const where = new Where()
		.and('r.company_id = ?', ownCompany)
		.contains(['CAST(r.id AS TEXT)', 'r.report_code', 'f.name', staffName, 'c.name', 's.name'], search);
	if (status !== undefined) where.and('r.status = ?', stateOf(status));
	return selectAll(world.db, `${incidentSelect} WHERE ${where.sql} ORDER BY r.submitted_at DESC, r.id DESC LIMIT ?`, [
		...where.values,
		limit,
	]).map((row) => ({
		incidentReportId: row.id,
		reportId: row.report_code,
		status: row.status,
		formName: row.form_name,
		staffName: row.staff_name,
		customerName: row.customer_name,
		siteName: row.site_name,
		timeZone: row.time_zone,
		submittedDate: new Date(Number(row.submitted_at)).toISOString(),
	}));
}

/** Newest first; those that aren't submitted come last, because there is nothing to decide yet. */
function timesheets(world: World, { status, search, limit }: ListQuery): unknown[] {
	const where = new Where()
		.and('t.company_id = ? AND c.is_active = 1', ownCompany)
		.contains(['CAST(t.id AS TEXT)', staffName, 'c.name', 's.name'], search);
	if (status !== undefined) where.and('t.status = ?', stateOf(status));
	return selectAll(
		world.db,
		`${timesheetSelect} WHERE ${where.sql} ORDER BY t.submitted_at IS NULL, t.scheduled_start DESC, t.id DESC LIMIT ?`,
		[...where.values, limit],
	).map((row) => ({
		timesheetId: row.id,
		status: row.status,
		submitted: row.submitted_at !== null,
		staffName: row.staff_name,
		customerName: row.customer_name,
		siteName: row.site_name,
		timeZone: row.time_zone,
		scheduledStartTime: new Date(Number(row.scheduled_start)).toISOString(),
		scheduledEndTime: new Date(Number(row.scheduled_end)).toISOString(),
		hours: hoursOfRow(row),
		remarks: remarksOn(row, world.clock.now()),
	}));
}

function eventOf(eventType: EventType, value: unknown): EventName {
	const events = eventsOf(eventType);
	const event = events.find((name) => name === value);
	if (event === undefined) throw new ServiceError(404, `"${String(value)}" is not one of ${events.join(', ')}.`);
	return event;
}

function stateOf(value: unknown): string {
	const state = states.find((name) => name === value);
	if (state === undefined) throw new ServiceError(400, `status must be one of ${states.join(', ')}.`);
	return state;
}

/** Who decides: the name in the body, or the manager of the seed. */
const byOf = (body: Record<string, unknown>): string =>
	typeof body.by === 'string' && body.by !== '' ? body.by : 'Dana Whitlock';
