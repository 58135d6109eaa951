// The options of `npm run sandbox`.
import { parseArgs } from 'node:util';
import { isRegion } from './core/keys.mts';
import { choiceLines, readChoice, variantNames, type Choices, type VariantName } from './core/choices.mts';
import { alivePace, fastestPace } from './core/clock.mts';
import type { SandboxOptions } from './index.mts';
import { worldNames, type WorldName } from './seed/worlds.mts';

export const help = `Simulates the Workforce Operations service on your own computer.

  npm run sandbox -- [options]

  --port <n>            port on 127.0.0.1 (default 5690; 0 picks any free one)
  --host <address>      address to listen on instead of 127.0.0.1, such as 0.0.0.0 in a container; needs --yes-expose
  --yes-expose          confirms that anyone who can reach that address can do everything the sandbox's page can
  --file <path>         keep the state in this SQLite file (default: in memory, lost on exit)
  --rate <n>            requests per minute for each API key (default 60)
  --token-ttl <s>       lifetime of a token in seconds (default 3600)
  --data <size>         months: this calendar month and all of the previous one; demo: a small world; or a number of timesheets (default months)
  --world <name>        add a situation from the operator's help centre (months has them all): ${worldNames.join(', ')}
  --delay-retries <ms>  waits before the retries of a webhook delivery, separated by commas (default 5000,30000,120000,600000)
  --region <code>       the region to simulate, such as uk; each has its own subscription key (default au)
  --alive               simulate a day: guards clock in and out, reports are submitted, logins fail, licences expire
  --seed <n>            which day: the same seed gives the same day (default 1)
  --pace <n>            sandbox seconds per real second, up to 3600 (default 60 with --alive, otherwise 1)
  --variant <name>      default: as the service document says; contrary: the opposite wherever it is silent
  --choose <a>=<b>      answer a single open question, such as --choose inactive=only; may be repeated
  --reset               start from scratch: delete the file's contents
  --help                this text

Open questions (default | contrary | others)
${choiceLines().join('\n')}`;

/** Reads the command line; null if only help was asked for. Throws with words for the person who typed a mistake. */
export function readOptions(args: string[]): SandboxOptions | null {
	const { values } = parseArgs({
		args,
		options: {
			port: { type: 'string', default: '5690' },
			host: { type: 'string' },
			'yes-expose': { type: 'boolean', default: false },
			file: { type: 'string' },
			rate: { type: 'string', default: '60' },
			'token-ttl': { type: 'string', default: '3600' },
			data: { type: 'string', default: 'months' },
			world: { type: 'string', multiple: true, default: [] },
			'delay-retries': { type: 'string' },
			region: { type: 'string', default: 'au' },
			alive: { type: 'boolean', default: false },
			seed: { type: 'string', default: '1' },
			pace: { type: 'string' },
			variant: { type: 'string' },
			choose: { type: 'string', multiple: true, default: [] },
			reset: { type: 'boolean', default: false },
			help: { type: 'boolean', default: false },
		},
	});
	if (values.help) return null;
	const retries = values['delay-retries'];
	return {
		port: number(values.port, '--port', 0, 65_535),
		host: hostOf(values.host, values['yes-expose']),
		file: values.file,
		region: regionOf(values.region),
		variant: values.variant === undefined ? undefined : variantOf(values.variant),
		choices: Object.assign({}, ...values.choose.map(readChoice)) as Partial<Choices>,
		reset: values.reset,
		alive: values.alive ? number(values.seed, '--seed', 0, 1_000_000_000) : undefined,
		pace: values.pace === undefined ? (values.alive ? alivePace : 1) : number(values.pace, '--pace', 1, fastestPace),
		ratePerMinute: number(values.rate, '--rate', 1, 1_000_000),
		tokenTtlSeconds: number(values['token-ttl'], '--token-ttl', 1, 31_536_000),
		data:
			values.data === 'demo' || values.data === 'months'
				? values.data
				: { timesheets: number(values.data, '--data', 0, 1_000_000) },
		worlds: values.world.map(worldOf),
		deliveries:
			retries === undefined
				? undefined
				: {
						retryDelaysMs: retries
							.split(',')
							.filter((part) => part !== '')
							.map((part) => number(part, '--delay-retries', 0, 86_400_000)),
					},
		log: (line) => console.log(line),
	};
}

const LOOPBACK: readonly string[] = ['127.0.0.1', 'localhost', '::1'];

/** Listening beyond this machine needs a second option to confirm it, because there is no sign-in. */
function hostOf(text: string | undefined, exposed: boolean): string | undefined {
	if (text === undefined && exposed) throw new Error('--yes-expose has no effect without --host.');
	if (text === undefined || exposed || LOOPBACK.includes(text)) return text;
	throw new Error(`--host ${text} gives other computers access, and there is no sign-in. Add --yes-expose to confirm.`);
}

function regionOf(text: string): string {
	if (isRegion(text)) return text;
	throw new Error(`--region must be the code of a region, such as au or uk, not "${text}".`);
}

function worldOf(text: string): WorldName {
	const world = worldNames.find((name) => name === text);
	if (world === undefined) throw new Error(`--world must be one of ${worldNames.join(', ')}, not "${text}".`);
	return world;
}

function variantOf(text: string): VariantName {
	const variant = variantNames.find((name) => name === text);
	if (variant === undefined) throw new Error(`--variant must be ${variantNames.join(' or ')}, not "${text}".`);
	return variant;
}

function number(text: string, flag: string, low: number, high: number): number {
	const value = Number(text);
	if (text.trim() === '' || !Number.isInteger(value) || value < low || value > high)
		throw new Error(`${flag} must be a whole number from ${low} to ${high}, not "${text}".`);
	return value;
}
