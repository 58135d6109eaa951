import { answerNames, Clocks, FIELDS } from '../../contract';
import { addedSwitch, ASSUMED_NAME, flattenOption } from '../../form/fields';
import { companyFilter, customerIdsFilter, siteIdsFilter } from '../../form/locators';
import { incidentReportIdField } from '../../form/recentRecords';
import { requiredId } from '../../form/read';
import { singleOperation } from '../../operations/record';
import { type OperationItem, type Outcome, plainItems, type RecordStep } from '../../operations/types';
import { isSimplified } from '../../form/fieldSelection';
import { answerColumns, tellUnread, withAnswers } from './answers';
import type { IDataObject, INodeProperties } from 'n8n-workflow';
import { largestFile, largestFileOption } from '../../operations/attachFiles';
import { READS_AT_ONCE, runItems } from '../../operations/concurrency';
import { fetchAnswerFiles, type Fetched, fetchReportPdf } from './reportFiles';
import { reportText } from './reportText';
import { pdfOption } from './getAll';

const addTextOption = addedSwitch({
	displayName: 'Add Text',
	name: 'addText',
	description: 'Whether to add the report as readable “text”, and as “html” for an e-mail',
	builderHint: {
		propertyHint:
			'Set to true for an e-mail, a chat message or a document: {{ $json.html }} or {{ $json.text }} is the whole report. No Set or Code node is needed.',
	},
});

const downloadFilesOption = addedSwitch({
	displayName: 'Download Files',
	name: 'downloadFiles',
	description: 'Whether to download the files linked in the answers, as “file1”, “file2” …',
});

const readableOptions: INodeProperties[] = [
	addTextOption.field,
	downloadFilesOption.field,
	{
		...pdfOption.field,
		description: 'Whether to download the report’s PDF as “pdf”. Takes one or two more requests.',
	},
	largestFileOption.field,
];

/** The answers as a list; with Flatten they become columns later (`answerColumns`). */
function readAnswers(item: OperationItem, options: IDataObject): (reports: IDataObject[]) => Outcome[] {
	const [isFlat, brief] = [flattenOption.read(item, options), isSimplified(item)];
	return (reports) => {
		for (const report of reports) tellUnread(item, report);
		if (isFlat) return plainItems(reports);
		return reports.map((report) => withAnswers(report, brief, item.connection.settings.details));
	};
}

/** Reads all of these options before anything is sent. */
const finish: RecordStep = (item, options) => {
	const answered = readAnswers(item, options);
	const [withText, withPdf, withFiles] = [
		addTextOption.read(item, options),
		pdfOption.read(item, options),
		downloadFilesOption.read(item, options),
	];
	if (!withText && !withPdf && !withFiles) return answered;
	const { answerFields } = item.connection.settings.details;
	const names = answerNames(answerFields);
	const largest = largestFile(item, options);
	const one = async (report: IDataObject, outcome: Outcome): Promise<Outcome> => {
		if (withText) item.hints.times.note(new Clocks(report, item.timeZone), item.timeZone);
		const fetched: Fetched[] = [
			...(withPdf ? [await fetchReportPdf(item, report, largest)] : []),
			...(withFiles ? [await fetchAnswerFiles(item, report, names, largest)] : []),
		];
		const missing = fetched.flatMap((each) => each.missing);
		const binary = Object.fromEntries(fetched.flatMap((each) => Object.entries(each.binary)));
		return {
			...outcome,
			...(Object.keys(binary).length === 0 ? {} : { binary }),
			added: {
				...outcome.added,
				...(withText ? reportText(report, names, item.timeZone) : {}),
				...(missing.length === 0 ? {} : { downloadError: missing.join('; ') }),
			},
		};
	};
	return async (reports) =>
		await runItems(
			answered(reports),
			READS_AT_ONCE,
			async (outcome, index) => await one(reports[index] ?? {}, outcome),
		);
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
		{ ...customerIdsFilter('customerId', 'Only reports for these customers'), hint: ASSUMED_NAME },
		{ ...siteIdsFilter('siteId', 'Only reports for these sites'), hint: ASSUMED_NAME },
		...readableOptions,
	],
	records: FIELDS.incidentReportDetail,
	flatten: {
		description:
			'Whether to return one flat row per report, for sheets, with an “answer.…” column for each question and nested values as text',
		columns: answerColumns,
	},
	query: (item, { customerId, siteId, companyId }) => ({
		incidentReportId: requiredId(item, incidentReportIdField),
		customerId,
		siteId,
		companyId,
	}),
	finish,
});
