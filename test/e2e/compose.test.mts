// What compose.yaml starts, without Docker: its settings, commands and health checks with the processes themselves. And whether n8n reads
// what the pages for whoever looks after it name.
import { spawn, spawnSync, type SpawnSyncReturns } from 'node:child_process';
import fs from 'node:fs';
import path from 'node:path';
import { afterAll, beforeAll, describe, expect, jest, test } from '@jest/globals';
import { filledIn, readCompose } from '../../kit/lib/compose.mts';
import { inClone } from '../../kit/lib/paths.mts';
import { reservePort } from '../../kit/lib/ports.mts';
import { spawnOwned } from '../../kit/lib/processes.mts';
import { logFile } from '../../kit/lib/results.mts';
import { waitFor } from '../../kit/lib/wait.mts';
import { inInstallation, startTimeoutMs } from '../../kit/n8n/installation.mts';
import { startN8n, type RunningN8n } from '../../kit/n8n/process.mts';
import { n8nInstall, n8nVersions, newestVersion } from '../../kit/n8n/versions.mts';

jest.setTimeout(600_000);

const { services } = readCompose();
const N8N_PORT = '5678';
const SANDBOX_PORT = '5690';

interface Place {
	n8n: RunningN8n;
	folder: string;
	/** What stands in compose.yaml, with the ports and folders of this run in the place of its own. */
	here: (text: string) => string;
	sandbox: { said: () => string };
	stop: () => Promise<void>;
}

describe(`n8n ${newestVersion()}`, () => {
	let place: Place;

	beforeAll(async () => {
		place = await inInstallation('compose', newestVersion(), async ({ folder, install, userFolder, stops }) => {
			const [own, other] = [await reservePort(), await reservePort()];
			stops.add(own.release);
			stops.add(other.release);
			const here = (text: string): string =>
				text
					.replace(N8N_PORT, String(own.port))
					.replace(SANDBOX_PORT, String(other.port))
					.replace(/^\/state\//, `${folder}/`);
			const env = Object.fromEntries(
				Object.entries(services.n8n.environment ?? {}).map(([name, value]) => [name, here(filledIn(value))]),
			);
			const n8n = await startN8n({ install, userFolder, port: own.port, env, logFile: logFile('compose') });
			stops.add(() => n8n.stop());
			const [, ...args] = services.sandbox.command ?? [];
			const child = spawnOwned(process.execPath, args.map(here), { cwd: inClone(), stdio: ['ignore', 'pipe', 'pipe'] });
			let said = '';
			for (const stream of [child.stdout, child.stderr]) stream?.on('data', (piece) => (said += String(piece)));
			stops.add(() => void child.kill('SIGTERM'));
			await waitFor('the sandbox', () => said.includes('Ctrl-C'), { explain: () => said });
			return { n8n, folder, here, sandbox: { said: () => said } };
		});
	}, startTimeoutMs);
	afterAll(() => place?.stop());

	const check = (service: 'n8n' | 'sandbox', port?: number): SpawnSyncReturns<Buffer> => {
		const [, , ...args] = services[service].healthcheck?.test ?? [];
		const text = args.map((part) => (port === undefined ? place.here(part) : part.replace(/:\d{4}\//, `:${port}/`)));
		return spawnSync(process.execPath, text, { timeout: 60_000 });
	};

	describe('compose', () => {
		test('its health checks pass for n8n and the sandbox, and fail where nobody listens', async () => {
			expect([check('n8n').status, check('sandbox').status]).toEqual([0, 0]);
			const { port, release } = await reservePort();
			expect([check('n8n', port).status, check('sandbox', port).status]).toEqual([1, 1]);
			await release();
		});

		test('its last service prints what npm start prints, a second time as well', async () => {
			const [, ...args] = services.welcome.command ?? [];
			const env = {
				...process.env,
				...Object.fromEntries(
					Object.entries(services.welcome.environment ?? {}).map(([name, value]) => [name, place.here(value)]),
				),
				N8N_ADDRESS: place.n8n.url,
				SANDBOX_ADDRESS: place.here(`http://127.0.0.1:${SANDBOX_PORT}`),
			};
			const lines = async (): Promise<string> => {
				const child = spawn(process.execPath, args, { cwd: inClone(), env });
				let said = '';
				for (const stream of [child.stdout, child.stderr]) stream.on('data', (piece) => (said += String(piece)));
				const code = await new Promise((resolve) => child.once('close', resolve));
				return `${String(code)}\n${said}`;
			};
			const first = await lines();
			expect(first).toMatch(/^0\n/);
			expect(first).toContain(`n8n       ${place.n8n.url}`);
			expect(first).toMatch(/^Sign in {3}owner@example\.com {3}password /m);
			expect(first).toContain(`Sandbox   ${env.SANDBOX_ADDRESS}`);
			expect(first).toMatch(/^ {2}Approved timesheet .*\(published\)$/m);
			expect(first).toContain('docker compose down --volumes');
			expect(await lines()).toBe(first);
			expect(fs.existsSync(path.join(place.folder, 'start.json'))).toBe(true);
		});
	});

	describe('what n8n reads', () => {
		/** Every name that looks like a setting, in the code of an n8n that reads settings. */
		const namesIn = async (version: string): Promise<Set<string>> => {
			const { program } = await n8nInstall(version);
			const modules = path.join(program, '..', '..', '..');
			const names = new Set<string>();
			for (const part of ['n8n/dist', 'n8n-core/dist', '@n8n/config/dist', '@n8n/backend-network/dist']) {
				const folder = path.join(modules, part);
				if (!fs.existsSync(folder)) continue;
				for (const file of fs.readdirSync(folder, { recursive: true, encoding: 'utf8' })) {
					if (!file.endsWith('.js')) continue;
					const text = fs.readFileSync(path.join(folder, file), 'utf8');
					for (const [, name = ''] of text.matchAll(/(?:['"]|process\.env\.)([A-Z][A-Z\d_]{5,})\b/g)) names.add(name);
				}
			}
			return names;
		};
		const NOBODY_READS = 'N8N_COMMUNITY_PACKAGES_ALLOW_TOOL_USAGE';

		test('each setting of compose.yaml, and each that the pages name', async () => {
			const known = await namesIn(newestVersion());
			const pages = ['README.md', 'docs/install.md', 'docs/limits.md', 'docs/troubleshooting.md', 'docs/trigger.md'];
			const named = pages.flatMap((page) => fs.readFileSync(inClone(page), 'utf8').match(/\bN8N_[A-Z\d_]+\b/g) ?? []);
			const settings = Object.keys(services.n8n.environment ?? {});
			expect(settings.length).toBeGreaterThan(4);
			const ownOfCompose = ['N8N_IMAGE', NOBODY_READS];
			const unknown = [...settings, ...named].filter((name) => !known.has(name) && !ownOfCompose.includes(name));
			expect([...new Set(unknown)]).toEqual([]);
		});

		test('the one that other packages ask for is in no version that is tested', async () => {
			for (const version of n8nVersions)
				expect([version, (await namesIn(version)).has(NOBODY_READS)]).toEqual([version, false]);
		});
	});
});
