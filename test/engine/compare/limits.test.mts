import { afterEach, beforeEach, describe, expect, test } from '@jest/globals';
import * as contract from '../../../nodes/WorkforceOperations/contract/index.ts';
import type { Sandbox } from '../../../sandbox/index.mts';
import { startSandbox } from '../../shared.mts';
import { measureLimits, type Limits } from '../../../scripts/compare/limits.mts';
import type { Time } from '../../../scripts/compare/slidingWindow.mts';
import { journal } from '../support/admin.mts';
import { run, type Run } from '../support/comparison.mts';
import { argsFor } from './alters.mts';

describe('npm run compare -- --limits', () => {
	let sandbox: Sandbox;
	beforeEach(async () => {
		sandbox = await startSandbox({ ratePerMinute: 60 });
	});
	afterEach(async () => await sandbox.close());

	const limits = async (answer: string | undefined, ...more: string[]): Promise<Run> => {
		let ahead = 0;
		const time: Time = {
			now: () => performance.now() + ahead,
			wait: async (ms) => {
				ahead += ms;
				await sandbox.advance(ms);
			},
		};
		const args = ['--limits', ...argsFor(sandbox.url), ...more];
		const environment = { KEY: sandbox.keys.timesheet, SUB: sandbox.subscriptionKey };
		return await run(args, environment, answer === undefined ? undefined : async () => answer, time);
	};

	test('measures the sandbox: 60 a minute, refused requests don’t count, the largest page of what the key may read', async () => {
		const { code, out } = await limits('yes', '--json');
		const measured = JSON.parse(out) as Limits;
		expect(code).toBe(0);
		expect(measured).toMatchObject({ perWindow: 60, refusedCount: 'no' });
		expect(measured.retryAfter).toMatch(/^\d+$/);
		expect(measured.pages.map(({ endpoint }) => endpoint)).toEqual(
			expect.arrayContaining(['customer.getAll', 'site.getAll', 'timesheet.getAll']),
		);
	});

	test('reads only, and says what it found in words without a key', async () => {
		const { out, notes } = await limits('y');
		expect(out).toContain('Do refused requests count? no');
		expect(out).toContain('timesheet.getAll:');
		expect(out + notes).not.toContain(sandbox.keys.timesheet);
		const methods = (await journal(sandbox)).map(({ method, path }) => `${method} ${path}`);
		expect(methods.filter((each) => !each.startsWith('GET ') && !each.endsWith('/token/request'))).toEqual([]);
		expect(methods.length).toBeLessThan(220);
	});

	test.each(['no', ''])('sends nothing where the answer is “%s”', async (answer) => {
		const { code, out, notes } = await limits(answer);
		expect({ code, out }).toEqual({ code: 0, out: '' });
		expect(notes).toContain('Nothing was sent.');
		expect(await journal(sandbox)).toEqual([]);
	});

	test('sends nothing where nobody can be asked', async () => {
		const { code, notes } = await limits(undefined);
		expect(code).toBe(2);
		expect(notes).toContain('needs a terminal');
		expect(await journal(sandbox)).toEqual([]);
	});

	test('needs a service', async () => expect((await run(['--limits'], {}, async () => 'yes')).code).toBe(2));
});

test.each<[boolean, Limits['refusedCount'], number]>([
	[true, 'yes', 40],
	[false, 'no', 60],
])('a service where refused requests count: %s', async (counts, refusedCount, afterwards) => {
	let now = 0;
	let counted: number[] = [];
	const service = {
		scopes: [],
		once: async () => {
			now += 10;
			counted = counted.filter((at) => at > now - 60_000);
			const full = counted.length >= 60;
			if (!full || counts) counted.push(now);
			return { status: full ? 429 : 200, rows: 1 };
		},
	};
	const time: Time = { now: () => now, wait: async (ms) => void (now += ms) };
	const limits = await measureLimits(service, contract, time);
	expect(limits).toMatchObject({ refusedCount, perWindow: 60 });
	expect(Math.abs((limits.servedAfterwards ?? 0) - afterwards)).toBeLessThan(6);
});
