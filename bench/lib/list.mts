// The list that the benches read as a whole: all timesheets of the sandbox.
import type { Sandbox } from '../../sandbox/index.mts';

export const listPath = '/api/external/timesheets';

/** Holds every timesheet. */
export const period = { startDate: '1990-01-01T00:00:00Z', endDate: '2100-01-01T00:00:00Z' };

/** Where the first page is. */
export const listAddress = ({ url }: Sandbox, pageSize: number): string =>
	`${url}${listPath}?limit=${pageSize}&startDate=${period.startDate}&endDate=${period.endDate}`;
