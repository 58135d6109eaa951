// compose.yaml without Docker: what it names is there, and nothing of it can be reached from another machine. That its processes work
// together is asked in test/e2e/compose.test.mts; whether Docker takes the file, only Docker can say.
import fs from 'node:fs';
import { describe, expect, test } from '@jest/globals';
import { filledIn, readCompose } from '../../../kit/lib/compose.mts';
import { inClone, packageName } from '../../../kit/lib/paths.mts';
import { newestVersion } from '../../../kit/n8n/versions.mts';
import { dataFolder, installedPackage } from '../../../kit/n8n/userFolder.mts';

const { services, volumes } = readCompose();
const { n8n, sandbox, welcome } = services;

test('n8n’s image is the newest version that is tested, and N8N_IMAGE names another', () => {
	expect(filledIn(n8n.image)).toBe(`docker.n8n.io/n8nio/n8n:${newestVersion()}`);
	expect(filledIn(n8n.image, { N8N_IMAGE: 'n8nio/n8n:next' })).toBe('n8nio/n8n:next');
	expect([sandbox.image, welcome.image]).toEqual(['node:24', 'node:24']);
});

test('the package lies where n8n looks for it, and the start fails where nobody has put it', () => {
	const mounts = n8n.volumes.flatMap((volume) => (typeof volume === 'string' ? [] : [volume]));
	// As in a container: /home/node is what N8N_USER_FOLDER is by default.
	const place = installedPackage('/home/node').replace(`/node_modules/${packageName}`, '');
	expect(mounts).toEqual([
		{
			type: 'bind',
			source: `./${dataFolder('.container')}/nodes`,
			target: place,
			read_only: true,
			bind: { create_host_path: false },
		},
	]);
	expect(n8n.volumes).toContain(`n8n:${dataFolder('/home/node')}`);
});

describe('from another machine', () => {
	test('nothing can be reached: each port is published to this machine alone', () => {
		const ports = Object.values(services).flatMap(({ ports: published = [] }) => published);
		expect(ports).toHaveLength(2);
		expect(ports.filter((port) => !/^127\.0\.0\.1:(\d+):\1$/.test(port))).toEqual([]);
	});

	test('the sandbox listens, inside its network, because it was told twice', () => {
		expect(sandbox.command?.join(' ')).toContain('--host 0.0.0.0 --yes-expose');
		expect({ ports: sandbox.ports, sandbox: sandbox.network_mode, welcome: welcome.network_mode }).toEqual({
			ports: undefined,
			sandbox: 'service:n8n',
			welcome: 'service:n8n',
		});
	});
});

test('the commands are files of the clone, which is mounted where they run', () => {
	for (const { command = [], volumes: mounted } of [sandbox, welcome]) {
		expect(mounted).toContain('.:/clone:ro');
		const [script = ''] = command.filter((part) => part.endsWith('.mts'));
		expect([script, fs.existsSync(inClone(script))]).toEqual([script, true]);
	}
	// What the head of the file tells to type.
	expect(fs.readFileSync(inClone('compose.yaml'), 'utf8')).toContain('npm run build -- --into .container');
});

test('commands, checks and settings are texts, as Docker wants them', () => {
	const texts = Object.values(services).flatMap(({ command = [], healthcheck, environment = {}, ports = [] }) => [
		...command,
		...(healthcheck?.test ?? []),
		...Object.values(environment),
		...ports,
	]);
	expect(texts.filter((text) => typeof text !== 'string')).toEqual([]);
});

test('each volume that is used is declared', () => {
	const used = Object.values(services).flatMap((service) =>
		service.volumes.flatMap((volume) => (typeof volume === 'string' && !volume.startsWith('.') ? [volume] : [])),
	);
	expect(new Set(used.map((volume) => volume.split(':')[0]))).toEqual(new Set(Object.keys(volumes)));
});

test('each waits for the one before it', () => {
	expect(sandbox.depends_on).toEqual({ n8n: { condition: 'service_started' } });
	const healthy = { condition: 'service_healthy' };
	expect(welcome.depends_on).toEqual({ n8n: healthy, sandbox: healthy });
	for (const name of ['n8n', 'sandbox'] as const) expect(services[name].healthcheck?.test[0]).toBe('CMD');
});
