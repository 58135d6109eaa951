// A quota of the gateway in front of the service that is used up: 403, which is nobody's key.
import { afterEach, beforeEach, expect, test } from '@jest/globals';
import type { IDataObject } from 'n8n-workflow';
import { runNode } from '../../../kit/core/engine.mts';
import { Pace } from '../../../kit/time/skippingClock.mts';
import { fine, startOddService } from '../support/oddService.mts';
import type { Canned } from '../support/recorder.mts';

const REPLENISHED = { statusCode: 403, message: 'Out of call volume quota. Quota will be replenished in 02:30:00.' };
const list = { resource: 'customer', operation: 'getAll' };
const check = { resource: 'apiKey', operation: 'check' };

let pace: Pace;
beforeEach(() => {
	pace = new Pace();
});
afterEach(() => pace.end());

async function asked(parameters: IDataObject, answers: Canned[], token?: Canned) {
	let at = 0;
	const service = await startOddService(() => answers[Math.min(at++, answers.length - 1)], token);
	try {
		return { ...(await runNode(service.store, parameters)), requests: service.seen.length };
	} finally {
		await service.close();
	}
}

test('is waited for where it is over soon', async () => {
	const good = { body: { ...fine, data: [{ id: 1 }] } };
	const { json, error, requests } = await asked(list, [
		{ status: 403, headers: { 'retry-after': '600' }, body: 'x' },
		good,
	]);
	expect({ error, json: json.length }).toEqual({ error: undefined, json: 1 });
	expect(requests).toBeGreaterThan(1);
});

test.each<[string, IDataObject, Canned | undefined]>([
	['a list', list, undefined],
	['Check', check, undefined],
	['the exchange of the key', list, { status: 403, body: REPLENISHED }],
])('is told by %s, and the key isn’t blamed', async (_, parameters, token) => {
	const { json, error } = await asked(parameters, [{ status: 403, body: REPLENISHED }], token);
	const told = `${JSON.stringify(json)} ${String(error?.message)} ${String(error?.description)}`;
	expect(told).toMatch(/The request quota is used up until (?:\d{4}-\d\d-\d\d )?\d\d:\d\d \([\w/]+\)/);
	expect(told).toMatch(/nothing is wrong with the API key/);
	expect(told).toContain('when the quota is renewed.');
	expect(told).not.toMatch(/rejected|may not|no access|SuperAdmin/);
});
