// `npm run soak -- watch [options]`: lets something run for long in real n8n, and counts what became of it.
import { watchSoak } from './soak/watch.mts';

const soaks: Record<string, (args: string[]) => Promise<boolean>> = { watch: watchSoak };

const [name = '', ...args] = process.argv.slice(2);
const soak = soaks[name];
if (soak === undefined) {
	console.error(`Usage: npm run soak -- <${Object.keys(soaks).join('|')}> [options]`);
	process.exit(2);
}
for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) process.once(signal, () => process.exit(1));
process.exit((await soak(args)) ? 0 : 1);
