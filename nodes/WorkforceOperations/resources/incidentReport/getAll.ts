import { FIELDS } from '../../contract';
import { attachFiles, largestFileOption } from '../../operations/attachFiles';
import { listOperation } from '../../operations/list';
import { eitherField } from '../../form/either';
import { periodFields, readPeriod, REPORT_PERIOD } from '../../form/period';
import { reportFilters } from '../../form/listFilters';
import { flatReports, pdfOption, reportCounting } from './shared';

const approvalFilter = eitherField({
	displayName: 'Approval',
	name: 'isApproved',
	states: ['Approved', 'Not Approved'],
	description:
		'Which reports to return. If not added, both approved and unapproved reports are read, as far as Limit allows, sorted by date.',
});

export const getAll = listOperation({
	endpoint: 'incidentReport.getAll',
	action: 'Get many incident reports',
	description: 'Retrieve the incident reports of a period',
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
