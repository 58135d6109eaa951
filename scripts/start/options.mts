// What `npm start` can be told.
import { parseArgs } from 'node:util';

export interface StartOptions {
	n8nPort: number;
	sandboxPort: number;
}

export const usage = `Starts n8n with this package and the sandbox, a stand-in for the service.

  npm start -- --n8n-port 5700 --sandbox-port 5701

  --n8n-port <number>      n8n's port (5678)
  --sandbox-port <number>  the sandbox's port (5690)
  --help                   this text`;

export class UsageError extends Error {}

function port(name: string, text: string): number {
	const number = Number(text);
	if (!Number.isInteger(number) || number < 1 || number > 65_535)
		throw new UsageError(`--${name} takes a port from 1 to 65535, not "${text}".`);
	return number;
}

/** `undefined` when only help was asked for. */
export function readOptions(args: string[]): StartOptions | undefined {
	const options = {
		'n8n-port': { type: 'string', default: '5678' },
		'sandbox-port': { type: 'string', default: '5690' },
		help: { type: 'boolean', default: false },
	} as const;
	let values: { 'n8n-port': string; 'sandbox-port': string; help: boolean };
	try {
		({ values } = parseArgs({ args, options }));
	} catch (error) {
		throw new UsageError(`${error instanceof Error ? error.message : String(error)}\n\n${usage}`);
	}
	if (values.help) return undefined;
	const chosen = {
		n8nPort: port('n8n-port', values['n8n-port']),
		sandboxPort: port('sandbox-port', values['sandbox-port']),
	};
	if (chosen.n8nPort === chosen.sandboxPort)
		throw new UsageError(`n8n and the sandbox can't share port ${chosen.n8nPort}.`);
	return chosen;
}
