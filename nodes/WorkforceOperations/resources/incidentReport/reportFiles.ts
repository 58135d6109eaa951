import type { IBinaryKeyData, IDataObject } from 'n8n-workflow';
import { endpoints, findScalar, isBlank, isJsonObject, textOf } from '../../contract';
import { fileOrReason } from '../../operations/attachFiles';
import type { OperationItem } from '../../operations/types';
import { settle, isKind, isOwnLink, pages, OutageDetector } from '../../transport';
import type { AnswerNames } from './entries';

/** The files of a report that were fetched, and why others were not. */
export interface Fetched {
	binary: IBinaryKeyData;
	missing: string[];
}

interface Link {
	/** The binary field for the file. */
	field: string;
	link: string;
	/** The file's name in the report. */
	name?: string;
}

/** A report id with more rows than that: the service ignored the filter. */
const MOST_REPORT_ROWS = 200;

const LINK = /^(https?:\/\/|\/)\S+$/i;

/**
 * The links in the answers, without repetitions, in their order: those in a field for links, and answers that are a link to
 * the service's own host. Other links that people enter are text.
 */
function linksIn(report: IDataObject, names: AnswerNames, isOwn: (text: string) => boolean): Link[] {
	const found = new Map<string, Link>();
	const add = (link: string, record: object = {}): void => {
		const name = textOf(findScalar(record, names.fileName));
		if (!found.has(link)) found.set(link, { field: `file${found.size + 1}`, link, name });
	};
	const look = (value: unknown, record?: object): void => {
		if (Array.isArray(value)) return value.forEach((entry) => look(entry));
		const text = textOf(value);
		if (text !== undefined && isOwn(text)) return add(text, record);
		if (!isJsonObject(value)) return;
		const link = textOf(findScalar(value, names.fileLink));
		if (link !== undefined && LINK.test(link)) add(link, value);
		Object.values(value).forEach((entry) => look(entry, value));
	};
	const { incidentReportDetail: details } = report;
	for (const detail of (Array.isArray(details) ? details : [details]) as unknown[])
		if (isJsonObject(detail)) look(detail.incidentReportDetailAnswers);
	return [...found.values()];
}

async function fetchLinks(item: OperationItem, links: readonly Link[], largest: number): Promise<Fetched> {
	const fetched: Fetched = { binary: {}, missing: [] };
	const outage = new OutageDetector();
	for (const { field, link, name } of links) {
		const file = await fileOrReason(item, outage, link, field, largest, name);
		if (typeof file === 'string') fetched.missing.push(`${field}: ${file}`);
		else fetched.binary[field] = file;
	}
	return fetched;
}

/** `options.downloadFiles`: the files of the answers, as `file1`, `file2` … */
export const fetchAnswerFiles = async (
	item: OperationItem,
	report: IDataObject,
	names: AnswerNames,
	largest: number,
): Promise<Fetched> =>
	await fetchLinks(
		item,
		linksIn(report, names, (text) => isOwnLink(item.connection, text)),
		largest,
	);

/**
 * The row of a report in the list; only the list has the link to the PDF. The list is searched by the report's visible id,
 * and the row must have the same internal id. Approved reports are requested separately if the list leaves them out.
 */
async function findReportRow(
	item: OperationItem,
	{ incidentReportId, reportId }: IDataObject,
): Promise<IDataObject | undefined> {
	const id = String(incidentReportId ?? '').trim();
	for (const isApproved of [undefined, 'true']) {
		const call = {
			endpoint: endpoints['incidentReport.getAll'],
			query: { reportId: String(reportId), ...(isApproved === undefined ? {} : { isApproved }) },
			itemIndex: item.itemIndex,
		};
		for await (const { records } of pages(item.connection, call, { limit: MOST_REPORT_ROWS, direction: 'next' })) {
			const row = records.find((record) => id !== '' && String(record.incidentReportId).trim() === id);
			if (row !== undefined) return row as IDataObject;
		}
	}
	return undefined;
}

/** `options.downloadPdf` of a single report: its PDF as `pdf`, or the reason why there is none. */
export async function fetchReportPdf(item: OperationItem, report: IDataObject, largest: number): Promise<Fetched> {
	const none = (words: string): Fetched => ({ binary: {}, missing: [`pdf: ${words}`] });
	if (isBlank(report.reportId)) return none('the report has no report ID, by which the list could be asked for it');
	const looked = await settle(findReportRow(item, report));
	if ('error' in looked) {
		const { error } = looked;
		if (isKind(error, 'stopped')) throw error;
		return none(`the list of reports could not be asked: ${error instanceof Error ? error.message : 'it failed'}`);
	}
	const row = looked.result;
	if (row === undefined) return none('the list of reports does not show this report');
	const link = textOf(row.pdfLink);
	return link === undefined
		? none('the list of reports has no link to a PDF of it')
		: await fetchLinks(item, [{ field: 'pdf', link }], largest);
}
