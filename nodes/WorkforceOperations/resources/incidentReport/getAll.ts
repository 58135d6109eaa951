import { FIELDS, isBlank, yesOrNo } from '../../contract';
import { attachFiles, largestFileOption } from '../../operations/attachFiles';
import { listOperation } from '../../operations/list';
import { eitherField } from '../../form/locators';
import { periodFields, readPeriod, REPORT_PERIOD } from '../../form/period';
import { reportFilters } from '../../form/listFilters';
import { addedSwitch } from '../../form/fields';
import type { Counting } from '../../operations/counts';

export const pdfOption = addedSwitch({
	displayName: 'Download PDF',
	name: 'downloadPdf',
	description: 'Whether to download each report’s PDF into the field “pdf”',
});

/** The list has no answers, so nested values become JSON text. */
export const flatReports = {
	description:
		'Whether to return one flat row per report, for sheets; nested values become text. Use Get for the answers.',
};

export const reportCounting: Counting = {
	by: ['customer', 'site', 'guard', 'status', 'day'],
	guard: { names: ['staffName', 'submittedByName'], ids: ['staffId'] },
	status: ({ status, isApproved }) => {
		const approved = yesOrNo(isApproved);
		if (!isBlank(status) || approved === undefined) return status;
		return approved ? 'Approved' : 'Not Approved';
	},
	starts: ['submittedDate', 'dateCreated'],
};

const approvalFilter = eitherField({
	displayName: 'Approval',
	name: 'isApproved',
	states: ['Approved', 'Not Approved'],
	description: 'Which reports to return. If not added, both approved and unapproved reports are returned, up to Limit.',
});

export const getAll = listOperation({
	endpoint: 'incidentReport.getAll',
	action: 'Get many incident reports',
	description: 'Retrieve the incident reports in a period',
	fields: periodFields(REPORT_PERIOD),
	filters: [approvalFilter.field, ...reportFilters],
	options: [largestFileOption.field, pdfOption.field],
	records: FIELDS.incidentReport,
	counting: reportCounting,
	flatten: flatReports,
	approval: { parameter: 'isApproved', date: 'submittedDate' },
	query: (item, filters) => ({
		...readPeriod(item, REPORT_PERIOD),
		isApproved: approvalFilter.read(item, filters),
	}),
	finish: attachFiles(pdfOption, { pdfLink: 'pdf' }),
});
