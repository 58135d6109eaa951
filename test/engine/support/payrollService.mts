// Timesheets and their rates as a service may answer them.
import type { IDataObject } from 'n8n-workflow';
import type { Canned, Rule, Seen } from './recorder.mts';

const dates = { period: 'custom', startDate: '2026-01-01T00:00:00Z', endDate: '2026-12-31T23:59:59Z' };
export const getAll = { resource: 'timesheet', operation: 'getAll', ...dates, returnAll: true };
export const get = { resource: 'timesheet', operation: 'get', timesheetId: '1' };
export const rates = (options: IDataObject = {}): IDataObject => ({ options: { includeRates: true, ...options } });
export const keepGoing = { node: { onError: 'continueRegularOutput' as const } };

export const fine = { status: { code: 0 } };
export const breakdown = (id: number): IDataObject => ({
	scheduledStartTime: `of the rates of ${id}`,
	payRate: { hours: 8, perHour: 30, amount: 240 + id, tiers: [{ from: 0 }] },
	serviceRate: { amount: 400 },
	allowances: [{ name: 'Meal', amount: 18, quantity: 1 }],
});
export const isRates = ({ path }: Seen): boolean => path.endsWith('/rates');
export const idOf = ({ path }: Seen): number => Number(path.split('/').at(-2));

/** A service with these timesheets, and rates of its own for some. */
export const service =
	(timesheets: unknown[], ratesOf: (id: number) => Canned | 'cut' | undefined = () => undefined): Rule =>
	(seen) => {
		if (isRates(seen)) return ratesOf(idOf(seen)) ?? { body: { ...fine, data: breakdown(idOf(seen)) } };
		return { body: { ...fine, data: seen.path.endsWith('/timesheets') ? timesheets : timesheets[0] } };
	};
export const sheets = (count: number): IDataObject[] =>
	Array.from({ length: count }, (_none, index) => ({
		timesheetId: index + 1,
		staffName: `Guard ${index + 1}`,
		scheduledStartTime: '2026-07-01T08:00:00Z',
		allowances: [],
		secret: 'x',
	}));
