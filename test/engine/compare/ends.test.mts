import { spawn } from 'node:child_process';
import { fileURLToPath } from 'node:url';
import { describe, expect, test } from '@jest/globals';
import * as contract from '../../../nodes/WorkforceOperations/contract/index.ts';
import type { Sandbox } from '../../../sandbox/index.mts';
import { compare, type Target } from '../../../scripts/compare/run.mts';
import { run, type Run, useComparedService } from '../support/comparison.mts';
import { argsFor } from './alters.mts';

const service = useComparedService();

const targetAt = (baseUrl: string, key: keyof Sandbox['keys'], requestsPerMinute: number): Target => ({
	name: 'x',
	baseUrl,
	subscriptionKeyHeader: 'external-svc-apim-sub-key',
	subscriptionKey: service.sandbox.subscriptionKey,
	apiKeys: [service.sandbox.keys[key]],
	requestsPerMinute,
});

describe('the limit of the service', () => {
	test('is kept: no more than the chosen number in any minute, for each key by itself', async () => {
		let now = 0;
		const sentAt: number[] = [];
		const time = { now: () => now, wait: async (ms: number) => void (now += ms) };
		const { url } = await service.altered((path) => void (path.includes('token') || sentAt.push(now)));
		const target = targetAt(url, 'timesheet', 7);
		const { calls, failure } = await compare(contract, target, { time });
		expect([failure, calls.length > 7]).toEqual([null, true]);
		for (const [index, at] of sentAt.entries())
			expect(at - (sentAt[index - 7] ?? -60_000)).toBeGreaterThanOrEqual(60_000);
		expect(now).toBeLessThan(60_000 * Math.ceil(sentAt.length / 7));
	});

	test('a 429 is waited for as long as the service says', async () => {
		let waited = 0;
		let refusals = 0;
		const time = { now: () => waited, wait: async (ms: number) => void (waited += ms) };
		const { url } = await service.altered((path) =>
			path.endsWith('/liveops') && refusals++ === 0
				? { status: 429, headers: { 'retry-after': '17' }, body: {} }
				: undefined,
		);
		const target = targetAt(url, 'liveops', 1000);
		const { calls, failure } = await compare(contract, target, { time });
		expect({ failure, waited }).toEqual({ failure: null, waited: 17_000 });
		expect(calls.flatMap(({ differences }) => differences)).toEqual([]);
	});
});

describe('what can not be compared ends with 2', () => {
	const url = (): string => service.sandbox.url;

	test.each<[string, () => string[], RegExp]>([
		[
			'a key that is not known',
			() => ['--base-url', url(), '--api-key-env', 'WRONG', '--subscription-key-env', 'SUB'],
			/returned no token \(HTTP 401\)/,
		],
		['nobody there', () => argsFor('http://127.0.0.1:9'), /did not answer \(ECONNREFUSED\)/],
		[
			'a variable that is not set',
			() => ['--region', 'au', '--api-key-env', 'PASTED-secret'],
			/environment variable; this one is empty or not set/,
		],
		['no subscription key', () => ['--base-url', url(), '--api-key-env', 'KEY'], /subscription key is missing/],
		['a key among the arguments', () => ['--region', 'au', '--api-key=PASTED-secret'], /argument is unknown/],
		['a bare word', () => ['PASTED-secret'], /argument is unknown/],
		['a region that is none', () => ['--region', 'PASTED-secret'], /au or uk/],
		['an address without encryption', () => ['--base-url', 'http://example.com'], /https/],
		['a faster rate', () => ['--rate', '61'], /from 1 to 60/],
		['a key and no address', () => ['--api-key-env', 'KEY'], /--region or --base-url/],
	])('%s', async (_, args, words) => {
		const { code, out, notes } = await run(args(), {
			KEY: service.sandbox.keys.timesheet,
			WRONG: 'PASTED-secret',
			SUB: service.sandbox.subscriptionKey,
		});
		expect([code, `${out}\n${notes}`]).toEqual([2, expect.stringMatching(words)]);
		expect(`${out}${notes}`).not.toContain('PASTED-secret');
	});

	test('a service that goes away in the middle; what was seen is still told', async () => {
		const { url: broken } = await service.altered((path) => {
			if (path.endsWith('/sites')) throw new Error('the connection breaks');
			return undefined;
		});
		const { code, out } = await service.compare(broken, 'timesheet');
		expect(code).toBe(2);
		expect(out).toContain('same     GET /api/external/customers, first page');
		expect(out).toMatch(/Stopped: 127\.0\.0\.1:\d+ did not answer/);
	});
});

test('asks for keys that no variable is named for', async () => {
	const questions: string[] = [];
	const answers = [service.sandbox.keys.webhook, service.sandbox.subscriptionKey];
	const { code } = await run(['--base-url', service.sandbox.url], {}, async (question) => {
		questions.push(question);
		return answers[questions.length - 1] ?? '';
	});
	expect({ code, questions: questions.length }).toEqual({ code: 0, questions: 2 });
});

function start(args: string[], environment: NodeJS.ProcessEnv = {}): Promise<Run> {
	const file = fileURLToPath(new URL('../../../scripts/compare.mts', import.meta.url));
	const child = spawn(process.execPath, ['--disable-warning=ExperimentalWarning', file, ...args], {
		env: { ...process.env, ...environment },
		stdio: ['ignore', 'pipe', 'pipe'],
	});
	let [out, notes] = ['', ''];
	child.stdout.on('data', (chunk) => (out += String(chunk)));
	child.stderr.on('data', (chunk) => (notes += String(chunk)));
	return new Promise((resolve) => child.on('close', (code) => resolve({ code: code ?? -1, out, notes })));
}

describe('as a command', () => {
	test('runs by itself, with keys from the environment', async () => {
		const environment = { KEY: service.sandbox.keys.liveops, SUB: service.sandbox.subscriptionKey };
		const { code, out, notes } = await start(argsFor(service.sandbox.url), environment);
		expect({ code, notes }).toEqual({ code: 0, notes: 'Comparing; key type: liveops\n' });
		expect(out).toMatch(/\d+ calls, 0 differences, 0 skipped\.$/m);
	});

	test('explains itself', async () => {
		const { code, out, notes } = await start(['--help']);
		expect({ code, notes }).toEqual({ code: 0, notes: '' });
		for (const flag of ['--region', '--base-url', '--api-key-env', '--subscription-key-env', '--json', '--rate'])
			expect(out).toContain(flag);
	});
});
