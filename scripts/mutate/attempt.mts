// One mutant against the tests that reach it.
import fs from 'node:fs';
import path from 'node:path';
import { runTests } from './lane.mts';
import { reaches, type ReachMap } from '../reach/map.mts';
import { stretchAt, stretchesIn } from '../reach/markers.mts';
import { applied, type Mutant } from './mutants.mts';

export type Fate =
	| { kind: 'noticed'; by: string }
	/** The tests did not end. */
	| { kind: 'hung' }
	/** `left`: test files that reach it and did not run, because the seconds were used up. */
	| { kind: 'survived'; files: number; left: number }
	| { kind: 'unreached' };

/** Words in the path of a file: `transport/budget/leastUsed.ts` has four. */
const wordsIn = (file: string): string[] =>
	file
		.replace(/(\.test)?\.m?ts$/, '')
		.split(/[/.]|(?=[A-Z])/)
		.map((word) => word.toLowerCase());

/** How many words the paths of a source and a test file have in common. */
export function likenessOf(source: string, test: string): number {
	const own = new Set(wordsIn(source));
	return wordsIn(test).filter((word) => own.has(word)).length;
}

/**
 * The test files that reach a mutant, in portions of three, nine and the rest: those with the most similar names
 * first, then the quickest, because most mutants fail in the first portion. Also returns how many exceed the
 * remaining seconds.
 */
export function portions(
	file: string,
	reaching: readonly { file: string; seconds: number }[],
	seconds: number,
): { runs: string[][]; left: number } {
	const rated = reaching.map((test) => ({ ...test, likeness: likenessOf(file, test.file) }));
	const quickest = [...rated].sort((one, other) => one.seconds - other.seconds);
	// The most similar ones always run, however slow they are.
	const alike = quickest.filter(({ likeness }) => likeness > 0);
	const similar = alike.sort((one, other) => other.likeness - one.likeness).slice(0, 3);
	const chosen = [...similar];
	let used = similar.reduce((sum, test) => sum + test.seconds, 0);
	for (const test of quickest) {
		if (similar.includes(test)) continue;
		if (chosen.length > 0 && used + test.seconds > seconds) break;
		used += test.seconds;
		chosen.push(test);
	}
	const files = [...chosen].sort((one, other) => other.likeness - one.likeness).map((test) => test.file);
	const runs = [files.slice(0, 3), files.slice(3, 12), files.slice(12)].filter((run) => run.length > 0);
	return { runs, left: reaching.length - files.length };
}

/** Tries a mutant in a copy of the clone, and restores the copy before resolving. */
export async function attempt(
	folder: string,
	mutant: Mutant,
	tests: ReachMap['tests'],
	seconds: number,
): Promise<Fate> {
	const whole = path.join(folder, mutant.file);
	const text = fs.readFileSync(whole, 'utf8');
	const stretch = stretchAt(stretchesIn(text), mutant.start);
	const reaching = tests.filter((test) => reaches(test, mutant.file, stretch));
	if (reaching.length === 0) return { kind: 'unreached' };
	const { runs, left } = portions(mutant.file, reaching, seconds);
	fs.writeFileSync(whole, applied(text, mutant));
	try {
		for (const files of runs) {
			const usual = reaching.filter(({ file }) => files.includes(file)).reduce((sum, file) => sum + file.seconds, 0);
			const run = await runTests(folder, files, 90 + 4 * usual);
			if (run.hung) return { kind: 'hung' };
			if (!run.green) return { kind: 'noticed', by: run.failed ?? 'a test file that does not load' };
		}
		return { kind: 'survived', files: runs.flat().length, left };
	} finally {
		fs.writeFileSync(whole, text);
	}
}
