import type { IDataObject } from 'n8n-workflow';
import {
	type AnswerNames,
	answerNames,
	filledField,
	isJsonObject,
	type JsonObject,
	naming,
	scalarText,
	type ServiceDetails,
} from '../../contract';
import type { OperationItem, Outcome } from '../../operations/types';

/** Shows the value as JSON if no named field holds text, so that nothing is lost. */
function answerText(value: unknown, names: readonly string[]): string {
	if (value === undefined || value === null) return '';
	if (typeof value !== 'object') return scalarText(value) === undefined ? JSON.stringify(value) : String(value);
	const named = isJsonObject(value) ? filledField(value, names) : undefined;
	return scalarText(named) === undefined ? JSON.stringify(value) : String(named);
}

/** A single answer may be sent without a list. */
const answersOf = ({ incidentReportDetailAnswers: given }: JsonObject): unknown[] =>
	Array.isArray(given) ? given : [given];

function row(detail: unknown, { answerFields }: ServiceDetails): IDataObject {
	const names = answerNames(answerFields);
	if (!isJsonObject(detail)) return { question: '', answer: answerText(detail, names.answer) };
	const rest = Object.entries(detail).filter(
		([field]) => !['incidentReportQuestion', 'incidentReportDetailAnswers'].includes(field),
	);
	return {
		question: answerText(detail.incidentReportQuestion, names.question),
		answer: answersOf(detail)
			.map((answer) => answerText(answer, names.answer))
			.join('; '),
		...(Object.fromEntries(rest) as IDataObject),
	};
}

/**
 * Adds a hint about questions and answers without text under any of the names; they are shown as JSON. An answer that
 * is a file needs no text.
 */
export function tellUnread(item: OperationItem, report: IDataObject): void {
	const { details } = item.connection.settings;
	const names = answerNames(details.answerFields);
	const look = (what: 'question' | 'answer', value: unknown, others: ReadonlyArray<keyof AnswerNames> = []): void => {
		if (!isJsonObject(value)) return;
		const fields = Object.keys(value);
		const known = [what, ...others].flatMap((one) => names[one].map((name) => name.split('.')[0]));
		if (fields.length === 0 || fields.some((field) => known.includes(field))) return;
		const candidates = fields.filter((field) => typeof value[field] === 'string');
		const reasons = [`no field “${names[what].join('”, “')}”; shown as JSON`];
		const kind = { what, is: 'can’t be read', of: 'Report' };
		item.hints.lines.doubt(report.incidentReportId, kind, { reasons, fields, candidates }, (found) =>
			naming(`text of the ${what}`, found, (name) => ({
				...details,
				answerFields: { ...details.answerFields, [what]: [...names[what], name] },
			})),
		);
	};
	const { incidentReportDetail: given } = report;
	for (const detail of (Array.isArray(given) ? given : []) as unknown[]) {
		if (!isJsonObject(detail)) continue;
		look('question', detail.incidentReportQuestion);
		for (const answer of answersOf(detail)) look('answer', answer, ['fileLink', 'fileName']);
	}
}

/**
 * Adds a readable list of questions and answers; its rows keep their IDs. If simplified, it replaces the original
 * field; otherwise both are kept.
 */
export function withAnswers(report: IDataObject, brief: boolean, details: ServiceDetails = {}): Outcome {
	const { incidentReportDetail, ...rest } = report;
	// A value that isn't a list is left as it is.
	return Array.isArray(incidentReportDetail)
		? {
				json: brief ? rest : report,
				added: { answers: (incidentReportDetail as unknown[]).map((detail) => row(detail, details)) },
			}
		: { json: report };
}

/**
 * Adds the columns `answer.<question>`. Repeated questions are numbered: “Name”, “Name (2)”. The original field is kept
 * unless the record is simplified.
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
