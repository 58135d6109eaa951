import type { IDataObject } from 'n8n-workflow';
import {
	answerNames,
	type AnswerNames,
	Clocks,
	filledField,
	isBlank,
	isJsonObject,
	type JsonObject,
	realIdOf,
	scalarText,
	yesOrNo,
	zoneAbbreviation,
} from '../../contract';

/** A question with its answer, and the questions that depend on that answer. */
export interface ReportEntry {
	question: string;
	/** Empty if it was not answered. */
	answer: string;
	/** The required action; empty if the report only flags that one is required. */
	action?: string;
	inside: ReportEntry[];
}

/** Shows the value as JSON if no named field holds text, so that it isn't overlooked. */
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

/** Other details refer to these ids as their parent (names are assumed). */
const answerIds = (detail: JsonObject): string[] =>
	answersIn(detail).flatMap((answer) =>
		isJsonObject(answer) ? (realIdOf(answer.incidentReportDetailAnswerId) ?? realIdOf(answer.id) ?? []) : [],
	);

/** Index of each detail's parent; undefined if the parent is missing or is its own descendant. */
function parentsOf(details: readonly unknown[]): Array<number | undefined> {
	const [byId, byAnswer] = [new Map<string, number>(), new Map<string, number>()];
	for (const [index, detail] of details.entries()) {
		if (!isJsonObject(detail)) continue;
		const id = realIdOf(detail.incidentReportDetailId);
		if (id !== undefined && !byId.has(id)) byId.set(id, index);
		for (const answer of answerIds(detail)) if (!byAnswer.has(answer)) byAnswer.set(answer, index);
	}
	const parents = details.map((detail) => {
		if (!isJsonObject(detail)) return undefined;
		return (
			byId.get(realIdOf(detail.parentIncidentReportDetailId) ?? '') ??
			byAnswer.get(realIdOf(detail.parentIncidentReportDetailAnswerId) ?? '')
		);
	});
	const leadsBack = (index: number): boolean => {
		const seen = new Set<number>();
		for (let at = parents[index]; at !== undefined && !seen.has(at); at = parents[at]) {
			if (at === index) return true;
			seen.add(at);
		}
		return false;
	};
	// All cycles are found before any is cut: cutting the first member would hide the rest.
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

/** Entries in order, nested below their parents; each exactly once. */
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

const NO_ANSWER = '–';

/** Safe in an e-mail: drops control characters and lone surrogates, keeps line breaks. */
const clean = (text: string): string =>
	text
		.replace(/\r\n?/g, '\n')
		.replace(/[^\P{Cc}\n\t]/gu, '')
		.replace(/\p{Surrogate}/gu, '\ufffd')
		.trim();

const cleanText = (value: unknown): string => (typeof value === 'object' || isBlank(value) ? '' : clean(String(value)));

/** Created on first use, so that the module loads quickly. */
let longDay: Intl.DateTimeFormat | undefined;

/** “2 July 2026, 18:04 AEST”. */
function timeInWords(field: string, report: JsonObject, timeZone: string): string {
	const clocks = new Clocks(report, timeZone);
	const time = clocks.of(field);
	if (time === undefined) return cleanText(report[field]);
	const { clock, offset } = time;
	const zone = zoneAbbreviation(clock - offset, offset, clocks.zone ?? timeZone);
	longDay ??= new Intl.DateTimeFormat('en-AU', { timeZone: 'UTC', day: 'numeric', month: 'long', year: 'numeric' });
	return `${longDay.format(clock)}, ${new Date(clock).toISOString().slice(11, 16)} ${zone}`;
}

interface Heading {
	title: string;
	/** Unknown facts are left out. */
	facts: Array<[label: string, words: string]>;
}

const commaSeparated = (...values: unknown[]): string =>
	values
		.map(cleanText)
		.filter((words) => words !== '')
		.join(', ');

function headingOf(report: JsonObject, timeZone: string): Heading {
	const when: [string, string] =
		cleanText(report.submittedDate) === ''
			? ['Created', timeInWords('dateCreated', report, timeZone)]
			: ['Submitted', timeInWords('submittedDate', report, timeZone)];
	const facts: Heading['facts'] = [
		['Report', cleanText(report.reportId) || cleanText(report.incidentReportId)],
		['Site', commaSeparated(report.siteName, report.siteAddress, report.siteCity)],
		['Patrol site', commaSeparated(report.patrolSiteName, report.patrolSiteAddress, report.patrolSiteCity)],
		['Client', cleanText(report.customerName)],
		['Reported by', cleanText(report.submittedByName) || cleanText(report.staffName)],
		when,
	];
	return {
		title: cleanText(report.formName) || cleanText(report.reportName) || 'Incident report',
		facts: facts.filter(([, words]) => words !== ''),
	};
}

const actionWords = (action: string): string => clean(action) || 'yes';

const indented = (text: string, indent: string): string =>
	text
		.split('\n')
		.map((line) => indent + line)
		.join('\n');

function entryText({ question, answer, action, inside }: ReportEntry, indent: string): string {
	const deeper = `${indent}  `;
	return [
		indented(clean(question) || NO_ANSWER, indent),
		indented(clean(answer) || NO_ANSWER, deeper),
		...(action === undefined ? [] : [indented(`Needs action: ${actionWords(action)}`, deeper)]),
		...inside.map((entry) => `\n${entryText(entry, deeper)}`),
	].join('\n');
}

const ESCAPES: Readonly<Record<string, string>> = {
	'&': '&amp;',
	'<': '&lt;',
	'>': '&gt;',
	'"': '&quot;',
	"'": '&#39;',
};

const escapeHtml = (text: string): string =>
	clean(text)
		.replace(/[&<>"']/g, (character) => ESCAPES[character] ?? '')
		.replace(/\n/g, '<br>');

const listHtml = (entries: readonly ReportEntry[]): string =>
	entries.length === 0 ? '' : `<ul>\n${entries.map(entryHtml).join('\n')}\n</ul>`;

function entryHtml({ question, answer, action, inside }: ReportEntry): string {
	const needed = action === undefined ? '' : `<br>\n<strong>Needs action:</strong> ${escapeHtml(actionWords(action))}`;
	const below = inside.length === 0 ? '' : `\n${listHtml(inside)}`;
	return `<li><strong>${escapeHtml(question) || NO_ANSWER}</strong><br>\n${escapeHtml(answer) || NO_ANSWER}${needed}${below}</li>`;
}

/**
 * Returns `text` for a plain e-mail or a chat, and `html` (without styles and scripts) for others. The heading comes
 * first, then every question in order with its answer and required action. Dependent questions are nested below their
 * answer.
 */
export function reportText(report: IDataObject, names: AnswerNames, timeZone: string): { text: string; html: string } {
	const { title, facts } = headingOf(report, timeZone);
	const entries = reportEntries(report, names);
	const heading = [title, ...facts.map(([label, words]) => `${label}: ${words}`)].join('\n');
	const factsHtml = facts.map(([label, words]) => `<strong>${label}:</strong> ${escapeHtml(words)}`).join('<br>\n');
	return {
		text: [heading, ...entries.map((entry) => entryText(entry, ''))].join('\n\n'),
		html: [`<h2>${escapeHtml(title)}</h2>`, `<p>${factsHtml}</p>`, listHtml(entries)]
			.filter((part) => part !== '')
			.join('\n'),
	};
}
