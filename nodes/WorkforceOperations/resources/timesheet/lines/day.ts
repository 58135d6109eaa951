import type { IDataObject } from 'n8n-workflow';
import { Clocks, type Side } from '../../../contract';

/** Fields of the start of a shift, the planned one first (published names). */
const STARTS: Readonly<Record<Side, readonly string[]>> = {
	pay: ['scheduledStartTime', 'payStartTime', 'timeclockStartTime'],
	charge: ['scheduledStartTime', 'invoiceStartTime', 'timeclockStartTime'],
};

/**
 * The day on which a shift begins, as `2026-07-01`: by the site's clocks if the record tells them, else by the workflow's.
 * Undefined without a start that can be read.
 */
export function localDay(timesheet: IDataObject, side: Side, timeZone: string): string | undefined {
	const clocks = new Clocks(timesheet, timeZone);
	return STARTS[side].map((field) => clocks.dayOf(field)).find((day) => day !== undefined);
}
