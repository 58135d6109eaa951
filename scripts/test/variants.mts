// Against which of the sandbox's two variants a contract test file runs: against both, or against the one that the file's name and the
// commit draw. Over the commits every file meets both, at half the time.
import { execFileSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import fs from 'node:fs';
import path from 'node:path';
import type { Choices, VariantName } from '../../sandbox/core/choices.mts';

const folder = path.resolve(import.meta.dirname, '..', '..', 'test', 'contract');

/** By which contract test files each choice of the sandbox is asked about: they always run against both. A new choice needs its row. */
export const askedBy: Readonly<Record<keyof Choices, readonly string[]>> = {
	inactive: ['operations/activeOnly', 'operations/staffPreviewHolds'],
	nulls: ['operations/flatten'],
	cursor: ['operations/growing', 'operations/walks'],
	errorCode: ['transport/errors'],
	largestPage: ['operations/pickerLimits'],
	writes: ['operations/confirmed', 'operations/staffUpsertWrites'],
	notification: ['trigger/delivery'],
	isApproved: ['operations/approval'],
	end: ['transport/ends'],
	total: ['transport/ends'],
	rates: ['operations/lines'],
	batch: ['trigger/lists'],
	names: ['names/otherNames'],
	unstated: ['operations/hours'],
};

/** One compares two tables, the other the sandbox with itself in the words of the default variant: neither runs the package. */
const onlyDefault: ReadonlySet<string> = new Set(['operations/table', 'compare/compare']);

export const ways = ['drawn', 'both', 'default', 'contrary'] as const;

export interface Draw {
	way: (typeof ways)[number];
	seed: string;
	/** Only a few files. */
	sample: boolean;
}

/** How many files a sample has. */
const SAMPLE = 6;

/** Jest's projects, by the variant that they run against. */
const projects: Readonly<Record<VariantName, string>> = { default: 'contract', contrary: 'contrary' };

/** Where Jest's configuration reads the draw; without it every file runs in both projects. */
const VARIABLE = 'WORKFORCE_DRAW';

export const environmentOf = (draw: Draw): NodeJS.ProcessEnv => ({ [VARIABLE]: JSON.stringify(draw) });

const whole: Draw = { way: 'both', seed: '', sample: false };

export const drawOf = (environment: NodeJS.ProcessEnv): Draw =>
	environment[VARIABLE] === undefined ? whole : (JSON.parse(environment[VARIABLE]) as Draw);

/** All contract test files, such as `operations/live`. */
export const contractFiles = (): string[] =>
	fs
		.readdirSync(folder, { recursive: true, encoding: 'utf8' })
		.filter((name) => name.endsWith('.test.mts'))
		.map((name) => name.split(path.sep).join('/').replace('.test.mts', ''))
		.sort();

const drawn = (file: string, { seed }: Draw, what: string): string =>
	createHash('sha256').update(`${what}\n${seed}\n${file}`).digest('hex');

function variantsOf(file: string, draw: Draw): readonly VariantName[] {
	if (onlyDefault.has(file)) return ['default'];
	if (draw.way === 'default' || draw.way === 'contrary') return [draw.way];
	if (draw.way === 'both' || Object.values(askedBy).some((files) => files.includes(file)))
		return ['default', 'contrary'];
	return [drawn(file, draw, 'variant') < '8' ? 'default' : 'contrary'];
}

/** The files of each variant. */
export function filesByVariant(files: readonly string[], draw: Draw): Record<VariantName, string[]> {
	const order = (file: string): string => drawn(file, draw, 'sample');
	const chosen = draw.sample
		? [...files].sort((one, other) => (order(one) < order(other) ? -1 : 1)).slice(0, SAMPLE)
		: files;
	const of = (variant: VariantName): string[] => chosen.filter((file) => variantsOf(file, draw).includes(variant));
	return { default: of('default'), contrary: of('contrary') };
}

/** Patterns of Jest for the files that a variant leaves out. */
export function leftOut(variant: VariantName, draw: Draw): string[] {
	const files = contractFiles();
	const taken = new Set(filesByVariant(files, draw)[variant]);
	return files.filter((file) => !taken.has(file)).map((file) => `/test/contract/${file}\\.test\\.mts$`);
}

/** Jest's projects of the contract stage. */
export const projectsOf = ({ way }: Draw): string[] =>
	way === 'default' || way === 'contrary' ? [projects[way]] : Object.values(projects);

/** The commit that is checked out; outside git always the same. */
export function commit(): string {
	try {
		const said = execFileSync('git', ['rev-parse', '--short=12', 'HEAD'], {
			cwd: folder,
			stdio: ['ignore', 'pipe', 'ignore'],
		});
		return said.toString().trim();
	} catch {
		return 'no commit';
	}
}

const quoted = (text: string): string => (/^[\w.-]+$/.test(text) ? text : JSON.stringify(text));

/** The arguments of `npm test` that bring the same draw again. */
export const again = ({ way, seed }: Draw): string =>
	way === 'drawn' ? `--seed ${quoted(seed)}` : `--variant ${way} --seed ${quoted(seed)}`;

/** Which tests the contract stage runs, in words. */
export function describeDraw({ way, seed, sample }: Draw): string {
	const files = sample ? `${SAMPLE} files that the seed ${seed} draws` : 'each file';
	switch (way) {
		case 'both':
			return `${files}, against the default and the contrary variant`;
		case 'drawn':
			return `${files}, against the variant that the seed ${seed} draws`;
		default:
			return `${files}, against the ${way} variant`;
	}
}
