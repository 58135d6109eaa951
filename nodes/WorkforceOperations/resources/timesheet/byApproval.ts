import type { IDataObject, INodeProperties } from 'n8n-workflow';
import { Clocks, clockText, DAY_MS, idOf, isBlank, type JsonObject, momentOf, textOf } from '../../contract';
import { countField } from '../../form/fields';
import { inputError, notOffered } from '../../form/item';
import { readPeriod, TIMESHEET_PERIOD } from '../../form/period';
import type { Selected } from '../../operations/listPages';
import type { OperationItem } from '../../operations/types';

const SELECT_BY = 'Select By';

const daysOption = (displayName: string, name: string, description: string) =>
	countField({
		displayName,
		name,
		default: 60,
		displayOptions: { show: { selectBy: ['approval'] } },
		description,
		maximum: 730,
	});

const lookAheadOption = daysOption(
	'Approval Look Ahead (Days)',
	'approvalLookAheadDays',
	'How many days after the period a shift may start, as leave may be approved in advance. All timesheets up to then are read.',
);

const lookBackOption = daysOption(
	'Approval Look Back (Days)',
	'approvalLookBackDays',
	'How many days before the period a shift may have started. Doubling the days doubles the requests.',
);

export const selectByOptions: INodeProperties[] = [
	lookAheadOption.field,
	lookBackOption.field,
	{
		displayName: SELECT_BY,
		name: 'selectBy',
		type: 'options',
		options: [
			{
				name: 'Approval',
				value: 'approval',
				description:
					'All timesheets approved in the period, early or late. Each approval falls in exactly one pay run.',
			},
			{
				name: 'Start of the Shift',
				value: 'start',
				description: 'All shifts that began in the period',
			},
		],
		default: 'start',
		description: 'Which date decides whether a timesheet is in the period',
		builderHint: {
			propertyHint:
				"Set to 'approval' for a payroll file on a schedule: otherwise a timesheet that is approved late doesn’t appear in any file.",
		},
	},
];

function isByApproval(item: OperationItem, { selectBy }: IDataObject): boolean {
	if (isBlank(selectBy) || selectBy === 'start') return false;
	if (selectBy === 'approval') return true;
	throw notOffered(item, SELECT_BY, selectBy, 'Approval, Start of the Shift');
}

/** The period of shifts to read, which surrounds the period of approval. */
function readFor(item: OperationItem, options: IDataObject): Record<'startDate' | 'endDate', string> {
	const { startDate = '', endDate = '' } = readPeriod(item, TIMESHEET_PERIOD);
	const shifted = (date: string, days: number): string => new Date(Date.parse(date) + days * DAY_MS).toISOString();
	return {
		startDate: shifted(startDate, 0 - lookBackOption.read(item, options)),
		endDate: shifted(endDate, lookAheadOption.read(item, options)),
	};
}

/**
 * For a period of approval, asks for the shifts around it; `selectedByApproval` filters them. Asks only for approved
 * ones unless a status is chosen, so that revoked approvals don't appear.
 */
export function timesheetQuery(item: OperationItem, filters: IDataObject, options: IDataObject): IDataObject {
	if (!isByApproval(item, options)) {
		const { startDate, endDate } = readPeriod(item, TIMESHEET_PERIOD);
		return { startDate, endDate };
	}
	return { ...readFor(item, options), ...(isBlank(filters.status) ? { status: 'Approved' } : {}) };
}

/** Undefined if the start of the shift decides. */
export function selectedByApproval(
	item: OperationItem,
	options: IDataObject,
	filters: IDataObject,
): Selected | undefined {
	if (!isByApproval(item, options)) return undefined;
	const { startDate = '', endDate = '' } = readPeriod(item, TIMESHEET_PERIOD);
	const [from, end] = [Date.parse(startDate), Date.parse(endDate)];
	// An end without milliseconds, such as 23:59:59, means its whole second.
	const to = end % 1000 === 0 ? end + 999 : end;
	const asked = isBlank(filters.status) ? 'Approved' : textOf(filters.status);
	const isApproved = ({ status }: JsonObject): boolean => /^approved$/i.test(textOf(status) ?? asked ?? '');
	let [read, dated, kept] = [0, 0, 0];
	const undated: string[] = [];
	return {
		period: { startDate, endDate },
		keeps: (record) => {
			const approved = momentOf(record.approvedDateTime);
			const isIn = approved !== undefined && approved >= from && approved <= to;
			[read, dated, kept] = [read + 1, dated + Number(approved !== undefined), kept + Number(isIn)];
			if (approved === undefined && isApproved(record))
				undated.push(idOf(record.timesheetId ?? record.id) ?? 'unknown');
			return isIn;
		},
		doubt: () => (undated.length === 0 ? undefined : { reason: 'undated', read: undated.length, ids: undated }),
		end: () => {
			if (read > 0 && dated === 0)
				throw inputError(
					item,
					`No timesheet has an approval date (${read} read)`,
					'“Select By: Approval” needs the field approvedDateTime. Choose Start of the Shift, or set Status to Approved.',
				);
			const { startDate: first, endDate: last } = readFor(item, options);
			const clocks = new Clocks({}, item.timeZone);
			const [begin, until] = [first, last].map((date) => clockText(clocks.at(Date.parse(date))).slice(0, 10));
			if (read > 0) item.hints.say(`Timesheets read: ${read}. Approved in the period: ${kept}.`);
			item.hints.say(`Timesheets for shifts that start between ${begin} and ${until} were read.`);
		},
	};
}
