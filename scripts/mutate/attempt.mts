// One mutant against the tests that reach it.
import fs from 'node:fs';
import path from 'node:path';
import { runTests } from './lane.mts';
import { stretchAt, stretchesIn } from './markers.mts';
import { applied, type Mutant } from './mutants.mts';
import type { Reach } from './reach.mts';

export type Fate =
	| { kind: 'noticed'; by: string }
	/** The tests came to no end. */
	| { kind: 'hung' }
	/** `left`: test files that reach it and did not run, because the seconds were used up. */
	| { kind: 'survived'; files: number; left: number }
	| { kind: 'unreached' };

/** Files that reach a mutant, the quickest first, in two portions: most mutants fall to the first. */
export function portions(
	reaching: readonly { file: string; seconds: number }[],
	seconds: number,
): [string[], string[], number] {
	const sorted = [...reaching].sort((one, other) => one.seconds - other.seconds);
	const chosen: string[] = [];
	let used = 0;
	for (const { file, seconds: own } of sorted) {
		if (chosen.length > 0 && used + own > seconds) break;
		used += own;
		chosen.push(file);
	}
	const first = Math.min(chosen.length, 12);
	return [chosen.slice(0, first), chosen.slice(first), sorted.length - chosen.length];
}

/** Tries a mutant in a copy of the clone, which is as before when this resolves. */
export async function attempt(folder: string, mutant: Mutant, reach: Reach, seconds: number): Promise<Fate> {
	const whole = path.join(folder, mutant.file);
	const text = fs.readFileSync(whole, 'utf8');
	const place = stretchAt(stretchesIn(mutant.file, text), mutant.start)?.id ?? '';
	const reaching = reach.tests.filter(({ reached }) => reached.includes(place));
	if (reaching.length === 0) return { kind: 'unreached' };
	const [first, rest, left] = portions(reaching, seconds);
	fs.writeFileSync(whole, applied(text, mutant));
	try {
		for (const files of [first, rest]) {
			if (files.length === 0) continue;
			const usual = reaching.filter(({ file }) => files.includes(file)).reduce((sum, file) => sum + file.seconds, 0);
			const run = await runTests(folder, files, { seconds: 90 + 4 * usual, stopEarly: true, workers: 1 });
			if (run.hung) return { kind: 'hung' };
			if (!run.green && run.files.length === 0) throw new Error(`Jest did not run ${files.join(', ')}`);
			if (!run.green) return { kind: 'noticed', by: run.failed ?? 'a test file that does not load' };
		}
		return { kind: 'survived', files: first.length + rest.length, left };
	} finally {
		fs.writeFileSync(whole, text);
	}
}
