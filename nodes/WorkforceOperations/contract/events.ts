import type { Source } from './types';

export interface EventPair {
	eventType: string;
	event: string;
}

export interface CatalogueEvent extends EventPair {
	/** `<eventType>.<event>`, the value that the trigger stores. */
	value: string;
	name: string;
	/** When the service sends it (documented). */
	description: string;
	/** The field that names the record (documented as the event's identifier). */
	identifier: string;
	source: Source;
}

const pair = (eventType: string, event: string, name: string, what: string): CatalogueEvent => ({
	eventType,
	event,
	value: `${eventType}.${event}`,
	name,
	description: `Fires when ${what}`,
	identifier: eventType === 'timesheet' ? 'timesheetId' : 'incidentReportId',
	source: 'documented',
});

/** The event catalogue of the service document, in the order in which people read it. The service may add to it. */
export const eventCatalogue: readonly CatalogueEvent[] = [
	pair('incidentreport', 'approve', 'Incident Report Approved', 'an incident report is approved'),
	pair('incidentreport', 'reject', 'Incident Report Rejected', 'an incident report is rejected'),
	pair('incidentreport', 'submit', 'Incident Report Submitted', 'an incident report is submitted by a guard'),
	pair('timesheet', 'approve', 'Timesheet Approved', 'a timesheet is approved'),
	pair('timesheet', 'reject', 'Timesheet Rejected', 'a timesheet is rejected'),
	pair('timesheet', 'submit', 'Timesheet Submitted', 'a timesheet is submitted'),
];

/** The header that carries the hex HMAC-SHA256 of the raw body (documented). Lower case, as Node hands headers over. */
export const SIGNATURE_HEADER = 'webhooks-signature';

/** The identifiers that deliveries are told apart by (documented). */
export const EVENT_IDENTIFIERS = ['incidentReportId', 'timesheetId'] as const;

/** Splits `timesheet.approve` into its pair; undefined when it isn't one. */
export function parseEvent(value: string): EventPair | undefined {
	const match = /^\s*([^.\s]+)\.([^.\s]+)\s*$/.exec(value);
	return match?.[1] && match[2] ? { eventType: match[1], event: match[2] } : undefined;
}

export const eventValue = ({ eventType, event }: EventPair): string => `${eventType}.${event}`;
