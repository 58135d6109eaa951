import {
	type AnswerNames,
	answerNames,
	filledField,
	isBlank,
	isJsonObject,
	type JsonObject,
	scalarText,
	realIdOf,
	yesOrNo,
} from '../../contract';

/** A question of a report in readable form, with the questions that depend on its answer. */
export interface ReportEntry {
	question: string;
	/** Empty if it was not answered. */
	answer: string;
	/** The required action; empty if the report only flags that one is required. */
	action?: string;
	inside: ReportEntry[];
}

/**
 * The readable text of a question or an answer. A value without any of the names is shown as JSON, so that it isn't
 * overlooked.
 */
function wordsOf(value: unknown, names: readonly string[]): string {
	if (Array.isArray(value))
		return value
			.map((entry) => wordsOf(entry, names))
			.filter((words) => words !== '')
			.join('; ');
	if (!isJsonObject(value)) return isBlank(value) ? '' : String(value).trim();
	const found = scalarText(filledField(value, names));
	if (found !== undefined) return found;
	const isEmpty = names.some((name) => isBlank(value[name]) && Object.hasOwn(value, name));
	return isEmpty || Object.keys(value).length === 0 ? '' : JSON.stringify(value);
}

const asList = (value: unknown): unknown[] =>
	Array.isArray(value) ? value : value === undefined || value === null || value === '' ? [] : [value];

const answersIn = (detail: JsonObject): unknown[] => asList(detail.incidentReportDetailAnswers);

/** The ids of a detail's answers, which other details refer to as their parent (names are assumed). */
const answerIds = (detail: JsonObject): string[] =>
	answersIn(detail).flatMap((answer) =>
		isJsonObject(answer) ? (realIdOf(answer.incidentReportDetailAnswerId) ?? realIdOf(answer.id) ?? []) : [],
	);

/** The index of each detail's parent; undefined if the parent is missing or is its own descendant. */
function parentsOf(details: readonly unknown[]): Array<number | undefined> {
	const [byId, byAnswer] = [new Map<string, number>(), new Map<string, number>()];
	for (const [index, detail] of details.entries()) {
		if (!isJsonObject(detail)) continue;
		const id = realIdOf(detail.incidentReportDetailId);
		if (id !== undefined && !byId.has(id)) byId.set(id, index);
		for (const answer of answerIds(detail)) if (!byAnswer.has(answer)) byAnswer.set(answer, index);
	}
	const parents = details.map((detail, index) => {
		if (!isJsonObject(detail)) return undefined;
		const found =
			byId.get(realIdOf(detail.parentIncidentReportDetailId) ?? '') ??
			byAnswer.get(realIdOf(detail.parentIncidentReportDetailAnswerId) ?? '');
		return found === index ? undefined : found;
	});
	const leadsBack = (index: number): boolean => {
		const seen = new Set<number>();
		for (let at = parents[index]; at !== undefined && !seen.has(at); at = parents[at]) {
			if (at === index) return true;
			seen.add(at);
		}
		return false;
	};
	// Found before any is cut: otherwise cutting the first member of a cycle would hide the rest.
	const rings = parents.map((_parent, index) => leadsBack(index));
	return parents.map((parent, index) => (rings[index] ? undefined : parent));
}

function reportEntry(detail: unknown, index: number, names: AnswerNames): ReportEntry {
	const unnamed = `Question ${index + 1}`;
	if (!isJsonObject(detail)) return { question: unnamed, answer: wordsOf(detail, names.answer), inside: [] };
	const words = wordsOf(detail.actionDescription, answerNames().answer);
	return {
		question: wordsOf(detail.incidentReportQuestion, names.question) || unnamed,
		answer: wordsOf(answersIn(detail), [...names.answer, ...names.fileName]),
		...(yesOrNo(detail.isNeedAction) === true || words !== '' ? { action: words } : {}),
		inside: [],
	};
}

/** The questions of a report in their order, nested below their parents; each exactly once. */
export function reportEntries(report: JsonObject, names: AnswerNames): ReportEntry[] {
	const details = asList(report.incidentReportDetail);
	const entries = details.map((detail, index) => reportEntry(detail, index, names));
	const top: ReportEntry[] = [];
	for (const [index, parent] of parentsOf(details).entries()) {
		const entry = entries[index];
		if (entry !== undefined) (parent === undefined ? top : (entries[parent]?.inside ?? top)).push(entry);
	}
	return top;
}
