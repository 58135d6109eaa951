// Draws mutants by chance that can be repeated.
import fs from 'node:fs';
import path from 'node:path';
import { compilerOf } from './compiles.mts';
import { mutantsIn, type Mutant } from './mutants.mts';
import { sourcesIn } from './reach.mts';

/** Numbers from 0 (inclusive) to 1, the same for the same seed (mulberry32). */
export function chance(seed: number): () => number {
	let state = seed >>> 0;
	return () => {
		state = (state + 0x6d2b79f5) >>> 0;
		let mixed = Math.imul(state ^ (state >>> 15), state | 1);
		mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61);
		return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32;
	};
}

/** `count` mutants that compile; each place of the sources is as likely as any other. */
export function draw(root: string, { seed, count, only }: { seed: number; count: number; only: string }): Mutant[] {
	const all = sourcesIn(root)
		.filter((file) => file.includes(only))
		.flatMap((file) => mutantsIn(file, fs.readFileSync(path.join(root, file), 'utf8')));
	const compiles = compilerOf(root);
	const next = chance(seed);
	const drawn: Mutant[] = [];
	while (drawn.length < count && all.length > 0) {
		const [mutant] = all.splice(Math.floor(next() * all.length), 1);
		if (mutant !== undefined && compiles(mutant)) drawn.push(mutant);
	}
	return drawn;
}
