import { eventChoices, FIELDS, type GivenSignal, isBlank, namesIn, signalIn } from '../../contract';
import { advancedOf } from '../../form/fields';
import { inputError, type Item } from '../../form/item';
import { filterExpressionOption, reportFilters, timesheetFilters } from '../../form/listFilters';
import { chosenChanges, type EventField, type WatchedEvent, type WatchFamily } from '../core/event';
import { LOOK_BACK, numberField } from '../core/numberOption';
import { type Change, CHANGES } from './detect';
import { type ChangeSignals, missingSignals, type RecordKind, reportKind, timesheetKind } from './rules';
import { changeSource, type ChangeSettings } from './source';

interface ChangeEvent extends WatchedEvent<ChangeSettings> {
	changing: RecordKind;
}

const changed = (
	kind: RecordKind,
	event: Pick<ChangeEvent, 'value' | 'name' | 'description' | 'filters' | 'simple'>,
): ChangeEvent => ({
	endpoint: kind.endpoint,
	source: changeSource(kind),
	startWith: 'new',
	byList: true,
	changing: kind,
	...event,
});

const fields: EventField[] = [
	{
		field: {
			displayName: 'Changes',
			name: 'changes',
			type: 'multiOptions',
			options: [
				{ name: 'Approved', value: 'approve' },
				{
					name: 'Rejected',
					value: 'reject',
					description: 'For incident reports, this needs Advanced Options → Rejected When',
				},
				{ name: 'Submitted', value: 'submit' },
			],
			default: ['submit', 'approve'],
			description: 'Which changes to report. Of several changes between two polls, only the latest is reported.',
		},
	},
];

const advanced: EventField[] = [
	{
		field: {
			displayName: 'Rejected When',
			name: 'rejectedWhen',
			type: 'string',
			default: '',
			placeholder: 'e.g. status=Rejected',
			description: 'The field and value that mark a record as rejected',
		},
	},
];

/** Labels of the changes, with their values. */
const namesOfChanges = eventChoices
	.filter(({ value }) => CHANGES.some((change) => change === value))
	.map(({ name, value }) => `${name} (${value})`);

/** Reads “status=Rejected”, as entered in the form. */
function rejectionOf(item: Item, given: unknown): GivenSignal {
	const signal = typeof given === 'string' ? signalIn(given) : undefined;
	if (signal !== undefined) return signal;
	throw inputError(
		item,
		'“Rejected When” does not say which field signals a rejection',
		`It is ${(JSON.stringify(given) ?? '').slice(0, 80)}. Enter a field and its value, such as status=Rejected.`,
	);
}

/** The signal for each change: the known one, corrected by Service Details and by the option Rejected When. */
function signalsOf(
	item: Item,
	standard: ChangeSignals,
	named: Partial<Record<Change, GivenSignal>> = {},
): ChangeSignals {
	const { rejectedWhen } = advancedOf(item);
	const given = { ...named, ...(isBlank(rejectedWhen) ? {} : { reject: rejectionOf(item, rejectedWhen) }) };
	const signals = Object.entries(given).map(([change, signal]) => [change, { ...signal, source: 'assumed' }] as const);
	return { ...standard, ...Object.fromEntries(signals) };
}

/** Incident reports and timesheets that change, found by re-reading their lists. */
export const changeFamily: WatchFamily<ChangeSettings, ChangeEvent> = {
	events: [
		changed(reportKind, {
			value: 'incidentReport.changed',
			name: 'Incident Report Changed',
			description: 'An incident report was submitted, approved or rejected; no webhook needed',
			filters: reportFilters,
			simple: namesIn(FIELDS.incidentReport, 'simple'),
		}),
		changed(timesheetKind, {
			value: 'timesheet.changed',
			name: 'Timesheet Changed',
			description: 'A timesheet was submitted, approved or rejected; no webhook needed',
			filters: [...timesheetFilters, filterExpressionOption],
			simple: namesIn(FIELDS.timesheet, 'simple'),
		}),
	],
	fields,
	options: [
		{
			field: numberField(
				LOOK_BACK,
				'Changes to older records aren’t reported. A report’s age counts from its submission, a timesheet’s from the start of its shift.',
			),
		},
	],
	advanced,
	readOptions(item, { changing }, use, { changeFields }) {
		const given = chosenChanges(item, 'changes', ['submit', 'approve'], CHANGES, namesOfChanges);
		const chosen = CHANGES.filter((change) => given.has(change));
		const signals = signalsOf(item, changing.signals, changeFields?.[changing.detail]);
		const missing = chosen.filter((change) => signals[change] === undefined);
		if (missing.length > 0 && use === 'poll') throw inputError(item, missingSignals(changing, missing));
		return { changes: chosen, signals };
	},
	subject: ({ changes: chosen, signals }) => [chosen, signals],
};
