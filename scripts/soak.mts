// `npm run soak -- alive --minutes 15`: runs real n8n and the sandbox side by side for a long time, and reports the
// result. A stage is a file in `soak/` that exports `soak(minutes, say, more)` and returns false if something went
// wrong.

import type { Soak } from './soak/types.mts';

/** Each stage with its default minutes. */
const stages: Readonly<Record<string, { minutes: number; what: string; load: () => Promise<{ soak: Soak }> }>> = {
	alive: {
		minutes: 60,
		what: 'the recipes during a simulated day, sixty times as fast as real time',
		load: () => import('./soak/alive.mts'),
	},
	faults: {
		minutes: 60,
		what: 'every operation against answers that are cut off, delayed, refused, mangled, duplicated or misshapen; counts what was lost or wrongly reported',
		load: () => import('./soak/faults.mts'),
	},
	watch: {
		minutes: 24,
		what: 'the watch trigger for a day in each version of n8n, with failing polls and steps, and crashes; --version V, --engine memory|scheduler|durable, --kills 10, --seed 1, --raw FILE',
		load: () => import('./soak/watch.mts'),
	},
};

const usage = [
	'npm run soak -- <stage> [--minutes <n>] [more]',
	'',
	...Object.entries(stages).map(([name, { minutes, what }]) => `  ${name}  ${what} (${minutes} minutes)`),
].join('\n');

const [name = '', ...rest] = process.argv.slice(2);
const stage = Object.hasOwn(stages, name) ? stages[name] : undefined;
const at = rest.indexOf('--minutes');
const minutes = at < 0 ? stage?.minutes : Number(rest[at + 1]);
const more = at < 0 ? rest : rest.toSpliced(at, 2);
if (stage === undefined || !(Number(minutes) > 0)) {
	console.error(usage);
	process.exit(2);
}
for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) process.once(signal, () => process.exit(1));
const { soak } = await stage.load();
const good = await soak(Number(minutes), (line) => console.log(line), more);
process.exit(good ? 0 : 1);
