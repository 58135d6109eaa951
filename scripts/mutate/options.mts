// The options of `npm run mutate`.
import os from 'node:os';
import { parseArgs } from 'node:util';

export interface MutateOptions {
	seed: number;
	count: number;
	/** Seconds of tests that one mutant may cost. */
	seconds: number;
	/** Copies in which mutants are tried side by side. */
	lanes: number;
	/** Part of the names of the files that are mutated. */
	only: string;
	/** Parts of the names of the test files that run, with commas between them. */
	tests: string;
}

export const usage = `Makes small mistakes in nodes/ and credentials/, and counts those that a unit or contract test notices. Which
tests reach what, the last whole npm test has noted.

  npm run mutate -- --seed 1 --count 150

  --seed <n>       which mistakes: the same seed gives the same ones for the same sources (1)
  --count <n>      how many mistakes that compile (150)
  --seconds <n>    at most this many seconds of tests for each mistake, the quickest test files first (240)
  --lanes <n>      copies of the repository to test in parallel (half of the processors)
  --only <text>    only mistakes in files with this in their names, such as transport/
  --tests <text>   only test files with this in their names, or with one of several such texts: transport,tries
  --help           this text`;

function whole(name: string, text: string, low: number): number {
	const number = Number(text);
	if (text.trim() === '' || !Number.isInteger(number) || number < low)
		throw new Error(`--${name} takes a whole number of at least ${low}, not "${text}".`);
	return number;
}

/** `undefined` when only help was asked for. */
export function readOptions(args: string[]): MutateOptions | undefined {
	const { values } = parseArgs({
		args,
		options: {
			seed: { type: 'string', default: '1' },
			count: { type: 'string', default: '150' },
			seconds: { type: 'string', default: '240' },
			lanes: { type: 'string', default: String(Math.max(1, Math.floor(os.availableParallelism() / 2))) },
			only: { type: 'string', default: '' },
			tests: { type: 'string', default: '' },
			help: { type: 'boolean', default: false },
		},
	});
	if (values.help) return undefined;
	return {
		seed: whole('seed', values.seed, 0),
		count: whole('count', values.count, 1),
		seconds: whole('seconds', values.seconds, 1),
		lanes: whole('lanes', values.lanes, 1),
		only: values.only,
		tests: values.tests,
	};
}
