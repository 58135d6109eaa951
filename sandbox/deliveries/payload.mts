import type { Choices } from '../core/choices.mts';
import { incidentItem } from '../store/incidents.mts';
import { isoOf, type Row } from '../store/query.mts';
import { timesheetItem } from '../store/timesheets.mts';

/** The subject of a notification: the record's current state, and the event that led to it. */
interface Occasion {
	event: string;
	/** Epoch milliseconds. */
	now: number;
	/** Base address of the sandbox, for links. */
	url: string;
}

type Fields = Record<string, unknown>;

// Assumed, Notifications: everything in the payload except the identifier; its shape is a choice.
/** The notification of a timesheet event; its shape is assumed apart from the identifier. */
export function timesheetPayload(choices: Choices, row: Row, { event, now }: Occasion): Fields {
	const names = {
		status: row.status,
		staffName: row.staff_name,
		customerName: row.customer_name,
		siteName: row.site_name,
		scheduledStartTime: isoOf(row.scheduled_start),
		scheduledEndTime: isoOf(row.scheduled_end),
	};
	const what = { eventType: 'timesheet', event };
	const record = choices.notification === 'rich' ? timesheetItem(row, choices) : names;
	return shaped(choices, what, { timesheetId: row.id }, record, now);
}

/** The notification of an incident report event; its shape is assumed apart from the identifier. */
export function incidentPayload(choices: Choices, row: Row, { event, now, url }: Occasion): Fields {
	const names = {
		reportId: row.report_code,
		formName: row.form_name,
		status: row.status,
		staffName: row.staff_name,
		customerName: row.customer_name,
		siteName: row.site_name,
		submittedDate: isoOf(row.submitted_at),
	};
	const what = { eventType: 'incidentreport', event };
	const record = choices.notification === 'rich' ? incidentItem(row, url) : names;
	return shaped(choices, what, { incidentReportId: row.id }, record, now);
}

function shaped(
	{ notification }: Choices,
	what: { eventType: string; event: string },
	id: { timesheetId?: unknown; incidentReportId?: unknown },
	record: Fields,
	now: number,
): Fields {
	const occurredDateTime = new Date(now).toISOString();
	switch (notification) {
		case 'id':
		case 'stamped':
			return id;
		case 'nested':
			return { ...what, data: { ...id, ...record, occurredDateTime } };
		case 'otherNames':
			return {
				Type: what.eventType,
				Action: what.event,
				...(id.timesheetId === undefined ? { IncidentReportID: id.incidentReportId } : { TimesheetID: id.timesheetId }),
				OccurredAt: occurredDateTime,
			};
		case 'bothIds':
			return {
				...what,
				timesheetId: id.timesheetId ?? 0,
				incidentReportId: id.incidentReportId ?? 0,
				...record,
				occurredDateTime,
			};
		case 'rich':
		case 'flat':
			return { ...what, ...id, ...record, occurredDateTime };
	}
}
