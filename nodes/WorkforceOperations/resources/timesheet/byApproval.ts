import type { IDataObject, INodeProperties } from 'n8n-workflow';
import { DAY_MS, isBlank, type JsonObject, momentOf } from '../../contract';
import { countField } from '../../form/fields';
import { inputError, notOffered } from '../../form/item';
import { readPeriod, TIMESHEET_PERIOD } from '../../form/period';
import type { Selected } from '../../operations/listPages';
import type { OperationItem } from '../../operations/types';

const SELECT_BY = 'Select By';

const lookBackOption = countField({
	displayName: 'Approval Look Back (Days)',
	name: 'approvalLookBackDays',
	default: 60,
	displayOptions: { show: { selectBy: ['approval'] } },
	description:
		'How many days before the period a shift may have begun. All timesheets from there on are read: twice the days, twice the requests.',
	maximum: 730,
});

export const selectByOptions: INodeProperties[] = [
	lookBackOption.field,
	{
		displayName: SELECT_BY,
		name: 'selectBy',
		type: 'options',
		options: [
			{
				name: 'Approval',
				value: 'approval',
				description: 'Whatever was approved in the period, however late: each approval is in one pay run',
			},
			{
				name: 'Start of the Shift',
				value: 'start',
				description: 'Whatever began in the period, as the service does it',
			},
		],
		default: 'start',
		description: 'Which timesheets belong to the period',
		builderHint: {
			propertyHint:
				"Set to 'approval' for a payroll file on a schedule: a timesheet that is approved late is in no file otherwise.",
		},
	},
];

function isByApproval(item: OperationItem, { selectBy }: IDataObject): boolean {
	if (isBlank(selectBy) || selectBy === 'start') return false;
	if (selectBy === 'approval') return true;
	throw notOffered(item, SELECT_BY, selectBy, 'Approval, Start of the Shift');
}

/**
 * The query of the chosen period. By approval, it is that of the shifts from the look-back on, which are sifted by
 * `selectedByApproval`; only approved ones unless a status is chosen, so that what was taken back is in no run.
 */
export function timesheetQuery(item: OperationItem, filters: IDataObject, options: IDataObject): IDataObject {
	const { startDate = '', endDate } = readPeriod(item, TIMESHEET_PERIOD);
	if (!isByApproval(item, options)) return { startDate, endDate };
	const from = new Date(Date.parse(startDate) - lookBackOption.read(item, options) * DAY_MS).toISOString();
	return { startDate: from, endDate, ...(isBlank(filters.status) ? { status: 'Approved' } : {}) };
}

/** Keeps what was approved in the chosen period; undefined where the start of the shift decides. */
export function selectedByApproval(item: OperationItem, options: IDataObject): Selected | undefined {
	if (!isByApproval(item, options)) return undefined;
	const { startDate = '', endDate = '' } = readPeriod(item, TIMESHEET_PERIOD);
	const [from, to] = [Date.parse(startDate), Date.parse(endDate)];
	let [read, dated, kept] = [0, 0, 0];
	return {
		period: { startDate, endDate },
		keeps: ({ approvedDateTime }: JsonObject) => {
			const approved = momentOf(approvedDateTime);
			const isIn = approved !== undefined && approved >= from && approved <= to;
			[read, dated, kept] = [read + 1, dated + Number(approved !== undefined), kept + Number(isIn)];
			return isIn;
		},
		end: () => {
			if (read > 0 && dated === 0)
				throw inputError(
					item,
					`None of the ${read} timesheets says when it was approved`,
					'“Select By: Approval” needs their approvedDateTime. Choose Start of the Shift, or Approved in Status.',
				);
			if (read > 0) item.hints.say(`${kept} of ${read} timesheets that were read were approved in the period.`);
		},
	};
}
