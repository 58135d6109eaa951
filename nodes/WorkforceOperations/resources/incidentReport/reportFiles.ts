import type { IBinaryKeyData, IDataObject } from 'n8n-workflow';
import { type AnswerNames, endpoints, filledField, isBlank, isJsonObject, naming, textOf } from '../../contract';
import { fileOrReason } from '../../operations/attachFiles';
import type { OperationItem } from '../../operations/types';
import { isKind, isOwnLink, messageOf, OutageDetector, pages, settle } from '../../transport';

/** `missing`: why files were not fetched. */
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

/** If a report id returns more rows than this, the service ignored the filter. */
const MOST_REPORT_ROWS = 200;

const LINK = /^(https?:\/\/|\/)\S+$/i;

/**
 * Returns each link once, in order: link fields, and answers that are a link to the service's own host. Other links
 * that people enter are text.
 */
function linksIn(report: IDataObject, names: AnswerNames, isOwn: (text: string) => boolean): Link[] {
	const found = new Map<string, Link>();
	const add = (link: string, record: object = {}): void => {
		const name = textOf(filledField(record, names.fileName));
		if (!found.has(link)) found.set(link, { field: `file${found.size + 1}`, link, name });
	};
	const look = (value: unknown, record?: object): void => {
		if (Array.isArray(value)) return value.forEach((entry) => look(entry));
		const text = textOf(value);
		if (text !== undefined && isOwn(text)) return add(text, record);
		if (!isJsonObject(value)) return;
		const link = textOf(filledField(value, names.fileLink));
		if (link !== undefined && LINK.test(link)) add(link, value);
		Object.values(value).forEach((entry) => look(entry, value));
	};
	for (const answers of answersIn(report)) look(answers);
	return [...found.values()];
}

function answersIn({ incidentReportDetail: details }: IDataObject): unknown[] {
	const all: unknown[] = Array.isArray(details) ? details : [details];
	return all.filter(isJsonObject).map(({ incidentReportDetailAnswers }) => incidentReportDetailAnswers);
}

/** Texts at any depth, each with its field name. */
const textsIn = (value: unknown): Array<[field: string, text: string]> =>
	typeof value !== 'object' || value === null
		? []
		: Object.entries(value).flatMap(([field, inner]): Array<[string, string]> => {
				const text = textOf(inner);
				return text === undefined ? textsIn(inner) : Array.isArray(value) ? [] : [[field, text]];
			});

/** Hints why a report has no file to fetch: no answer has one, or the link's field has another name. */
function tellNoFile(item: OperationItem, report: IDataObject, names: AnswerNames): void {
	const { details } = item.connection.settings;
	const texts = answersIn(report).flatMap(textsIn);
	const kind = { what: 'report', is: 'without a file', of: 'Report' };
	const doubtful = {
		reasons: [`no link under “${names.fileLink.join('”, “')}” in the answers`],
		fields: texts.map(([field]) => field),
		candidates: texts.flatMap(([field, text]) => (LINK.test(text) ? [field] : [])),
	};
	item.hints.lines.doubt(report.incidentReportId, kind, doubtful, (found) =>
		naming('link to a file', found, (name) => ({
			...details,
			answerFields: { ...details.answerFields, fileLink: [...names.fileLink, name] },
		})),
	);
}

async function fetchLinks(item: OperationItem, links: readonly Link[], largest: number): Promise<Fetched> {
	const fetched: Fetched = { binary: {}, missing: [] };
	const outage = new OutageDetector();
	for (const { field, link, name } of links) {
		const file = await fileOrReason(item, outage, { link, name: field, largest, called: name });
		if (typeof file === 'string') fetched.missing.push(`${field}: ${file}`);
		else fetched.binary[field] = file;
	}
	return fetched;
}

/** Downloads the answers' files as `file1`, `file2` … (`options.downloadFiles`). */
export async function fetchAnswerFiles(
	item: OperationItem,
	report: IDataObject,
	names: AnswerNames,
	largest: number,
): Promise<Fetched> {
	const links = linksIn(report, names, (text) => isOwnLink(item.connection, text));
	if (links.length === 0) tellNoFile(item, report, names);
	return await fetchLinks(item, links, largest);
}

/**
 * Finds the report in the list, because only the list has the link to the PDF. Searches by the visible ID; the row must
 * have the same internal ID. Approved reports are requested separately if the list leaves them out.
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

/** Downloads the PDF as `pdf`, or gives the reason why there is none (`options.downloadPdf`). */
export async function fetchReportPdf(item: OperationItem, report: IDataObject, largest: number): Promise<Fetched> {
	const none = (words: string): Fetched => ({ binary: {}, missing: [`pdf: ${words}`] });
	if (isBlank(report.reportId)) return none('the report has no report ID to look it up by');
	const looked = await settle(findReportRow(item, report));
	if ('error' in looked) {
		const { error } = looked;
		if (isKind(error, 'stopped')) throw error;
		return none(`the list of reports could not be read: ${messageOf(error)}`);
	}
	const row = looked.result;
	if (row === undefined) return none('the list of reports does not contain this report');
	const link = textOf(row.pdfLink);
	return link === undefined
		? none('the list of reports has no link to its PDF')
		: await fetchLinks(item, [{ field: 'pdf', link }], largest);
}
