// n8n's image with the packed package in it, and the end-to-end tests against it.
import { setTimeout as sleep } from 'node:timers/promises';
import { inClone } from '../../kit/lib/paths.mts';
import { run, runOrThrow } from '../../kit/lib/processes.mts';
import { inTemporaryFolder } from '../../kit/lib/temporary.mts';

export interface Outcome {
	tag: string;
	passed: boolean;
	/** The output that explains a failure. */
	said: string;
}

/** Where the package lies in the container, as in a folder that N8N_USER_FOLDER names. */
const USER_FOLDER = '/data';
const ASK_EVERY_MS = 1000;
const LONGEST_SAID = 3000;
const USER = 'tester@example.com';

const lastOf = (text: string): string => text.trimEnd().slice(-LONGEST_SAID);

/** The settings with which it can be reached, and with which it reaches the sandbox on this machine. */
const settingsFor = (url: string): Record<string, string> => ({
	N8N_USER_FOLDER: USER_FOLDER,
	HOME: USER_FOLDER,
	N8N_PORT: new URL(url).port,
	N8N_LISTEN_ADDRESS: '127.0.0.1',
	N8N_WEBHOOK_URL: `${url}/`,
	WEBHOOK_URL: `${url}/`,
	N8N_SECURE_COOKIE: 'false',
	N8N_UNVERIFIED_PACKAGES_ENABLED: 'true',
	N8N_SSRF_ALLOWED_IP_RANGES: '127.0.0.0/8',
	N8N_DIAGNOSTICS_ENABLED: 'false',
	GENERIC_TIMEZONE: 'Australia/Brisbane',
});

/** The container runs as whoever runs this, so that both may write to and remove the folder. */
const user = (): string => `${process.getuid?.() ?? 0}:${process.getgid?.() ?? 0}`;

async function isReady(url: string, until: number): Promise<boolean> {
	while (Date.now() < until) {
		try {
			const response = await fetch(`${url}/rest/settings`, { signal: AbortSignal.timeout(5_000) });
			if (response.ok) return true;
		} catch {
			// Not listening yet.
		}
		await sleep(ASK_EVERY_MS);
	}
	return false;
}

/** Runs one tag of the image, and the tests against it. The container is gone afterwards. */
export const tryTag = (image: string, tag: string, url: string, readyWithinMs: number): Promise<Outcome> =>
	inTemporaryFolder(async (folder) => {
		await runOrThrow('Putting the package in place', 'npm', ['run', 'build', '--', '--into', folder]);
		const name = `n8n-${tag}`;
		const env = Object.entries(settingsFor(url)).flatMap(([variable, value]) => ['--env', `${variable}=${value}`]);
		const options = [
			'--detach',
			'--name',
			name,
			'--user',
			user(),
			'--network',
			'host',
			'--volume',
			`${folder}:${USER_FOLDER}`,
		];
		try {
			const { code, output } = await run('docker', ['run', ...options, ...env, `${image}:${tag}`], { cwd: inClone() });
			if (code !== 0) return { tag, passed: false, said: `The container did not start:\n${lastOf(output)}` };
			if (!(await isReady(url, Date.now() + readyWithinMs))) {
				const log = await run('docker', ['logs', name]);
				return { tag, passed: false, said: `n8n did not become ready:\n${lastOf(log.output)}` };
			}
			const tests = await run('npm', ['test', '--silent', '--', 'e2e', '--url', url, '--user', USER], {
				env: { ...process.env, CI: 'true', WORKFORCE_N8N_PASSWORD: 'Tester-1234' },
				show: true,
			});
			return { tag, passed: tests.code === 0, said: lastOf(tests.output) };
		} finally {
			await run('docker', ['rm', '--force', name]);
		}
	});
