import { downloads } from '../download';
import { listOperation } from '../list';
import { periodFields, readPeriod } from '../period';
import { companyFilter, customerIdsFilter, siteIdsFilter } from '../places';
import { requiredId } from '../read';
import { pdfOption, SIMPLE_REPORT } from './shared';

const ASSUMED = 'The name of this parameter is assumed; it can be replaced under Additional Query Parameters';

export const getAllByFormTemplate = listOperation({
	endpoint: 'incidentReport.getAllByFormTemplate',
	value: 'getAllByFormTemplate',
	name: 'Get Many by Form Template',
	action: 'Get many incident reports by form template',
	description: 'Retrieve the incident reports that were made with one form template',
	fields: [
		{
			displayName: 'Form Template',
			name: 'formTemplateId',
			type: 'resourceLocator',
			default: { mode: 'list', value: '' },
			required: true,
			description: `The form template that the reports were made with. ${ASSUMED}.`,
			modes: [
				{
					displayName: 'From List',
					name: 'list',
					type: 'list',
					placeholder: 'Choose a form template …',
					typeOptions: { searchListMethod: 'searchFormTemplates', searchable: true },
				},
				{
					displayName: 'By ID',
					name: 'id',
					type: 'string',
					placeholder: 'e.g. 7',
					validation: [{ type: 'regex', properties: { regex: '\\s*[0-9]*\\s*', errorMessage: 'An ID is a whole number' } }],
				},
			],
		},
		...periodFields(false),
	],
	filters: [companyFilter(true), customerIdsFilter('customerId', `Only the reports of these customers. ${ASSUMED}`), siteIdsFilter('siteId', `Only the reports of these sites. ${ASSUMED}`)],
	options: [pdfOption],
	simple: SIMPLE_REPORT,
	query: (scope) => ({ ...readPeriod(scope, false), formTemplateId: requiredId(scope, 'formTemplateId', 'Form Template', true) }),
	finish: downloads('downloadPdf', { pdfLink: 'pdf' }),
});
