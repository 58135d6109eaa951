import type { IDataObject, INodeProperties } from 'n8n-workflow';
import { answerNames, Clocks } from '../../contract';
import { addedSwitch } from '../../form/fields';
import { largestFile, largestFileOption } from '../../operations/attachFiles';
import { READS_AT_ONCE, runItems } from '../../operations/concurrency';
import type { RecordStep, Outcome } from '../../operations/types';
import { type Fetched, fetchAnswerFiles, fetchReportPdf } from './reportFiles';
import { reportText } from './reportText';
import { pdfOption } from './shared';

const addTextOption = addedSwitch({
	displayName: 'Add Text',
	name: 'addText',
	description: 'Whether to add the report as readable “text”, and as “html” for an e-mail',
	builderHint: {
		propertyHint:
			'Set to true before an e-mail, a chat message or a document: {{ $json.html }} or {{ $json.text }} is the whole report. No Set or Code node is needed.',
	},
});

const downloadFilesOption = addedSwitch({
	displayName: 'Download Files',
	name: 'downloadFiles',
	description: 'Whether to download the files that answers link to, as “file1”, “file2” …',
});

/** Options that make a report readable on its own: its text, its PDF, its files. */
export const readableOptions: INodeProperties[] = [
	addTextOption.field,
	downloadFilesOption.field,
	{
		...pdfOption.field,
		description: 'Whether to download the report’s PDF as “pdf”. It needs one or two more requests.',
	},
	largestFileOption.field,
];

/** Adds these options of a report to other work on it. All are read before anything is sent. */
export const readable =
	(before: RecordStep): RecordStep =>
	(item, options) => {
		const finish = before(item, options);
		const [withText, withPdf, withFiles] = [
			addTextOption.read(item, options),
			pdfOption.read(item, options),
			downloadFilesOption.read(item, options),
		];
		if (!withText && !withPdf && !withFiles) return finish;
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
			const binary = Object.assign({ ...outcome.binary }, ...fetched.map((each) => each.binary)) as Outcome['binary'];
			return {
				...outcome,
				...(Object.keys(binary ?? {}).length === 0 ? {} : { binary }),
				added: {
					...outcome.added,
					...(withText ? reportText(report, names, item.timeZone) : {}),
					...(missing.length === 0 ? {} : { downloadError: missing.join('; ') }),
				},
			};
		};
		return async (reports) => {
			const outcomes: Outcome[] = finish ? await finish(reports) : reports.map((json) => ({ json }));
			return await runItems(
				outcomes,
				READS_AT_ONCE,
				async (outcome, index) => await one(reports[index] ?? {}, outcome),
			);
		};
	};
