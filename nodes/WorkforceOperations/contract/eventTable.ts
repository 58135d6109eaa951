/** One `eventType` of the service. */
export interface RecordFacts {
	name: string;
	/** The field with the record's id in a delivery (documented). */
	identifier: string;
}

export const records = {
	incidentreport: { name: 'Incident Report', identifier: 'incidentReportId' },
	timesheet: { name: 'Timesheet', identifier: 'timesheetId' },
} as const satisfies Record<string, RecordFacts>;

/** The service's `event` → its label. */
export const MOVES = { approve: 'Approved', reject: 'Rejected', submit: 'Submitted' } as const;

interface EventRow {
	eventType: keyof typeof records;
	event: keyof typeof MOVES;
	/** When the service sends it (documented). */
	when: string;
}

/** The event catalogue of the service document, in display order. The service may add events. */
export const eventRows: readonly EventRow[] = [
	{ eventType: 'incidentreport', event: 'approve', when: 'an incident report is approved' },
	{ eventType: 'incidentreport', event: 'reject', when: 'an incident report is rejected' },
	{ eventType: 'incidentreport', event: 'submit', when: 'an incident report is submitted' },
	{ eventType: 'timesheet', event: 'approve', when: 'a timesheet is approved' },
	{ eventType: 'timesheet', event: 'reject', when: 'a timesheet is rejected' },
	{ eventType: 'timesheet', event: 'submit', when: 'a timesheet is submitted' },
];
