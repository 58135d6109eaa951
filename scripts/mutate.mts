// `npm run mutate -- --seed 1 --count 150`: draws small mutations of the package, runs the tests that reach them, and
// prints those that no test notices. The reader decides whether a survivor would be visible to anybody.
import path from 'node:path';
import { isDeepStrictEqual } from 'node:util';
import { inTemporaryFolder } from '../kit/lib/temporary.mts';
import { attempt, type Fate } from './mutate/attempt.mts';
import { draw } from './mutate/draw.mts';
import { anotherCopy, copyOfClone } from './mutate/lane.mts';
import type { Mutant } from './mutate/mutants.mts';
import { readOptions, usage, type MutateOptions } from './mutate/options.mts';
import { filesIn, keptMap, measuredSources, type ReachMap } from './reach/map.mts';

const say = (line: string): void => console.log(line);
const placeOf = ({ file, line, what }: Mutant): string =>
	`${file.replace('nodes/WorkforceOperations/', '')}:${line}  ${what}`;

/** The map of the last whole `npm test`, without test files that are gone, or fail even without a mistake. */
function reachOf(source: string, { tests }: MutateOptions): ReachMap['tests'] {
	const map = keptMap();
	if (!isDeepStrictEqual(map.sources, measuredSources(source)))
		throw new Error(
			'The package has changed since the last whole npm test, which notes what each test reaches: run it.',
		);
	if (map.red.length > 0) say(`Left out, because they fail even without a mistake: ${map.red.join(', ')}`);
	const there = ['test/unit', 'test/engine'].flatMap((place) => filesIn(source, place, '.test.mts'));
	return map.tests.filter(
		({ file }) =>
			there.includes(file) && !map.red.includes(file) && tests.split(',').some((part) => file.includes(part)),
	);
}

const words = (fate: Fate): string => {
	switch (fate.kind) {
		case 'noticed':
			return `noticed by ${fate.by.slice(0, 90)}`;
		case 'hung':
			return 'noticed: the tests never ended';
		case 'unreached':
			return 'SURVIVED: no test reaches it';
		case 'survived':
			return `SURVIVED ${fate.files} test files${fate.left === 0 ? '' : `; ${fate.left} slower ones did not run`}`;
	}
};

async function run(options: MutateOptions, folder: string): Promise<void> {
	// Works on a copy, so that edits in the clone meanwhile change nothing.
	const source = await copyOfClone(path.join(folder, 'source'));
	const reach = reachOf(source, options);
	const mutants = draw(source, options);
	say(`${mutants.length} mistakes, ${reach.length} test files.`);
	const fates = new Map<Mutant, Fate>();
	const waiting = [...mutants];
	const work = async (lane: number): Promise<void> => {
		const copy = anotherCopy(source, path.join(folder, `lane${lane}`));
		for (let next = waiting.shift(); next !== undefined; next = waiting.shift()) {
			const fate = await attempt(copy, next, reach, options.seconds);
			fates.set(next, fate);
			say(`${String(fates.size).padStart(4)}  ${placeOf(next)}\n      ${words(fate)}`);
		}
	};
	await Promise.all(Array.from({ length: options.lanes }, (_, lane) => work(lane)));
	const alive = mutants.filter((mutant) => !['noticed', 'hung'].includes(fates.get(mutant)?.kind ?? ''));
	say(`\nSurvivors, seed ${options.seed}:`);
	for (const mutant of alive) say(`  ${placeOf(mutant)}`);
	const noticed = mutants.length - alive.length;
	say(`\n${noticed} of ${mutants.length} noticed: ${((100 * noticed) / Math.max(1, mutants.length)).toFixed(0)} %.`);
}

for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) process.once(signal, () => process.exit(130));
try {
	const options = readOptions(process.argv.slice(2));
	if (options === undefined) say(usage);
	else await inTemporaryFolder((folder) => run(options, folder));
} catch (error) {
	console.error(error instanceof Error ? error.message : error);
	process.exitCode = 1;
}
