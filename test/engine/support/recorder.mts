import { type Canned, passOn, type Seen, serve } from '../../../kit/servers/between.mts';

export type { Canned, Seen };

/** What happens to a request: answered here, cut off after the service has dealt with it, or (undefined) passed on. */
export type Rule = (seen: Seen) => Canned | 'cut' | undefined | Promise<Canned | 'cut' | undefined>;

export interface Recorder {
	url: string;
	/** Requests beside the token's, oldest first. */
	seen: Seen[];
	/** Replaces the rule for the requests to come. */
	answer(rule: Rule | undefined): void;
	clear(): void;
	close(): Promise<void>;
}

/** Stands between the node and a sandbox and writes down what the node sends, bodies and headers too. */
export async function startRecorder(target?: string): Promise<Recorder> {
	const seen: Seen[] = [];
	let rule: Rule | undefined;
	const { url, close } = await serve(async (entry) => {
		const isToken = entry.path.endsWith('/token/request');
		if (!isToken) seen.push(entry);
		if (target === undefined) return (await rule?.(entry)) ?? { status: 404 };
		const verdict = isToken ? undefined : await rule?.(entry);
		if (verdict !== undefined && verdict !== 'cut') return verdict;
		const passed = await passOn(target, entry);
		return verdict ?? passed;
	});
	return {
		url,
		seen,
		answer(next) {
			rule = next;
		},
		clear() {
			seen.length = 0;
			rule = undefined;
		},
		close,
	};
}
