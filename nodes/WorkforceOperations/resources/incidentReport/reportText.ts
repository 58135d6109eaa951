import type { IDataObject } from 'n8n-workflow';
import { type AnswerNames, Clocks, isBlank, type JsonObject, zoneAbbreviation } from '../../contract';
import { reportEntries, type ReportEntry } from './entries';

/** Shown for a question without an answer. */
const NO_ANSWER = '–';

/** Text that is safe in an e-mail: control characters and lone surrogates are dropped, line breaks kept. */
const clean = (text: string): string =>
	text
		.replace(/\r\n?/g, '\n')
		.replace(/[^\P{Cc}\n\t]/gu, '')
		.replace(/\p{Surrogate}/gu, '\ufffd')
		.trim();

const cleanText = (value: unknown): string => (typeof value === 'object' || isBlank(value) ? '' : clean(String(value)));

const LONG_DAY = new Intl.DateTimeFormat('en-AU', { timeZone: 'UTC', day: 'numeric', month: 'long', year: 'numeric' });

/** “2 July 2026, 18:04 AEST”. */
function timeInWords(field: string, report: JsonObject, timeZone: string): string {
	const clocks = new Clocks(report, timeZone);
	const time = clocks.of(field);
	if (time === undefined) return cleanText(report[field]);
	const { clock, offset } = time;
	const zone = zoneAbbreviation(clock - offset, offset, clocks.zone ?? timeZone);
	return `${LONG_DAY.format(clock)}, ${new Date(clock).toISOString().slice(11, 16)} ${zone}`;
}

interface Heading {
	title: string;
	/** Facts about the report with their labels; unknown ones are left out. */
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

/** Escapes text for HTML: none of it is read as a tag or an attribute. */
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
 * A report as readable text: `text` for a plain e-mail or a chat, `html` (without styles and scripts) for others. First
 * the heading, then every question in order with its answer and required action, dependent questions below their answer.
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
