// Reports the outcomes: an issue for each failing tag, and whether the run is red.
import { runOrThrow } from '../../kit/lib/processes.mts';
import type { Outcome } from './container.mts';
import { majorOf } from './tags.mts';

export interface Results {
	/** The newest version that the registry has a tag of. */
	newest: string;
	outcomes: Outcome[];
}

/**
 * The major version these tests wait for. Until it exists, a notice on the run says that nothing is known about it.
 */
export const NEXT_MAJOR = 3;

const titleOf = (tag: string): string => `The end-to-end tests fail in n8n’s image “${tag}”`;

async function openIssue({ tag, said }: Outcome, newest: string, runUrl: string): Promise<string> {
	const title = titleOf(tag);
	const known = await runOrThrow('Looking for the issue', 'gh', [
		...['issue', 'list', '--state', 'open', '--limit', '200', '--json', 'title'],
	]);
	const titles = (JSON.parse(known.stdout || '[]') as Array<{ title: string }>).map((issue) => issue.title);
	if (titles.includes(title)) return `${title}: an issue is already open.`;
	const body = [`Newest version in the registry: ${newest}. The run: ${runUrl}`, '', '```', said, '```'].join('\n');
	await runOrThrow('Opening the issue', 'gh', ['issue', 'create', '--title', title, '--body', body]);
	return `${title}: an issue was opened.`;
}

/** Reports it; returns whether all is well. */
export async function tell(
	{ newest, outcomes }: Results,
	runUrl: string,
	say: (line: string) => void,
): Promise<boolean> {
	const failed = outcomes.filter(({ passed }) => !passed);
	for (const { tag, passed } of outcomes) say(`${tag}: ${passed ? 'passed' : 'FAILED'}`);
	for (const outcome of failed) say(await openIssue(outcome, newest, runUrl));
	const isSeen = majorOf(newest) >= NEXT_MAJOR;
	if (!isSeen) say(`::notice::The newest version is ${newest}: there is no n8n ${NEXT_MAJOR} to try yet.`);
	return failed.length === 0 && outcomes.length > 0;
}
