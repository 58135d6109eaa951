// The command without its process, so that a test can run it: arguments in, text and exit code out.
import type { PackageContract } from '../docs/sources.mts';
import { readOptions, UsageError, usageOf, type CompareOptions } from './options.mts';
import { asJson, asText, exitCodeOf } from './report.mts';
import { compare, withSecondSandbox, type Comparison } from './run.mts';
import { readSecrets, type Ask } from './secrets.mts';

export interface Surroundings {
	environment: NodeJS.ProcessEnv;
	/** Absent where nobody can be asked. */
	ask?: Ask;
	out: (text: string) => void;
	/** For what isn't the result. */
	note: (text: string) => void;
}

async function comparisonOf(
	options: CompareOptions,
	contract: PackageContract,
	{ environment, ask, note }: Surroundings,
): Promise<Comparison> {
	const { service } = options;
	const secrets = service && (await readSecrets(options, environment, ask));
	if (service === undefined || secrets === undefined) {
		if (service !== undefined) note(`No key: nothing is sent to ${service.name}; a second sandbox stands in for it.`);
		return withSecondSandbox((target) => compare(contract, target, { log: note }));
	}
	const { keyType, subscriberId, rate } = options;
	const target = { ...service, ...secrets, keyType, subscriberId, requestsPerMinute: rate };
	return compare(contract, target, { log: note });
}

/** Runs `npm run compare` and returns its exit code. */
export async function command(args: string[], contract: PackageContract, surroundings: Surroundings): Promise<number> {
	try {
		const options = readOptions(args, contract);
		if (options === undefined) {
			surroundings.out(usageOf(contract));
			return 0;
		}
		const comparison = await comparisonOf(options, contract, surroundings);
		surroundings.out(options.json ? asJson(comparison) : asText(comparison));
		return exitCodeOf(comparison);
	} catch (error) {
		// Anything else than our own words could hold a header or an address.
		const name = error instanceof Error ? error.name : typeof error;
		surroundings.note(error instanceof UsageError ? error.message : `The comparison broke down (${name}).`);
		return 2;
	}
}
