// The options of `npm run compare`. Keys are never arguments: npm, shells and process lists show those.
import { parseArgs } from 'node:util';
import type { PackageContract } from '../docs/sources.mts';

const regionsOf = (contract: PackageContract): string[] => Object.keys(contract.regions);

export const usageOf = (
	contract: PackageContract,
): string => `Compares a service with the sandbox: status, envelope, field names and types of the read-only calls.

  npm run compare
  npm run compare -- --region au --api-key-env MY_KEY --subscription-key-env MY_SUBSCRIPTION_KEY

Without a key it compares the sandbox with a second one, which shows that the command works.
It also reports how the service answers what its document leaves open, as choices of the sandbox.
Only GET requests are sent, apart from the token request and what --with-writes does. Field values are neither shown nor kept; IDs are hashed.

  ${`--region ${regionsOf(contract).join('|')}`.padEnd(31)} the service of a region
  --base-url <address>            another address instead; https, or http on this machine
  --api-key-env <name>            environment variable that holds an API key; may be repeated for other key types
  --subscription-key-env <name>   environment variable that holds the subscription key
  --subscription-key-header <h>   header of the subscription key, with --base-url
  --key-type <type>               for a key whose token does not name its type
  --subscriber-id <id>            webhook subscriber whose subscriptions may be listed
  --rate <n>                      requests per minute for each key, 1 to 60 (default 60)
  --write <file>                  saves the Service Details, which are also printed at the end, to a file
  --check <file>                  says whether a file can be used as Service Details, and sends nothing
  --with-writes                   also finds what only a write shows, after asking you: creates a webhook subscriber with a
                                  subscription, switches both off, and updates the --employee
  --employee <id>                 internal ID of an employee whose last name is written unchanged
  --limits                        measures the limits of one key instead, after asking you: about 200 reads in two
                                  minutes, which use up its limit twice, so nothing else can use it
  --json                          the result as JSON
  --help                          this text

In a terminal, the command asks for keys that no variable holds, and hides them.
Exit code: 0 without differences, 1 with differences, 2 if the comparison failed.`;

/** A mistake on the command line. The message repeats none of the input, which may be a misplaced key. */
export class UsageError extends Error {}

export interface CompareOptions {
	service?: { name: string; baseUrl: string; subscriptionKeyHeader: string };
	apiKeyEnv: string[];
	subscriptionKeyEnv?: string;
	keyType?: string;
	subscriberId?: string;
	rate: number;
	limits: boolean;
	/** File for Service Details. */
	write?: string;
	/** File with Service Details to look at. */
	check?: string;
	withWrites: boolean;
	employee?: string;
	json: boolean;
}

const options = {
	region: { type: 'string' },
	'base-url': { type: 'string' },
	'api-key-env': { type: 'string', multiple: true },
	'subscription-key-env': { type: 'string' },
	'subscription-key-header': { type: 'string' },
	'key-type': { type: 'string' },
	'subscriber-id': { type: 'string' },
	rate: { type: 'string', default: '60' },
	limits: { type: 'boolean', default: false },
	write: { type: 'string' },
	check: { type: 'string' },
	'with-writes': { type: 'boolean', default: false },
	employee: { type: 'string' },
	json: { type: 'boolean', default: false },
	help: { type: 'boolean', default: false },
} as const;

function parse(args: string[]) {
	try {
		return parseArgs({ args, options, allowPositionals: false }).values;
	} catch {
		throw new UsageError('An argument is unknown, or has no value. See --help.');
	}
}

function serviceOf(
	contract: PackageContract,
	region: string | undefined,
	baseUrl: string | undefined,
	header: string | undefined,
): CompareOptions['service'] {
	const facts = contract.findRegion(region ?? '');
	if (region !== undefined && facts === undefined)
		throw new UsageError(`--region must be ${regionsOf(contract).join(' or ')}.`);
	if (header !== undefined && !/^[A-Za-z0-9-]+$/.test(header))
		throw new UsageError('--subscription-key-header takes the name of a header.');
	if (baseUrl !== undefined) {
		const read = contract.parseBaseUrl(baseUrl);
		if ('wrong' in read) throw new UsageError(`--base-url: ${read.wrong}`);
		const standard = facts?.subscriptionKeyHeader ?? contract.DEFAULT_SUBSCRIPTION_KEY_HEADER;
		return { name: new URL(read.baseUrl).host, baseUrl: read.baseUrl, subscriptionKeyHeader: header ?? standard };
	}
	if (facts === undefined) return undefined;
	return {
		name: `the service (${facts.name})`,
		baseUrl: facts.baseUrl,
		subscriptionKeyHeader: header ?? facts.subscriptionKeyHeader,
	};
}

/** `undefined` when only help was asked for. */
export function readOptions(args: string[], contract: PackageContract): CompareOptions | undefined {
	const values = parse(args);
	if (values.help) return undefined;
	const rate = Number(values.rate);
	if (!Number.isInteger(rate) || rate < 1 || rate > contract.REQUESTS_PER_MINUTE)
		throw new UsageError(`--rate must be a whole number from 1 to ${contract.REQUESTS_PER_MINUTE}.`);
	if (values['subscriber-id'] !== undefined && !/^\d{1,15}$/.test(values['subscriber-id']))
		throw new UsageError('--subscriber-id must be a whole number.');
	if (values.employee !== undefined && !/^\d{1,15}$/.test(values.employee))
		throw new UsageError('--employee must be an employee’s internal ID, a whole number.');
	const service = serviceOf(contract, values.region, values['base-url'], values['subscription-key-header']);
	const apiKeyEnv = values['api-key-env'] ?? [];
	if (service === undefined && apiKeyEnv.length > 0) throw new UsageError('A key needs --region or --base-url.');
	return {
		service,
		apiKeyEnv,
		subscriptionKeyEnv: values['subscription-key-env'],
		keyType: values['key-type'],
		subscriberId: values['subscriber-id'],
		rate,
		limits: values.limits,
		write: values.write,
		check: values.check,
		withWrites: values['with-writes'],
		employee: values.employee,
		json: values.json,
	};
}
