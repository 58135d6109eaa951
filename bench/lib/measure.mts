// Figures: rounds in turns, the middle of several, how they are written.

export function median(values: readonly number[]): number {
	const sorted = [...values].sort((a, b) => a - b);
	const middle = Math.floor(sorted.length / 2);
	const upper = sorted[middle];
	if (upper === undefined) throw new Error('There is no middle of nothing.');
	return sorted.length % 2 === 1 ? upper : (upper + (sorted[middle - 1] ?? upper)) / 2;
}

/**
 * Measures every candidate once per round, one after another, so that whatever else the computer does hits all of them
 * alike. Every second round goes backwards: none always comes first.
 */
export async function inTurns<Name extends string, Value>(
	names: readonly Name[],
	rounds: number,
	measure: (name: Name, round: number) => Promise<Value>,
): Promise<Record<Name, Value[]>> {
	const values = Object.fromEntries(names.map((name) => [name, [] as Value[]])) as Record<Name, Value[]>;
	for (let round = 0; round < rounds; round += 1) {
		const order = round % 2 === 0 ? names : [...names].reverse();
		for (const name of order) values[name].push(await measure(name, round));
	}
	return values;
}

export const seconds = (ms: number): string => `${(ms / 1000).toFixed(ms < 10_000 ? 2 : 1)} s`;
export const millis = (ms: number): string => `${ms.toFixed(ms < 10 ? 1 : 0)} ms`;
export const megabytes = (bytes: number): string => `${Math.round(bytes / 1_000_000)} MB`;
export const kilobytes = (bytes: number): string => `${(bytes / 1000).toFixed(1)} kB`;
export const times = (ratio: number): string => `${ratio.toFixed(ratio < 10 ? 2 : 1)} ×`;

/** A table in Markdown; all columns but the first hold figures. */
export function table(head: readonly string[], rows: ReadonlyArray<readonly string[]>): string {
	const line = (cells: readonly string[]): string => `| ${cells.join(' | ')} |`;
	return [line(head), line(head.map((_, index) => (index === 0 ? '---' : '---:'))), ...rows.map(line)].join('\n');
}

/** Processor time of this thread, in milliseconds. */
export const spent = (): number => {
	const { user, system } = process.threadCpuUsage();
	return (user + system) / 1000;
};

/** The most processor time that anything else would have had to wait for. */
export async function longestTurn(work: () => Promise<unknown>): Promise<number> {
	let [last, longest, isOver] = [spent(), 0, false];
	const turn = (): void => {
		const now = spent();
		[last, longest] = [now, Math.max(longest, now - last)];
		if (!isOver) setImmediate(turn);
	};
	setImmediate(turn);
	await work();
	isOver = true;
	await new Promise<void>((resolve) => void setImmediate(resolve));
	return longest;
}
