import type { Row } from '../store/query.mts';

/** The notification of a timesheet event; its shape is assumed apart from the identifier. */
export function timesheetPayload(row: Row, event: string, now: number): Record<string, unknown> {
	return {
		eventType: 'timesheet',
		event,
		timesheetId: row.id,
		status: row.status,
		staffName: row.staff_name,
		customerName: row.customer_name,
		siteName: row.site_name,
		scheduledStartTime: new Date(Number(row.scheduled_start)).toISOString(),
		scheduledEndTime: new Date(Number(row.scheduled_end)).toISOString(),
		occurredDateTime: new Date(now).toISOString(),
	};
}

/** The notification of an incident report event; its shape is assumed apart from the identifier. */
export function incidentPayload(row: Row, event: string, now: number): Record<string, unknown> {
	return {
		eventType: 'incidentreport',
		event,
		incidentReportId: row.id,
		reportId: row.report_code,
		formName: row.form_name,
		status: row.status,
		staffName: row.staff_name,
		customerName: row.customer_name,
		siteName: row.site_name,
		submittedDate: new Date(Number(row.submitted_at)).toISOString(),
		occurredDateTime: new Date(now).toISOString(),
	};
}
