import * as contract from '../../../nodes/WorkforceOperations/contract/index.ts';
import { command } from '../../../scripts/compare/command.mts';
import type { Time } from '../../../scripts/compare/pace.mts';

/** What one run of the comparison ended with. */
export interface Run {
	code: number;
	out: string;
	notes: string;
}

/** Runs the command in this process. */
export async function run(
	args: string[],
	environment: NodeJS.ProcessEnv = {},
	ask?: (question: string) => Promise<string>,
	time?: Time,
): Promise<Run> {
	const out: string[] = [];
	const notes: string[] = [];
	const code = await command(args, contract, {
		environment,
		ask,
		time,
		out: (text) => out.push(text),
		note: (text) => notes.push(text),
	});
	return { code, out: out.join('\n'), notes: notes.join('\n') };
}
