// The command without its process, so that tests can run it: takes arguments, returns text and exit code.
import { readFileSync, writeFileSync } from 'node:fs';
import type { PackageContract } from '../docs/sources.mts';
import { detailsFrom } from './details/finding.mts';
import { limitsText, measureLimits, type Limits } from './limits.mts';
import { SlidingWindow, realTime, type Time } from './slidingWindow.mts';
import { Service, ServiceFailure } from './service.mts';
import { readOptions, UsageError, usageOf, type CompareOptions } from './options.mts';
import { asJson, asText, exitCodeOf } from './report.mts';
import { compare, withSecondSandbox, type Comparison } from './run.mts';
import { readSecrets, type Ask } from './secrets.mts';

interface Surroundings {
	environment: NodeJS.ProcessEnv;
	/** Absent if nobody can be asked. */
	ask?: Ask;
	out: (text: string) => void;
	/** For lines that are not part of the result. */
	note: (text: string) => void;
	/** The clock; real time if absent. */
	time?: Time;
}

async function comparisonOf(
	options: CompareOptions,
	contract: PackageContract,
	{ environment, ask, note, time }: Surroundings,
): Promise<Comparison> {
	const { service } = options;
	const secrets = service && (await readSecrets(options, environment, ask));
	if (service === undefined || secrets === undefined) {
		if (service !== undefined) note(`No key: nothing is sent to ${service.name}; a second sandbox stands in for it.`);
		return withSecondSandbox((target) => compare(contract, target, { log: note }));
	}
	const { keyType, subscriberId, rate } = options;
	const writes = options.withWrites ? await agreedWrites(options, { ask, note }) : undefined;
	const target = { ...service, ...secrets, keyType, subscriberId, requestsPerMinute: rate, writes };
	return compare(contract, target, { log: note, time });
}

/** The writes the user agrees to; undefined if the answer isn't yes. */
async function agreedWrites(
	{ service, employee }: CompareOptions,
	{ ask, note }: Pick<Surroundings, 'ask' | 'note'>,
): Promise<{ employee?: string } | undefined> {
	if (ask === undefined) throw new UsageError('--with-writes asks for confirmation, so it needs a terminal.');
	note(`This will be written to ${service?.name ?? 'the service'}, and then undone:`);
	note('- a webhook subscriber with one subscription to an address that does not exist; both are then switched off');
	if (employee !== undefined) note(`- the last name of the employee with the ID ${employee}, unchanged`);
	if (/^y(es)?$/i.test(await ask('Continue? (yes or no; your typing is not shown): '))) return { employee };
	note('Nothing was written.');
	return undefined;
}

/** Whether a file can be used as Service Details: 0, or 1 with what is wrong. */
function checked(file: string, contract: PackageContract, { out }: Surroundings): number {
	const read = contract.readServiceDetails(readTextOf(file));
	if ('details' in read) {
		out('These Service Details can be used: paste them into the field at the end of the credential.');
		return 0;
	}
	for (const fault of read.faults) out(`Service Details: ${fault}.`);
	return 1;
}

function readTextOf(file: string): string {
	try {
		return readFileSync(file, 'utf8');
	} catch {
		throw new UsageError('The --check file can’t be read.');
	}
}

/** Measures the limits of one key; undefined if the user does not agree. */
async function limitsOf(
	options: CompareOptions,
	contract: PackageContract,
	{ environment, ask, note, time = realTime }: Surroundings,
): Promise<Limits | undefined> {
	const { service } = options;
	if (service === undefined) throw new UsageError('--limits needs a service: add --region or --base-url.');
	if (ask === undefined) throw new UsageError('--limits asks for confirmation, so it needs a terminal.');
	const secrets = await readSecrets(options, environment, ask);
	const [apiKey] = secrets?.apiKeys ?? [];
	if (secrets === undefined || apiKey === undefined) throw new UsageError('--limits needs a key.');
	note(`This sends about 200 read requests to ${service.name} in two minutes, and nothing else.`);
	note('Workflows and programs that use the same key must wait until then.');
	if (!/^y(es)?$/i.test(await ask('Continue? (yes or no; your typing is not shown): '))) return undefined;
	const measured = new Service(
		service.name,
		{ ...service, ...secrets, apiKey },
		contract,
		new SlidingWindow(options.rate, time),
	);
	await measured.signIn();
	return measureLimits(measured, contract, time);
}

/** Runs `npm run compare` and returns its exit code. */
export async function command(args: string[], contract: PackageContract, surroundings: Surroundings): Promise<number> {
	try {
		const options = readOptions(args, contract);
		if (options === undefined) {
			surroundings.out(usageOf(contract));
			return 0;
		}
		if (options.check !== undefined) return checked(options.check, contract, surroundings);
		if (options.limits) {
			const limits = await limitsOf(options, contract, surroundings);
			if (limits === undefined) surroundings.note('Nothing was sent.');
			else
				surroundings.out(
					options.json ? JSON.stringify(limits, null, 2) : limitsText(options.service?.name ?? '', limits),
				);
			return 0;
		}
		const comparison = await comparisonOf(options, contract, surroundings);
		surroundings.out(options.json ? asJson(comparison) : asText(comparison));
		if (options.write !== undefined) {
			writeFileSync(options.write, `${JSON.stringify(detailsFrom(comparison.details), null, 2)}\n`);
			surroundings.note('Service Details are saved.');
		}
		return exitCodeOf(comparison);
	} catch (error) {
		if (error instanceof ServiceFailure) {
			surroundings.note(error.message);
			return 2;
		}
		// Any other text could contain a header or an address.
		const name = error instanceof Error ? error.name : typeof error;
		surroundings.note(error instanceof UsageError ? error.message : `The comparison failed (${name}).`);
		return 2;
	}
}
