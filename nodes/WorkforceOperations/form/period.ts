import type { INodeProperties } from 'n8n-workflow';
import { fromLocal, toLocal } from '../contract';
import { clock } from '../transport/time';
import { inputError, type Item, parameter } from './item';
import { dateField } from './plainFields';
import { moment } from './read';

const DAY_MS = 86_400_000;

type Preset = 'today' | 'yesterday' | 'thisWeek' | 'lastWeek' | 'lastTwoWeeks' | 'thisMonth' | 'lastMonth';

/** First and last day of a preset, as days of the local calendar; weeks begin on Monday. */
function days(preset: Preset, today: Date): [Date, Date] {
	const shift = (date: Date, by: number): Date => new Date(date.getTime() + by * DAY_MS);
	const monday = shift(today, -((today.getUTCDay() + 6) % 7));
	const month = (offset: number, day: number): Date =>
		new Date(Date.UTC(today.getUTCFullYear(), today.getUTCMonth() + offset, day));
	switch (preset) {
		case 'today':
			return [today, today];
		case 'yesterday':
			return [shift(today, -1), shift(today, -1)];
		case 'thisWeek':
			return [monday, shift(monday, 6)];
		case 'lastWeek':
			return [shift(monday, -7), shift(monday, -1)];
		case 'lastTwoWeeks':
			return [shift(monday, -14), shift(monday, -1)];
		case 'thisMonth':
			return [month(0, 1), month(1, 0)];
		case 'lastMonth':
			return [month(-1, 1), month(0, 0)];
	}
}

/** The whole days of a preset in a time zone, as UTC moments with an inclusive end. */
export function presetRange(preset: Preset, now: number, timeZone: string): { startDate: string; endDate: string } {
	const today = new Date(Math.floor(toLocal(now, timeZone) / DAY_MS) * DAY_MS);
	const [first, last] = days(preset, today);
	return {
		startDate: new Date(fromLocal(first.getTime(), timeZone)).toISOString(),
		endDate: new Date(fromLocal(last.getTime() + DAY_MS, timeZone) - 1).toISOString(),
	};
}

/** The date picker sets 00:00, so that a picked end day would be left out but for its first moment. */
export const END_HINT = 'To include a whole day, set its time to 23:59:59';

const isPreset = (value: unknown): value is Preset =>
	typeof value === 'string' &&
	['today', 'yesterday', 'thisWeek', 'lastWeek', 'lastTwoWeeks', 'thisMonth', 'lastMonth'].includes(value);

/** `period`, `startDate` and `endDate`. Both dates are required where the service requires them. */
export function periodFields(required: boolean): INodeProperties[] {
	const date = (field: INodeProperties): INodeProperties => ({
		...field,
		...(required ? { required } : {}),
		displayOptions: { show: { period: ['custom'] } },
	});
	return [
		{
			displayName: 'Period',
			name: 'period',
			type: 'options',
			options: [
				{ name: 'Custom', value: 'custom', description: 'The start and end that you pick below' },
				{ name: 'Last Month', value: 'lastMonth' },
				{
					name: 'Last Two Weeks',
					value: 'lastTwoWeeks',
					description: 'The two whole weeks before this one, Monday to Sunday',
				},
				{ name: 'Last Week', value: 'lastWeek', description: 'Monday to Sunday' },
				{ name: 'This Month', value: 'thisMonth' },
				{ name: 'This Week', value: 'thisWeek', description: 'Monday to Sunday' },
				{ name: 'Today', value: 'today' },
				{ name: 'Yesterday', value: 'yesterday' },
			],
			default: 'custom',
			description: 'Which days to read. Days, weeks and months are whole ones in the time zone of the workflow.',
			builderHint: {
				propertyHint:
					"For anything that runs on a schedule choose a preset: 'lastWeek' for a weekly payroll file, 'yesterday' for a daily report, 'lastMonth' for a monthly one. Only 'custom' takes startDate and endDate, by expression as ISO dates.",
			},
		},
		date(
			dateField(
				'Start Date',
				'startDate',
				'The first moment to include, in the time zone of the workflow unless it says another',
			),
		),
		date({
			...dateField(
				'End Date',
				'endDate',
				'The last moment to include. A date without a time, which an expression may give, includes that whole day.',
			),
			hint: END_HINT,
		}),
	];
}

/** The range that the user chose; empty when both dates are left out where the service allows that. */
export function readPeriod(item: Item, required: boolean): { startDate?: string; endDate?: string } {
	const period = parameter(item, 'period', 'custom');
	if (isPreset(period)) return presetRange(period, clock.date(), item.timeZone);
	const startDate = moment(item, parameter(item, 'startDate'), 'Start Date');
	const endDate = moment(item, parameter(item, 'endDate'), 'End Date', true);
	if (required && (startDate === undefined || endDate === undefined)) {
		throw inputError(
			item,
			`“${startDate === undefined ? 'Start Date' : 'End Date'}” is empty`,
			'Pick both dates, or choose another period than Custom.',
		);
	}
	return { startDate, endDate };
}
