// Draws mutants at random, reproducibly.
import fs from 'node:fs';
import path from 'node:path';
import { Random } from '../../sandbox/seed/random.mts';
import { compilerOf } from './compiles.mts';
import { mutantsIn, type Mutant } from './mutants.mts';
import { sourcesIn } from '../reach/map.mts';

/** `count` mutants that compile; each place of the sources is as likely as any other. */
export function draw(root: string, { seed, count, only }: { seed: number; count: number; only: string }): Mutant[] {
	const all = sourcesIn(root)
		.filter((file) => file.includes(only))
		.flatMap((file) => mutantsIn(file, fs.readFileSync(path.join(root, file), 'utf8')));
	const compiles = compilerOf(root);
	const random = new Random(seed);
	const drawn: Mutant[] = [];
	while (drawn.length < count && all.length > 0) {
		const [mutant] = all.splice(random.between(0, all.length - 1), 1);
		if (mutant !== undefined && compiles(mutant)) drawn.push(mutant);
	}
	return drawn;
}
