// Which of the answers that the sandbox can play (sandbox/ground/choices.mts) a service gives to a question that its document leaves open.
import { choiceTable, type Choices } from '../../sandbox/ground/choices.mts';
import type { PackageContract } from '../docs/sources.mts';
import type { Endpoint } from './plan.mts';
import type { Query, Service } from './service.mts';

type ChoiceName = keyof Choices;
type JsonObject = Record<string, unknown>;

/** What each service answers; null where its records don't tell. */
export interface Reading {
	choice: ChoiceName;
	service: string | null;
	sandbox: string | null;
}

interface Question {
	choice: ChoiceName;
	answer: (list: (query: Query) => Promise<JsonObject[]>) => Promise<string | null>;
}

const PAGE = '50';

/** By the endpoint that is asked. */
const questions: Readonly<Record<string, Question>> = {
	'incidentReport.getAll': {
		choice: 'isApproved',
		/** An approved report is looked for by the id that people read on it: it is found without the flag, or not. */
		async answer(list): Promise<Choices['isApproved'] | null> {
			const isText = (value: unknown): value is string => typeof value === 'string' && value.trim() !== '';
			const approved = (await list({ isApproved: 'true', limit: PAGE })).find(({ reportId }) => isText(reportId));
			if (approved === undefined) return null;
			const finds = async (isApproved: 'true' | 'false'): Promise<boolean> => {
				const found = await list({ isApproved, reportId: String(approved.reportId) });
				return found.some(({ incidentReportId }) => incidentReportId === approved.incidentReportId);
			};
			// Where it isn't found with the flag, either, the id finds nothing.
			if (!(await finds('true'))) return null;
			return (await finds('false')) ? 'all' : 'unapproved';
		},
	},
};

/** What the services answer to the question that an endpoint can be asked; undefined where there is none. */
export async function readingOf(
	contract: PackageContract,
	endpoint: Endpoint,
	services: readonly [service: Service, sandbox: Service],
): Promise<Reading | undefined> {
	const question = questions[endpoint.id];
	if (question === undefined) return undefined;
	const answerOf = async (service: Service): Promise<string | null> =>
		await question.answer(async (query) => {
			const { status, body } = await service.get(endpoint.path, query);
			const page = contract.openEnvelope(endpoint.envelope, body);
			return status !== 200 || 'refusal' in page ? [] : page.records;
		});
	return { choice: question.choice, service: await answerOf(services[0]), sandbox: await answerOf(services[1]) };
}

/** A reading in a line, with what to start the sandbox with so that it answers as the service does. */
export function readingLine({ choice, service, sandbox }: Reading): string {
	const about = choiceTable[choice].about.replaceAll('`', '');
	if (service === null) return `open     ${choice} (${about}): the records of the service don’t tell.`;
	const same = service === sandbox ? 'as the sandbox' : `the sandbox does with --choose ${choice}=${service}`;
	return `reading  ${choice} (${about}): ${service}, ${same}.`;
}
