// More than a step of a workflow counts.
import { afterAll, beforeAll, expect, test } from '@jest/globals';
import type { Sandbox } from '../../../../sandbox/index.mts';
import { startSandbox } from '../../../shared.mts';
import { credentialFor, runNode } from '../../../../kit/core/engine.mts';

let sandbox: Sandbox;

beforeAll(async () => {
	sandbox = await startSandbox({ ratePerMinute: 100_000, data: { timesheets: 20_030 } });
}, 120_000);
afterAll(async () => await sandbox.close());

test.each([
	['items', {}],
	['a file', { asFile: 'csv' }],
])(
	'more than 20,000 records are an error in words in place of counts: as %s',
	async (_, options) => {
		const all = {
			resource: 'timesheet',
			operation: 'getAll',
			period: 'custom',
			startDate: '2001-01-01',
			endDate: '2040-01-01',
		};
		const store = credentialFor(sandbox, 'timesheet', { requestsPerMinute: 6000 });
		const { error, json } = await runNode(store, { ...all, output: 'counts', options }, {});
		expect(json).toEqual([]);
		expect(error?.message).toBe('The list has more than 20,000 records, which is the most that can be counted');
		expect(error?.description).toContain('Choose a shorter period, or one customer or site.');
	},
	120_000,
);
