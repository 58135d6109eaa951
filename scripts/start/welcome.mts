// The message when everything is running.
import type { Owner } from '../../kit/n8n/rest.mts';
import type { StartOptions } from './options.mts';
import type { ImportedRecipe } from './provision.mts';

/** n8n listens on this machine only, so this sign-in is no secret. */
export const owner: Owner = {
	email: 'owner@example.com',
	firstName: 'Sandbox',
	lastName: 'Owner',
	password: 'Sandbox-1234',
};

function recipeLines(n8nUrl: string, recipes: ImportedRecipe[]): string[] {
	return recipes.flatMap(({ id, name, note }) => [`  ${name} (${note})`, `    ${n8nUrl}/workflow/${id}`]);
}

export function welcome(
	n8nUrl: string,
	{ url: sandboxUrl, variant }: { url: string; variant: string },
	recipes: ImportedRecipe[],
	{ alive, pace }: Pick<StartOptions, 'alive' | 'pace'>,
	ending = 'Press Ctrl-C to stop n8n and the sandbox. Your changes stay in .n8n/ and .sandbox/; delete these folders to start from scratch.',
): string {
	// The one that an approved timesheet starts.
	const first = recipes.find(({ name }) => /^approved timesheet/i.test(name)) ?? recipes[0];
	return [
		'',
		`n8n       ${n8nUrl}`,
		`Sign in   ${owner.email}   password ${owner.password}`,
		`Sandbox   ${sandboxUrl}   simulates the service`,
		`          ${variant}`,
		...(first ? ['Recipes', ...recipeLines(n8nUrl, recipes)] : []),
		'',
		...(pace === 1 ? [] : [`Both clocks run ${pace} times as fast as real time; timers keep real time.`, '']),
		'What to do next',
		alive === undefined
			? `  1. Open the sandbox's page and approve a timesheet.`
			: `  1. Open ${sandboxUrl}/#day and watch the simulated day (seed ${alive}).`,
		`  2. Sign in to n8n and look at ${alive === undefined ? 'the run' : 'the runs, one for each timesheet that is approved'}${first ? `: ${n8nUrl}/workflow/${first.id}/executions` : ''}`,
		'  3. Build your own: the node is called Workforce Operations; the credential “all keys” has access to everything.',
		'',
		ending,
		'',
	].join('\n');
}
