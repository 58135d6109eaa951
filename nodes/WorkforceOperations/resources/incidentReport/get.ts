import type { INodeProperties } from 'n8n-workflow';
import { ASSUMED_NAME } from '../../form/fields';
import { companyFilter, customerIdsFilter, siteIdsFilter } from '../../form/placeFilters';
import { requiredId } from '../../form/read';
import { singleOperation } from '../../operations/single';
import { withAnswers } from './answers';
import { SIMPLE_DETAIL } from './shared';

const incidentReportIdField: INodeProperties = {
	displayName: 'Incident Report ID',
	name: 'incidentReportId',
	type: 'string',
	default: '',
	required: true,
	placeholder: 'e.g. 5021',
	description: 'The numeric ID of the report, as Get Many and the trigger give it',
};

export const get = singleOperation({
	endpoint: 'incidentReport.get',
	value: 'get',
	name: 'Get',
	action: 'Get an incident report',
	description: 'Retrieve one incident report with every question and answer',
	fields: [incidentReportIdField],
	options: [
		companyFilter(true),
		customerIdsFilter('customerId', `Only if the report is of one of these customers. ${ASSUMED_NAME}`),
		{
			displayName: 'Flatten Answers',
			name: 'flattenAnswers',
			type: 'boolean',
			default: true,
			description:
				'Whether to return questions and answers as a readable list, “answers”. Every row keeps its IDs and the raw question and answers. When off, the report comes as the service sends it.',
		},
		siteIdsFilter('siteId', `Only if the report is of one of these sites. ${ASSUMED_NAME}`),
	],
	simple: SIMPLE_DETAIL,
	query: (item, { customerId, siteId, companyId }) => ({
		incidentReportId: requiredId(item, incidentReportIdField, true),
		customerId,
		siteId,
		companyId,
	}),
	finish: (records, { flattenAnswers }) => (String(flattenAnswers) === 'true' ? records.map(withAnswers) : records),
});
