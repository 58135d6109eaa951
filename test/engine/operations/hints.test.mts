import { describe, expect, test } from '@jest/globals';
import type { IDataObject } from 'n8n-workflow';
import { credentialFor, type Result, runNode, type RunOptions } from '../../../kit/core/engine.mts';
import { type Key, useBench } from '../support/bench.mts';

const bench = useBench();
const get = { resource: 'timesheet', operation: 'get', timesheetId: '={{ $json.id }}' };
const items = (count: number): RunOptions => ({
	items: Array.from({ length: count }, (_none, id) => ({ json: { id: id + 1 } })),
});

/** Each run has a key, and so a budget, of its own; what the key opens is no matter, since the answers are made up. */
const keys: Key[] = ['developer', 'incidentreport', 'liveops', 'timesheet', 'webhook'];

async function run(perMinute: number, parameters: IDataObject, options: RunOptions = {}): Promise<Result> {
	const key = keys.pop();
	if (key === undefined) throw new Error('There are no more keys');
	bench.recorder.answer(({ path }) =>
		path.endsWith('/404')
			? { status: 404, body: {} }
			: { body: { status: { code: 0 }, data: { timesheetId: 1, payRate: null } } },
	);
	const store = credentialFor(bench.sandbox, key, { baseUrl: bench.recorder.url, requestsPerMinute: perMinute });
	return await runNode(store, parameters, options);
}

describe('A hint after a run', () => {
	test.each([
		[31, ['31 requests; 29 left this minute. If more are needed, the node waits.']],
		[30, []],
		[60, ['60 requests; 0 left this minute. If more are needed, the node waits.']],
	])('of %i requests of 60 says how many there were, where it was more than half', async (count, hints) => {
		const { json, hints: told } = await run(60, get, items(count));
		expect(json).toHaveLength(count);
		expect(told).toEqual(hints);
	});

	test('counts what failed, too', async () => {
		const onError = { node: { onError: 'continueRegularOutput' as const } };
		const { hints } = await run(4, { ...get, timesheetId: '404' }, { ...items(3), ...onError });
		expect(hints).toEqual([expect.stringMatching(/^3 requests; 1 left this minute/)]);
	});

	test('counts the requests for rates, which the run says beforehand', async () => {
		const { hints } = await run(6, { ...get, options: { includeRates: true } }, items(2));
		expect(hints).toEqual([expect.stringMatching(/^4 requests; 2 left this minute/)]);
	});
});
