import { expect, test } from '@jest/globals';
import { endpointsOf, loadDescription } from '../../sandbox/description/load.mts';
import { calls, everyKey, makeSubscription } from './calls.mts';
import { request, useClient, withClient, type Json, type KeyName } from './support.mts';

const client = useClient();

const endpoints = endpointsOf(loadDescription()).filter(({ open }) => !open);

/** Which envelope an answer has, told by its fields alone. */
function shapeOf(body: Json): string {
	if ('isSuccess' in body) return 'liveOperations';
	if ('meta' in body) return 'loginAudit';
	if ('recordCount' in body) return 'incidentReports';
	if ('nextPageParameter' in body) return 'slimCursor';
	return 'status' in body ? 'standard' : 'none';
}

test.each(endpoints)(
	'$method $path: the keys that open it, and its shape in every outcome',
	async ({ operationId, method }) => {
		const good = calls[operationId];
		if (good === undefined) throw new Error(`No call for ${operationId}`);
		await makeSubscription(client);
		const own = good.envelope;
		// The live operations endpoint speaks two foreign languages when it refuses.
		const live = operationId === 'listLiveOperations';
		for (const key of everyKey) {
			const answer = await client.call(key, method, good.path, good.body);
			const opened = good.keys.includes(key);
			// Creating staff is tried with an empty body, so that nothing is made: opened means that the body is complained about.
			const fine = operationId === 'createStaff' ? 400 : 200;
			expect({ key, status: answer.status, shape: shapeOf(answer.body) }).toEqual({
				key,
				status: opened ? fine : 403,
				shape: opened || !live ? own : 'standard',
			});
		}
		const nobody = await request(client.sandbox, method, `/api${good.path}`, good.body);
		expect({ status: nobody.status, shapeOf: shapeOf(nobody.body) }).toEqual({
			status: 401,
			shapeOf: live ? 'loginAudit' : own,
		});
		const strange = await client.call(
			good.keys[0] as KeyName,
			method,
			`${good.path}${good.path.includes('?') ? '&' : '?'}surprise=1`,
			good.body,
		);
		expect({ status: strange.status, shapeOf: shapeOf(strange.body) }).toEqual({ status: 400, shapeOf: own });
		expect(JSON.stringify(strange.body)).toContain('surprise');
	},
);

test.each(['listCustomers', 'listIncidentReports', 'listLiveOperations', 'listLoginAudit', 'listFormTemplates'])(
	'the 429 of %s has the shape of its endpoint',
	async (operationId) => {
		await withClient({ ratePerMinute: 1 }, async (small) => {
			const good = calls[operationId];
			const key = (operationId === 'listCustomers' ? 'timesheet' : good?.keys[0]) as KeyName;
			await small.get(key, '/external/customers');
			const answer = await small.get(key, good?.path ?? '');
			expect({ status: answer.status, shapeOf: shapeOf(answer.body) }).toEqual({
				status: 429,
				shapeOf: good?.envelope,
			});
			expect(Number(answer.headers.get('retry-after'))).toBeGreaterThan(0);
		});
	},
);
