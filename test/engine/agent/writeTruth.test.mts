// What an AI agent is told of a write by an answer that doesn't say for sure: neither that it was done nor that it wasn't.
import { describe, expect, test } from '@jest/globals';
import type { IDataObject } from 'n8n-workflow';
import { asTool } from './asked.mts';
import { type Key, useBench } from '../support/bench.mts';
import { everyOperation } from '../support/everyOperation.mts';
import { fine } from '../support/oddService.mts';
import type { Canned } from '../support/recorder.mts';

const bench = useBench();

const least = (wanted: string): IDataObject => everyOperation.find(({ id }) => id === wanted)?.parameters ?? {};
const custom = { resource: 'customRequest', operation: 'send', method: 'POST', path: '/api/external/things' };
const writes: Array<[string, Key, IDataObject]> = [
	['of a licence', 'developer', least('securityLicence.upsert')],
	['of a subscriber', 'webhook', least('webhookSubscriber.update')],
	['of a subscription', 'webhook', least('webhookSubscription.update')],
	['of an employee', 'developer', least('staff.update')],
	['by a custom request', 'developer', { ...custom, body: '{"a": 1}', contactDetails: true }],
];

const answered = (data: unknown, more: IDataObject = {}): Canned => ({ body: { ...fine, data, ...more } });

async function told(key: Key, parameters: IDataObject, canned: Canned): Promise<IDataObject[]> {
	bench.recorder.answer(({ method }) => (method === 'GET' ? undefined : canned));
	return await bench.ok(key, { ...parameters, allowWrites: true }, asTool);
}

describe.each(writes)('A write %s', (_, key, parameters) => {
	test.each<[string, Canned]>([
		['HTTP 207 without data', { ...answered(null), status: 207 }],
		['HTTP 207 with a part', { ...answered([]), status: 207 }],
		['none of several', answered(null, { message: '0 of 1 updated' })],
		['words that it was not', answered('Failed: not updated')],
		['a bare no', answered(false)],
		['an empty list', answered([])],
		['a list of nothing', answered([null])],
	])('that is answered by %s may have worked, and is for a person', async (__, canned) => {
		const [answer, ...others] = await told(key, parameters, canned);
		expect(others).toEqual([]);
		expect(answer?.['written']).toBeNull();
		expect(String(answer?.['notes'])).toMatch(/^It may have worked\. Do not call this again; ask a person/);
	});

	test('that is answered plainly is done', async () => {
		const [answer] = await told(key, parameters, answered(null));
		expect(Object.entries(answer ?? {})).toContainEqual([expect.stringMatching(/^(?:saved|updated|success)$/), true]);
	});
});
