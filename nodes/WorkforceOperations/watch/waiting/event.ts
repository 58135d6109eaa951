import { DAY_MS, FIELDS, HOUR_MS, MINUTE_MS, namesIn } from '../../contract';
import { inputError, parameter } from '../../form/item';
import { filterExpressionOption, reportFilters, timesheetFilters } from '../../form/listFilters';
import type { WatchedEvent, WatchFamily } from '../core/event';
import { numberField, type NumberOption, readNumber, readOption, REPEAT_EVERY } from '../core/numberOption';
import { counted } from '../core/text';
import { type WaitingKind, waitingReports, waitingTimesheets } from './rules';
import { type WaitingSettings, waitingSource } from './source';

interface WaitingEvent extends WatchedEvent<WaitingSettings> {
	kind: WaitingKind;
}

const waiting = (
	kind: WaitingKind,
	event: Pick<WatchedEvent, 'value' | 'name' | 'description' | 'filters' | 'simple'>,
): WaitingEvent => ({
	kind,
	endpoint: kind.endpoint,
	source: waitingSource(kind),
	startWith: 'now',
	byFilter: true,
	...event,
});

const HOURS_WAITING: NumberOption = {
	displayName: 'Hours Waiting',
	name: 'hoursWaiting',
	standard: 24,
	least: 0,
	most: 8736,
};

const LOOK_BACK_DAYS: NumberOption = {
	displayName: 'Look Back (Days)',
	name: 'lookBackDays',
	standard: 14,
	least: 1,
	most: 366,
};

/** Timesheets and incident reports that nobody has approved or rejected yet. */
export const waitingFamily: WatchFamily<WaitingSettings, WaitingEvent> = {
	events: [
		waiting(waitingTimesheets, {
			value: 'timesheet.waiting',
			name: 'Timesheet Waiting for Approval',
			description:
				'The work recorded on a timesheet ended some time ago, and nobody has approved or rejected the timesheet',
			filters: [...timesheetFilters, filterExpressionOption],
			simple: namesIn(FIELDS.timesheet, 'simple'),
		}),
		waiting(waitingReports, {
			value: 'incidentReport.waiting',
			name: 'Incident Report Waiting for Approval',
			description: 'A report was submitted some time ago, and nobody has approved or rejected it',
			filters: reportFilters,
			simple: namesIn(FIELDS.incidentReport, 'simple'),
		}),
	],
	fields: [
		{
			field: numberField(HOURS_WAITING, 'How many hours to wait after the work ended or the report was submitted'),
		},
	],
	options: [
		{
			field: numberField(
				LOOK_BACK_DAYS,
				'Older records aren’t read. A timesheet’s age counts from the start of its shift, a report’s from its submission.',
			),
		},
		{
			field: numberField(REPEAT_EVERY, 'How often to report the record again while it waits. 0 reports it once.'),
		},
	],
	readOptions(item, { kind }, use, { leaveEntryTypes }) {
		const lookBackMs = readOption(item, LOOK_BACK_DAYS) * DAY_MS;
		const hours = readNumber(item, parameter(item, HOURS_WAITING.name, HOURS_WAITING.standard), HOURS_WAITING);
		const waitMs = hours * HOUR_MS;
		const needed = Math.floor((waitMs + kind.beginsWithinMs) / DAY_MS) + 1;
		if (use === 'poll' && lookBackMs < needed * DAY_MS)
			throw inputError(
				item,
				`“${LOOK_BACK_DAYS.displayName}” is too short for a wait of ${counted(hours, 'hour')}`,
				`Each ${kind.noun} leaves the list before it has waited that long. Enter at least ${counted(needed, 'day')}, or fewer hours.`,
			);
		return {
			lookBackMs,
			waitMs,
			repeatEveryMs: readOption(item, REPEAT_EVERY) * MINUTE_MS,
			leaveEntryTypes,
		};
	},
};
