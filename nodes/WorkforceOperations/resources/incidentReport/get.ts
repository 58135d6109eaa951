import type { INodeProperties } from 'n8n-workflow';
import { ASSUMED_NAME } from '../../form/fields';
import { companyFilter, customerIdsFilter, siteIdsFilter } from '../../form/locators';
import { requiredId } from '../../form/read';
import { singleOperation } from '../../operations/record';
import { flag } from '../../form/item';
import { answerColumns, withAnswers } from './answers';
import { readable, readableOptions } from './readable';
import { SIMPLE_DETAIL } from './shared';

const incidentReportIdField: INodeProperties = {
	displayName: 'Incident Report ID',
	name: 'incidentReportId',
	type: 'string',
	default: '',
	required: true,
	placeholder: 'e.g. 5021',
	description: 'The numeric ID of the report, as Get Many and the trigger give it',
	builderHint: {
		propertyHint:
			"After the trigger or Get Many: expr('{{ $json.incidentReportId }}'). Not reportId, which is the ID that people read on the report.",
	},
};

export const get = singleOperation({
	endpoint: 'incidentReport.get',
	value: 'get',
	name: 'Get',
	action: 'Get incident report',
	description: 'Retrieve one incident report with every question and answer',
	fields: [incidentReportIdField],
	options: [
		companyFilter(true),
		customerIdsFilter('customerId', `Only if the report is of one of these customers. ${ASSUMED_NAME}`),
		// What Flatten replaces. n8n drops values of options that don't exist or aren't shown: this one is where it has been set before.
		{
			displayName: 'Flatten Answers (Replaced by Flatten)',
			name: 'flattenAnswers',
			type: 'boolean',
			default: true,
			displayOptions: { show: { flattenAnswers: [true, false] } },
			description:
				'Whether to return questions and answers as a readable list, “answers”. Flatten gives one flat row instead, and goes first.',
		},
		siteIdsFilter('siteId', `Only if the report is of one of these sites. ${ASSUMED_NAME}`),
		...readableOptions,
	],
	simple: SIMPLE_DETAIL,
	flatten: {
		description:
			'Whether to return one flat row for each report, for sheets: a column “answer.…” for each question, and what is nested as text. The columns are the same for all rows of a run.',
		columns: answerColumns,
	},
	query: (item, { customerId, siteId, companyId }) => ({
		incidentReportId: requiredId(item, incidentReportIdField, true),
		customerId,
		siteId,
		companyId,
	}),
	finish: readable((item, { flatten, flattenAnswers }) =>
		flag(item, flattenAnswers, 'Flatten Answers') && !flag(item, flatten, 'Flatten')
			? (reports) => reports.map(withAnswers)
			: undefined,
	),
});
