// What a question is: a tool as a person has set it up, what the model calls it with, and how the answers are judged.
import type { CredentialData } from '../../../kit/n8n/credentials.mts';
import type { CredentialKind } from '../../../kit/n8n/sandboxCredentials.mts';
import type { Sandbox } from '../../../sandbox/index.mts';
import {
	complaintsOfCounts,
	complaintsOfError,
	complaintsOfList,
	complaintsOfWords,
	type Due,
	type Words,
} from '../../engine/agent/judge.mts';
import type { ScriptedCall } from './model.mts';
import { isWithin, type Truth } from './truth.mts';
import type { ToolNode } from './workflow.mts';

/** What the judge says of all that the model was told, call after call. */
export type Judge = (told: readonly string[], truth: Truth) => string[];

export interface Question {
	asks: string;
	key: CredentialKind;
	/** What of the credential is otherwise. */
	credential?: CredentialData;
	tools: readonly ToolNode[];
	calls: readonly ScriptedCall[];
	/** What happens to the service beforehand; faults are taken away afterwards. */
	before?: (sandbox: Sandbox) => Promise<unknown>;
	judge: Judge;
	/** How many requests that write may leave; none if it isn’t said. */
	writes?: number;
	/** Where a person has switched Contact Details on. */
	tellsContacts?: true;
}

/** What n8n’s ✨ button writes, with a description. */
export const ai = (name: string, description: string, type = 'string'): string =>
	`={{ $fromAI('${name}', \`${description}\`, '${type}') }}`;

/** Many of a resource, as a tool. */
export const many = (resource: string, more: object = {}): ToolNode => ({
	parameters: { resource, operation: 'getAll', ...more },
});

export const inWords = { periodText: ai('period', 'Which days, such as: last week, or 2026-11-01 to 2026-11-15') };

/** An id from the model, in the way in which the form keeps it. */
export const locatedBy = (name: string): object => ({
	__rl: true,
	mode: 'id',
	value: ai(name, 'Its name, or its ID', 'string'),
});

const first = (told: readonly string[]): string => told[0] ?? '';

/** A list of these records, and these words. */
export const list =
	(due: (truth: Truth) => Due, words: Words = {}): Judge =>
	(told, truth) => [...complaintsOfList(first(told), due(truth)), ...complaintsOfWords(first(told), words)];

/** Rows of counts: each label, joined by “|” where there are several, and how many. */
export const counts =
	(labels: readonly string[], due: (truth: Truth) => ReadonlyMap<string, number>, words: Words = {}): Judge =>
	(told, truth) => [...complaintsOfCounts(first(told), labels, due(truth)), ...complaintsOfWords(first(told), words)];

/** An error in one line that says this. */
export const error =
	(words: Words): Judge =>
	(told) => [...complaintsOfError(first(told)), ...complaintsOfWords(first(told), words)];

/** Anything that says this, and none of that. */
export const says =
	(words: Words): Judge =>
	(told) =>
		complaintsOfWords(told.join('\n'), words);

type Period = { first: string; last: string };

export const sheets = (
	period: Period,
	isDue: (sheet: Truth['sheets'][number]) => boolean = () => true,
): ((truth: Truth) => Due) => {
	return (truth) => ({
		idField: 'timesheetId',
		ids: truth.sheets
			.filter((sheet) => isWithin(sheet.scheduledStartTime, period) && isDue(sheet))
			.map(({ timesheetId }) => timesheetId),
	});
};

export const reports = (
	period: Period,
	isDue: (report: Truth['reports'][number]) => boolean = () => true,
): ((truth: Truth) => Due) => {
	return (truth) => ({
		idField: 'incidentReportId',
		ids: truth.reports
			.filter((report) => isWithin(report.submittedDate, period) && isDue(report))
			.map(({ incidentReportId }) => incidentReportId),
	});
};

/** How many records have each label. */
export function tally(labels: readonly string[]): Map<string, number> {
	const counted = new Map<string, number>();
	for (const label of labels) counted.set(label, (counted.get(label) ?? 0) + 1);
	return counted;
}
