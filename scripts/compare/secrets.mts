// Reads keys from environment variables, else from a person at a terminal.
import { createInterface } from 'node:readline';
import { Writable } from 'node:stream';
import { UsageError } from './options.mts';

export type Ask = (question: string) => Promise<string>;

/** The value of a variable. Its name isn't repeated: it may be a key that was put where the name belongs. */
function fromEnvironment(flag: string, name: string, environment: NodeJS.ProcessEnv): string {
	const value = environment[name]?.trim() ?? '';
	if (value === '')
		throw new UsageError(`${flag} needs the name of an environment variable; this one is empty or not set.`);
	return value;
}

/** Prompts in the terminal without echo; undefined without a terminal. */
export function terminalAsk(input: NodeJS.ReadStream, output: NodeJS.WriteStream): Ask | undefined {
	if (!input.isTTY || !output.isTTY) return undefined;
	return (question) =>
		new Promise((resolve, reject) => {
			const nowhere = new Writable({ write: (_chunk, _encoding, done) => done() });
			const reader = createInterface({ input, output: nowhere, terminal: true });
			let answered = false;
			reader.once('close', () => {
				output.write('\n');
				if (!answered) reject(new UsageError('Nothing was entered.'));
			});
			output.write(question);
			reader.question('', (answer) => {
				answered = true;
				reader.close();
				resolve(answer.trim());
			});
		});
}

interface Secrets {
	apiKeys: string[];
	subscriptionKey: string;
}

interface Named {
	apiKeyEnv: string[];
	subscriptionKeyEnv?: string;
}

/** Undefined when no key was named or entered. */
export async function readSecrets(
	named: Named,
	environment: NodeJS.ProcessEnv,
	ask: Ask | undefined,
): Promise<Secrets | undefined> {
	const apiKeys = named.apiKeyEnv.map((name) => fromEnvironment('--api-key-env', name, environment));
	if (apiKeys.length === 0) {
		const entered = (await ask?.('API key (empty for none; it is not shown): ')) ?? '';
		if (entered === '') return undefined;
		apiKeys.push(entered);
	}
	const name = named.subscriptionKeyEnv;
	const subscriptionKey =
		name === undefined
			? ((await ask?.('Subscription key (it is not shown): ')) ?? '')
			: fromEnvironment('--subscription-key-env', name, environment);
	if (subscriptionKey === '') throw new UsageError('The subscription key is missing: --subscription-key-env.');
	return { apiKeys, subscriptionKey };
}
