import type { IDataObject } from 'n8n-workflow';
import { isJsonObject } from '../../contract';

/** The service does not document what questions and answers hold: the text is looked for under the likely names (assumed). */
const QUESTION_NAMES = ['question', 'questionText', 'text', 'label', 'title', 'name', 'description'];
const ANSWER_NAMES = ['answer', 'answerText', 'text', 'value', 'label', 'name', 'description'];

const isScalar = (value: unknown): boolean =>
	['string', 'number', 'boolean'].includes(typeof value) && String(value).trim() !== '';

/** A readable text of an object; the object itself as JSON where none of the names fits, so that nothing is lost. */
function textOf(value: unknown, names: readonly string[]): string {
	if (value === undefined || value === null) return '';
	if (isScalar(value)) return String(value);
	if (!isJsonObject(value)) return JSON.stringify(value);
	const named = Object.entries(value).filter(([key]) => names.some((name) => name.toLowerCase() === key.toLowerCase()));
	const text = names
		.flatMap((name) => named.filter(([key, entry]) => key.toLowerCase() === name.toLowerCase() && isScalar(entry)))
		.map(([, entry]) => String(entry))[0];
	return text ?? JSON.stringify(value);
}

function row(detail: unknown): IDataObject {
	if (!isJsonObject(detail)) return { question: '', answer: textOf(detail, ANSWER_NAMES) };
	const given = Array.isArray(detail.incidentReportDetailAnswers) ? detail.incidentReportDetailAnswers : [];
	const { incidentReportQuestion, incidentReportDetailAnswers, ...rest } = detail;
	return {
		question: textOf(incidentReportQuestion, QUESTION_NAMES),
		answer: given.map((answer) => textOf(answer, ANSWER_NAMES)).join('; '),
		...(rest as IDataObject),
		questionDetails: (incidentReportQuestion ?? null) as IDataObject | null,
		answerDetails: (incidentReportDetailAnswers ?? []) as IDataObject[],
	};
}

/** Puts a readable list of questions and answers beside what came; every row keeps its ids and the raw objects. */
export function withAnswers(report: IDataObject): IDataObject {
	const { incidentReportDetail, ...rest } = report;
	// Anything but a list stays as it came.
	return Array.isArray(incidentReportDetail)
		? { ...rest, answers: (incidentReportDetail as unknown[]).map(row) }
		: report;
}
