import { FIELDS } from '../../contract';
import { attachFiles, largestFileOption } from '../../operations/attachFiles';
import { ASSUMED_NAME } from '../../form/fields';
import { listOperation } from '../../operations/list';
import { companyFilter, customerIdsFilter, locator, NAME_IN_TOOL, siteIdsFilter } from '../../form/locators';
import { periodFields, readPeriod, REPORT_PERIOD } from '../../form/period';
import { requiredId } from '../../form/read';
import { flatReports, pdfOption, reportCounting } from './getAll';

const formTemplateField = locator({
	displayName: 'Form Template',
	name: 'formTemplateId',
	description: 'The form template that the reports use. The API’s name for this is assumed.',
	search: 'searchFormTemplates',
	choose: 'a form template',
	required: true,
	example: '7',
	hint: NAME_IN_TOOL,
});

export const getAllByFormTemplate = listOperation({
	endpoint: 'incidentReport.getAllByFormTemplate',
	value: 'getAllByFormTemplate',
	name: 'Get Many by Form Template',
	action: 'Get many incident reports by form template',
	description:
		'Retrieve the incident reports for one form template. You can’t filter by approval here; see each report’s “isApproved”.',
	fields: [formTemplateField, ...periodFields(REPORT_PERIOD)],
	filters: [
		companyFilter(true),
		{ ...customerIdsFilter('customerId', 'Only reports for these customers'), hint: ASSUMED_NAME },
		{ ...siteIdsFilter('siteId', 'Only reports for these sites'), hint: ASSUMED_NAME },
	],
	options: [largestFileOption.field, pdfOption.field],
	records: FIELDS.incidentReport,
	counting: reportCounting,
	flatten: flatReports,
	query: (item) => ({
		...readPeriod(item, REPORT_PERIOD),
		formTemplateId: requiredId(item, formTemplateField),
	}),
	finish: attachFiles(pdfOption, { pdfLink: 'pdf' }),
});
