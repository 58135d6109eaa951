import type { IDataObject } from 'n8n-workflow';
import { isJsonObject, namesFor, type ServiceDetails } from '../../contract';
import type { Outcome } from '../../operations/types';

const isScalar = (value: unknown): boolean =>
	['string', 'number', 'boolean'].includes(typeof value) && String(value).trim() !== '';

/** The readable text of an answer; the object as JSON if none of the names fits, so that nothing is lost. */
function answerText(value: unknown, names: readonly string[]): string {
	if (value === undefined || value === null) return '';
	if (isScalar(value)) return String(value);
	if (!isJsonObject(value)) return JSON.stringify(value);
	const named = Object.entries(value).filter(([key]) => names.some((name) => name.toLowerCase() === key.toLowerCase()));
	const text = names
		.flatMap((name) => named.filter(([key, entry]) => key.toLowerCase() === name.toLowerCase() && isScalar(entry)))
		.map(([, entry]) => String(entry))[0];
	return text ?? JSON.stringify(value);
}

function row(detail: unknown, { answerFields }: ServiceDetails): IDataObject {
	const names = namesFor(['question', 'answer'], answerFields);
	if (!isJsonObject(detail)) return { question: '', answer: answerText(detail, names.answer) };
	const { incidentReportQuestion, incidentReportDetailAnswers, ...rest } = detail;
	// A single answer may come without a list.
	const given: unknown[] = Array.isArray(incidentReportDetailAnswers)
		? incidentReportDetailAnswers
		: [incidentReportDetailAnswers];
	return {
		question: answerText(incidentReportQuestion, names.question),
		answer: given.map((answer) => answerText(answer, names.answer)).join('; '),
		...(rest as IDataObject),
	};
}

/**
 * Adds a readable list of questions and answers, whose rows keep their ids. In brief it replaces the original field;
 * otherwise both are kept, so that nothing is lost.
 */
export function withAnswers(report: IDataObject, brief: boolean, details: ServiceDetails = {}): Outcome {
	const { incidentReportDetail, ...rest } = report;
	// Anything but a list is left as it is.
	return Array.isArray(incidentReportDetail)
		? {
				json: brief ? rest : report,
				added: { answers: (incidentReportDetail as unknown[]).map((detail) => row(detail, details)) },
			}
		: { json: report };
}

/**
 * The answers of a report by their questions, for the columns `answer.<question>`. A repeated question is numbered:
 * “Name”, “Name (2)”. The original field is kept unless the record is simplified.
 */
export function answerColumns(report: IDataObject, brief: boolean, details: ServiceDetails = {}): IDataObject {
	const { incidentReportDetail, ...rest } = report;
	if (!Array.isArray(incidentReportDetail) || 'answer' in report) return report;
	const answers = new Map<string, unknown>();
	for (const [index, detail] of (incidentReportDetail as unknown[]).entries()) {
		const { question, answer } = row(detail, details);
		const name = String(question).trim() || `Question ${index + 1}`;
		let column = name;
		for (let count = 2; answers.has(column); count++) column = `${name} (${count})`;
		answers.set(column, answer);
	}
	return {
		...rest,
		answer: Object.fromEntries(answers) as IDataObject,
		...(brief ? {} : { incidentReportDetail: incidentReportDetail as unknown as IDataObject }),
	};
}
