// The n8n of `npm start`, which can be restarted in place.
import type { RunningN8n } from '../../kit/n8n/process.mts';

export class HostedN8n {
	readonly #boot: () => Promise<RunningN8n>;
	#tell: (code: number) => void = () => undefined;
	/** The exit code of an n8n that nobody has asked to end. */
	readonly ended = new Promise<number>((resolve) => (this.#tell = resolve));
	#current: Promise<RunningN8n> | undefined;
	#replacing = false;

	constructor(boot: () => Promise<RunningN8n>) {
		this.#boot = boot;
	}

	async start(): Promise<RunningN8n> {
		this.#current = this.#boot();
		const n8n = await this.#current;
		void n8n.ended.then((code) => {
			if (!this.#replacing) this.#tell(code);
		});
		return n8n;
	}

	async restart(): Promise<void> {
		this.#replacing = true;
		await this.stop();
		this.#replacing = false;
		await this.start();
	}

	/** Also an n8n that is still starting is ended and waited for. */
	async stop(): Promise<void> {
		const n8n = await this.#current?.catch(() => undefined);
		await n8n?.stop();
	}
}
