import { FIELDS } from '../../contract';
import { ASSUMED_NAME, flattenOption } from '../../form/fields';
import { companyFilter, customerIdsFilter, siteIdsFilter } from '../../form/locators';
import { incidentReportIdField } from '../../form/recentRecords';
import { requiredId } from '../../form/read';
import { singleOperation } from '../../operations/record';
import { plainItems } from '../../operations/types';
import { isSimplified } from '../../form/fieldSelection';
import { answerColumns, tellUnread, withAnswers } from './answers';
import { readable, readableOptions } from './readable';

export const get = singleOperation({
	endpoint: 'incidentReport.get',
	value: 'get',
	name: 'Get',
	action: 'Get incident report',
	description: 'Retrieve one incident report with every question and answer',
	fields: [incidentReportIdField],
	options: [
		companyFilter(true),
		{ ...customerIdsFilter('customerId', 'Only if it is for these customers'), hint: ASSUMED_NAME },
		{ ...siteIdsFilter('siteId', 'Only if it is for these sites'), hint: ASSUMED_NAME },
		...readableOptions,
	],
	records: FIELDS.incidentReportDetail,
	flatten: {
		description:
			'Whether to return one flat row per report, for sheets: a column “answer.…” for each question, nested values as text',
		columns: answerColumns,
	},
	query: (item, { customerId, siteId, companyId }) => ({
		incidentReportId: requiredId(item, incidentReportIdField),
		customerId,
		siteId,
		companyId,
	}),
	finish: readable((item, options) => {
		const [isFlat, brief] = [flattenOption.read(item, options), isSimplified(item)];
		return (reports) => {
			for (const report of reports) tellUnread(item, report);
			if (isFlat) return plainItems(reports);
			return reports.map((report) => withAnswers(report, brief, item.connection.settings.details));
		};
	}),
});
