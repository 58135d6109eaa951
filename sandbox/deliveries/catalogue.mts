export type EventType = 'incidentreport' | 'timesheet';
export type EventName = 'submit' | 'approve' | 'reject';

/** The events that can be subscribed to; any other pair is refused with 400. */
export const catalogue: ReadonlyArray<{ eventType: EventType; event: EventName }> = [
	{ eventType: 'incidentreport', event: 'submit' },
	{ eventType: 'incidentreport', event: 'approve' },
	{ eventType: 'incidentreport', event: 'reject' },
	{ eventType: 'timesheet', event: 'submit' },
	{ eventType: 'timesheet', event: 'approve' },
	{ eventType: 'timesheet', event: 'reject' },
];

/** The events of a type of record. */
export const eventsOf = (eventType: EventType): EventName[] =>
	catalogue.filter((pair) => pair.eventType === eventType).map(({ event }) => event);

/** The number of a pair in the catalogue, from 1; null if it isn't there. */
export function catalogueNumber(eventType: string, event: string): number | null {
	const index = catalogue.findIndex((pair) => pair.eventType === eventType && pair.event === event);
	return index === -1 ? null : index + 1;
}
