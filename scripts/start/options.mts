// The options of `npm start`.
import { parseArgs } from 'node:util';
import { readChoice, variantNames, type Choices, type VariantName } from '../../sandbox/core/choices.mts';
import { alivePace, fastestPace } from '../../sandbox/core/clock.mts';
import type { SandboxOptions } from '../../sandbox/index.mts';

export interface Ports {
	n8nPort: number;
	sandboxPort: number;
}

export interface StartOptions extends Ports {
	/** The seed of a day that runs by itself in the sandbox; undefined when none does. */
	alive: number | undefined;
	/** Seconds of the sandbox that pass in a real one. */
	pace: number;
	/** The variant the sandbox plays where the service document is open; its own default if undefined. */
	variant: VariantName | undefined;
	/** Open questions with a different answer from the variant's. */
	choices: Partial<Choices>;
	/** Whether changes are built, and n8n restarted with them. */
	watch: boolean;
}

export const usage = `Starts n8n with this package, and the sandbox, which simulates the service.

  npm start -- --n8n-port 5700 --sandbox-port 5701

  --n8n-port <number>      n8n's port (5678)
  --sandbox-port <number>  the sandbox's port (5690)
  --alive                  simulates a day in the sandbox: every trigger fires without anybody clicking a button
  --seed <number>          which day: the same seed gives the same day (1)
  --pace <number>          seconds per real second for the sandbox and n8n's dates, up to 3600 (60 with --alive, otherwise 1)
  --variant <name>         default: as the service document says; contrary: the opposite wherever it is silent
  --choose <a>=<b>         answers a single open question, such as inactive=only; may be repeated
                           (npm run sandbox -- --help lists them)
  --watch                  builds your changes and restarts n8n with them; npm run dev does the same
  --help                   this text`;

export class UsageError extends Error {}

/** Ports that browsers refuse to open (the “bad ports” of the Fetch standard). */
const BLOCKED_PORTS: ReadonlySet<number> = new Set([
	1, 7, 9, 11, 13, 15, 17, 19, 20, 21, 22, 23, 25, 37, 42, 43, 53, 69, 77, 79, 87, 95, 101, 102, 103, 104, 109, 110,
	111, 113, 115, 117, 119, 123, 135, 137, 139, 143, 161, 179, 389, 427, 465, 512, 513, 514, 515, 526, 530, 531, 532,
	540, 548, 554, 556, 563, 587, 601, 636, 989, 990, 993, 995, 1719, 1720, 1723, 2049, 3659, 4045, 4190, 5060, 5061,
	6000, 6566, 6665, 6666, 6667, 6668, 6669, 6679, 6697, 10_080,
]);

function port(name: string, text: string): number {
	const number = Number(text);
	if (!Number.isInteger(number) || number < 1 || number > 65_535)
		throw new UsageError(`--${name} takes a port from 1 to 65535, not "${text}".`);
	if (BLOCKED_PORTS.has(number))
		throw new UsageError(
			`--${name} can't be ${number}: browsers refuse to open this port. Choose another, such as 5700.`,
		);
	return number;
}

function whole(name: string, text: string, low: number, high: number): number {
	const number = Number(text);
	if (text.trim() === '' || !Number.isInteger(number) || number < low || number > high)
		throw new UsageError(`--${name} takes a whole number from ${low} to ${high}, not "${text}".`);
	return number;
}

function variant(text: string): VariantName {
	const known = variantNames.find((name) => name === text);
	if (known === undefined) throw new UsageError(`--variant takes ${variantNames.join(' or ')}, not "${text}".`);
	return known;
}

function choices(texts: string[]): Partial<Choices> {
	try {
		return Object.assign({}, ...texts.map(readChoice)) as Partial<Choices>;
	} catch (error) {
		throw new UsageError(`--choose: ${error instanceof Error ? error.message : String(error)}`);
	}
}

/** `undefined` when only help was asked for. */
export function readOptions(args: string[]): StartOptions | undefined {
	const options = {
		'n8n-port': { type: 'string', default: '5678' },
		'sandbox-port': { type: 'string', default: '5690' },
		alive: { type: 'boolean', default: false },
		seed: { type: 'string', default: '1' },
		pace: { type: 'string' },
		variant: { type: 'string' },
		choose: { type: 'string', multiple: true, default: [] as string[] },
		watch: { type: 'boolean', default: false },
		help: { type: 'boolean', default: false },
	} as const;
	let values: ReturnType<typeof parseArgs<{ options: typeof options }>>['values'];
	try {
		({ values } = parseArgs({ args, options }));
	} catch (error) {
		throw new UsageError(`${error instanceof Error ? error.message : String(error)}\n\n${usage}`);
	}
	if (values.help) return undefined;
	const chosen = {
		n8nPort: port('n8n-port', values['n8n-port']),
		sandboxPort: port('sandbox-port', values['sandbox-port']),
		alive: values.alive ? whole('seed', values.seed, 0, 1_000_000_000) : undefined,
		pace: values.pace === undefined ? (values.alive ? alivePace : 1) : whole('pace', values.pace, 1, fastestPace),
		variant: values.variant === undefined ? undefined : variant(values.variant),
		choices: choices(values.choose),
		watch: values.watch,
	};
	if (chosen.n8nPort === chosen.sandboxPort)
		throw new UsageError(`n8n and the sandbox can't share port ${chosen.n8nPort}.`);
	return chosen;
}

/** The sandbox's part of the options. */
export const sandboxOptions = ({ sandboxPort, alive, pace, variant, choices }: StartOptions): SandboxOptions => ({
	port: sandboxPort,
	data: 'months',
	alive,
	pace,
	variant,
	choices,
});
