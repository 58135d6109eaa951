// What a newcomer sees: each recipe that reads on a schedule, against the sandbox as `npm start` fills it, on any day.
import { afterEach, describe, expect, jest, test } from '@jest/globals';
import type { IDataObject } from 'n8n-workflow';
import { credentialFor, runNode } from '../../../kit/core/engine.mts';
import { allRecipes } from '../../../kit/n8n/recipes.mts';
import { clock } from '../../../nodes/WorkforceOperations/transport/clock.ts';
import type { Sandbox } from '../../../sandbox/index.mts';
import { startSandbox } from '../../shared.mts';

const KEYS: Record<string, keyof Sandbox['keys']> = {
	timesheet: 'timesheet',
	liveOperation: 'liveops',
	staff: 'developer',
	incidentReport: 'incidentreport',
};

/** Reads of recipes that need nothing which an earlier node gives, and no day of n8n’s own clock, which is today’s here. */
const reads = allRecipes().flatMap(({ name, workflow }) =>
	workflow.nodes
		.filter(({ type }) => type === 'n8n-nodes-workforce-operations.workforceOperations')
		.filter(({ parameters }) => parameters.operation === 'getAll' && !JSON.stringify(parameters).includes('$json'))
		.filter(({ parameters }) => !String(parameters['startDate']).includes('$now'))
		.map((node): [string, IDataObject] => [`${name}: ${node.name}`, node.parameters as IDataObject]),
);

afterEach(() => {
	jest.restoreAllMocks();
});

describe.each(['2027-01-01T01:00:00Z', '2027-03-01T12:00:00Z', '2026-08-31T22:00:00Z', '2028-02-29T06:00:00Z'])(
	'on %s',
	(at) => {
		test.each(reads)('%s shows something', async (_, parameters) => {
			jest.spyOn(clock, 'date').mockReturnValue(Date.parse(at));
			const sandbox = await startSandbox({ ratePerMinute: 100_000, data: 'months', clockStart: new Date(at) });
			try {
				const store = credentialFor(sandbox, KEYS[String(parameters.resource)] ?? 'developer', {
					requestsPerMinute: 6000,
				});
				const { json, error } = await runNode(store, parameters, { timeZone: 'Australia/Sydney' });
				expect(error).toBeUndefined();
				expect(json.length).toBeGreaterThan(0);
				expect(json.filter(({ records }) => records === 0)).toEqual([]);
			} finally {
				await sandbox.close();
			}
		});
	},
);
