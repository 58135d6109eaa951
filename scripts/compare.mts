// `npm run compare`: the real service against the sandbox, or the sandbox against a second one.
import { command } from './compare/command.mts';
import { terminalAsk } from './compare/secrets.mts';
import { loadPackageContract } from './docs/sources.mts';

process.exitCode = await command(process.argv.slice(2), await loadPackageContract(), {
	environment: process.env,
	ask: terminalAsk(process.stdin, process.stderr),
	out: (text) => console.log(text),
	note: (text) => console.error(text),
});
