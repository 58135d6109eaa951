// What the weekly workflow runs; Node's own modules are all it needs.
//
//   node scripts/newest.mts try    the end-to-end tests in n8n's images: latest, next, and the newest version of the next major
//   node scripts/newest.mts tell   an issue for what failed; red when something did; a notice while the newest version is of major 2
//
// They are two jobs: one runs what others have written and may do nothing, the other may open issues and runs nothing else.
import fs from 'node:fs';
import { tryTag, type Outcome } from './newest/container.mts';
import { chosenOf, tagsOf } from './newest/tags.mts';
import { NEXT_MAJOR, tell, type Results } from './newest/tell.mts';

const { IMAGE_REGISTRY, IMAGE, N8N_ADDRESS, READY_WITHIN_S, GITHUB_OUTPUT, RESULTS, RUN_URL } = process.env;

function needed(name: string, value: string | undefined): string {
	if (value === undefined || value === '') throw new Error(`${name} is not set.`);
	return value;
}

async function tryAll(): Promise<void> {
	const image = needed('IMAGE', IMAGE);
	const { chosen, newest } = chosenOf(await tagsOf(needed('IMAGE_REGISTRY', IMAGE_REGISTRY), image), NEXT_MAJOR);
	console.log(`${image}: newest version ${newest}; trying ${chosen.join(', ')}.`);
	const outcomes: Outcome[] = [];
	for (const tag of chosen) {
		console.log(`\n══ ${image}:${tag}`);
		const address = needed('N8N_ADDRESS', N8N_ADDRESS);
		outcomes.push(await tryTag(image, tag, address, Number(READY_WITHIN_S ?? 300) * 1000));
	}
	const results: Results = { newest, outcomes };
	fs.appendFileSync(needed('GITHUB_OUTPUT', GITHUB_OUTPUT), `results=${JSON.stringify(results)}\n`);
}

async function tellAll(): Promise<void> {
	const results = JSON.parse(needed('RESULTS', RESULTS)) as Results;
	if (!(await tell(results, needed('RUN_URL', RUN_URL), console.log))) process.exitCode = 1;
}

const commands: Record<string, () => Promise<void>> = { try: tryAll, tell: tellAll };
try {
	const command = commands[process.argv[2] ?? ''];
	if (command === undefined) throw new Error('Usage: node scripts/newest.mts try | tell');
	await command();
} catch (error) {
	console.error(error instanceof Error ? error.message : error);
	process.exitCode = 1;
}
