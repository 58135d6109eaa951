// One credential with a key for each area: which key a request goes by, how many tokens are asked for, what a wrong key spoils.
import { randomUUID } from 'node:crypto';
import { afterEach, beforeEach, describe, expect, test } from '@jest/globals';
import type { IDataObject, IHttpRequestOptions } from 'n8n-workflow';
import type { CredentialStore } from '../../../kit/core/credentials.mts';
import { runNode } from '../../../kit/core/engine.mts';
import { separateKeysOf } from '../../../kit/n8n/sandboxCredentials.mts';
import { Pace } from '../../../kit/time/skippingClock.mts';
import { admin, clearJournal, isToken, journal } from '../support/admin.mts';
import { asNode } from '../support/helpers.mts';
import { useService } from '../support/service.mts';

const MINUTE = 60_000;

const service = useService();
let pace: Pace;

beforeEach(() => {
	pace = new Pace(service.sandbox);
});
afterEach(() => pace.end());

/** With the key of each area, and whatever is changed. */
const store = (changes: IDataObject = {}): CredentialStore =>
	service.store('developer', { ...separateKeysOf(service.sandbox), ...changes });

/** One read of each area. */
const READS = {
	timesheet: { resource: 'timesheet', operation: 'getAll', limit: 1, period: 'lastWeek' },
	incidentreport: { resource: 'incidentReport', operation: 'getAll', limit: 1 },
	liveops: { resource: 'liveOperation', operation: 'getAll', limit: 1 },
	developer: { resource: 'staff', operation: 'getAll', limit: 1 },
	webhook: { resource: 'webhookSubscriber', operation: 'create', name: 'Own' },
	loginaudit: { resource: 'loginAudit', operation: 'getAll', limit: 1 },
} as const;
const AREAS = Object.keys(READS) as Array<keyof typeof READS>;

const run = async (credential: CredentialStore, area: keyof typeof READS): ReturnType<typeof runNode> =>
	await runNode(credential, READS[area]);

/** The names of the keys of token requests, and of all other requests. */
const tokens = async (): Promise<Array<string | null>> =>
	(await journal(service.sandbox)).filter(isToken).map(({ key }) => key);
const calls = async (): Promise<Array<string | null>> =>
	(await journal(service.sandbox)).filter((row) => !isToken(row)).map(({ key }) => key);

describe('a request goes by the key', () => {
	test.each(AREAS)('of its area: %s', async (area) => {
		expect((await run(store(), area)).error).toBeUndefined();
		expect(await calls()).toEqual([area]);
	});

	test('named API Key where its area has none, and where any key does', async () => {
		const credential = store({ timesheetKey: '', apiKey: service.sandbox.keys.timesheet });
		expect((await run(credential, 'timesheet')).error).toBeUndefined();
		expect((await runNode(credential, { resource: 'site', operation: 'getAll', limit: 1 })).error).toBeUndefined();
		expect(await calls()).toEqual(['timesheet', 'timesheet']);
	});

	test('of staff for webhooks where they have none of their own', async () => {
		expect((await run(store({ webhookKey: ' ' }), 'webhook')).error).toBeUndefined();
		expect(await calls()).toEqual(['developer']);
	});

	test('that is filled in first where any key does and API Key is empty', async () => {
		const credential = store({ apiKey: '' });
		expect((await runNode(credential, { resource: 'site', operation: 'getAll', limit: 1 })).error).toBeUndefined();
		expect(await calls()).toEqual(['timesheet']);
	});

	test('named API Key for everything, when the switch is off', async () => {
		const credential = store({ separateKeys: false });
		const { error } = await run(credential, 'timesheet');
		expect(error?.httpCode).toBe('403');
		expect((await run(credential, 'developer')).error).toBeUndefined();
		expect(await calls()).toEqual(['developer', 'developer']);
		expect(await tokens()).toEqual(['developer']);
	});

	test('that is pasted with blanks and line breaks around it', async () => {
		const timesheetKey = ` \n${service.sandbox.keys.timesheet}\n `;
		expect((await run(store({ timesheetKey }), 'timesheet')).error).toBeUndefined();
	});
});

describe('a custom request goes by the key', () => {
	const custom = (path: string, more: IDataObject = {}): IDataObject => ({
		resource: 'customRequest',
		operation: 'send',
		method: 'GET',
		path,
		limit: 1,
		...more,
	});

	test.each([
		['/api/external/liveops', 'liveops'],
		['/api/external/loginaudit?page=1', 'loginaudit'],
		['/api/external/customers', 'developer'],
	])('of its path: %s', async (path, key) => {
		expect((await runNode(store(), custom(path))).error).toBeUndefined();
		expect(await calls()).toEqual([key]);
	});

	test('that is chosen, whatever its path', async () => {
		await runNode(store(), custom('/api/external/customers', { key: 'liveOpsKey' }));
		expect(await calls()).toEqual(['liveops']);
	});

	test.each([
		[{ separateKeys: false }, /has no Live Operations Key/, /switch on Separate Keys and fill in Live Operations Key/],
		[{ liveOpsKey: '' }, /has no Live Operations Key/, /fill in Live Operations Key/],
	])('and to nobody where the chosen one is missing: %j', async (changes, message, description) => {
		const { error } = await runNode(store(changes), custom('/api/external/customers', { key: 'liveOpsKey' }));
		expect(error?.message).toMatch(message);
		expect(error?.description).toMatch(description);
		expect(await service.calls()).toBe(0);
	});
});

describe('the HTTP Request node of n8n', () => {
	const get = async (credential: CredentialStore, path: string): Promise<{ result?: unknown; error?: unknown }> =>
		await asNode(
			credential,
			async (context) =>
				await context.helpers.requestWithAuthentication.call(context, 'workforceOperationsApi', {
					uri: `${service.sandbox.url}${path}`,
					json: true,
					method: 'GET',
				} as unknown as IHttpRequestOptions as never),
		);

	test('sends the key of the path', async () => {
		const credential = store();
		for (const path of ['/api/external/liveops', '/api/external/staffs?limit=1', '/api/external/sites?limit=1'])
			expect((await get(credential, path)).error).toBeUndefined();
		expect(await calls()).toEqual(['liveops', 'developer', 'developer']);
		expect(await tokens()).toHaveLength(6);
	});

	test('renews the token of its key alone, when the service has withdrawn it', async () => {
		const credential = store();
		await get(credential, '/api/external/liveops');
		await admin(service.sandbox, 'POST', '/tokens/revoke');
		await clearJournal(service.sandbox);
		expect((await get(credential, '/api/external/liveops')).error).toBeUndefined();
		expect(await tokens()).toEqual(['liveops']);
	});
});

describe('tokens', () => {
	test('of all keys are had together, and once', async () => {
		const credential = store();
		for (const area of AREAS) expect((await run(credential, area)).error).toBeUndefined();
		expect((await tokens()).sort()).toEqual([...AREAS].sort());
	});

	test('are had once for runs at the same time', async () => {
		const credential = store();
		const runs = await Promise.all(AREAS.map(async (area) => await run(credential, area)));
		expect(runs.map(({ error }) => error)).toEqual(AREAS.map(() => undefined));
		expect((await tokens()).sort()).toEqual([...AREAS].sort());
	});

	test('are renewed together before they end, and none is wasted', async () => {
		const credential = store();
		await run(credential, 'timesheet');
		await pace.pass(54 * MINUTE);
		await run(credential, 'liveops');
		await clearJournal(service.sandbox);
		await pace.pass(2 * MINUTE);
		for (const area of AREAS) await run(credential, area);
		expect((await tokens()).sort()).toEqual([...AREAS].sort());
		expect((await journal(service.sandbox)).map(({ status }) => status)).not.toContain(401);
	});

	test('that the service refuses are renewed for their key alone', async () => {
		const credential = store();
		await run(credential, 'timesheet');
		await admin(service.sandbox, 'POST', '/tokens/revoke');
		await clearJournal(service.sandbox);
		expect((await run(credential, 'timesheet')).error).toBeUndefined();
		expect(await tokens()).toEqual(['timesheet']);
		expect((await journal(service.sandbox)).map(({ status }) => status)).toEqual([401, 200, 200]);
	});

	test('are one for a key that stands in two fields', async () => {
		const { timesheet } = service.sandbox.keys;
		const credential = service.store('timesheet', { separateKeys: true, timesheetKey: timesheet, auditKey: timesheet });
		await run(credential, 'timesheet');
		await runNode(credential, { resource: 'site', operation: 'getAll', limit: 1 });
		expect(await tokens()).toEqual(['timesheet']);
	});

	test('of keys that are added later are had alone, beside the one that is there', async () => {
		const credential = store({ separateKeys: false });
		await run(credential, 'developer');
		credential.data.separateKeys = true;
		await run(credential, 'liveops');
		await run(credential, 'developer');
		expect(await tokens()).toEqual(['developer', 'liveops']);
	});
});

describe('a key that the service rejects', () => {
	/** Another one each time: a refusal is remembered for a moment. */
	let wrong: { timesheetKey: string };
	beforeEach(() => {
		wrong = { timesheetKey: `withdrawn-${randomUUID()}` };
	});

	test('spoils its own area only, where the error names its field', async () => {
		const credential = store(wrong);
		expect((await run(credential, 'liveops')).error).toBeUndefined();
		const { error } = await run(credential, 'timesheet');
		expect(error?.message).toMatch(/^The Timesheet Key was rejected\. Check the credential’s Timesheet Key/);
		expect(JSON.stringify(error)).not.toContain(wrong.timesheetKey);
		expect((await run(credential, 'developer')).error).toBeUndefined();
		expect(await calls()).toEqual(['liveops', 'developer']);
	});

	test('costs others no token, and itself one a try', async () => {
		const credential = store(wrong);
		await run(credential, 'liveops');
		expect(await tokens()).toHaveLength(6);
		await clearJournal(service.sandbox);
		for (let round = 0; round < 3; round++) {
			await pace.pass(MINUTE);
			expect((await run(credential, 'timesheet')).error?.message).toMatch(/^The Timesheet Key was rejected/);
			await run(credential, 'liveops');
		}
		expect(await tokens()).toEqual([null, null, null]);
	});

	test('is named also where every key is rejected', async () => {
		const { error } = await run(
			store({ apiKey: 'x-wrong-1', developerKey: '', webhookKey: '', auditKey: '', liveOpsKey: 'x-wrong-2', ...wrong }),
			'liveops',
		);
		expect(error?.message).toMatch(/^The Live Operations Key was rejected/);
	});

	test('is taken as soon as it is corrected, and the others keep their tokens', async () => {
		const credential = store(wrong);
		await run(credential, 'timesheet');
		credential.data.timesheetKey = service.sandbox.keys.timesheet;
		await clearJournal(service.sandbox);
		expect((await run(credential, 'timesheet')).error).toBeUndefined();
		expect((await run(credential, 'liveops')).error).toBeUndefined();
		expect(await tokens()).toEqual(['timesheet']);
	});
});

describe('a field', () => {
	test('that holds a key of another type is named with that type', async () => {
		const { error } = await run(store({ timesheetKey: service.sandbox.keys.liveops }), 'timesheet');
		expect(error?.message).toBe('The Timesheet Key has no access to this');
		expect(error?.description).toContain('The Timesheet Key is of type “liveops”.');
		expect(error?.description).toContain('Enter the right type of key in the credential’s Timesheet Key.');
	});

	test('that is empty is named where API Key doesn’t fit in its place', async () => {
		const { error } = await run(store({ timesheetKey: '' }), 'timesheet');
		expect(error?.message).toBe('The API Key has no access to this');
		expect(error?.description).toContain('The API Key is of type “developer”.');
		expect(error?.description).toContain('Enter the right type of key in the credential’s Timesheet Key.');
	});

	test('that is empty is named where API Key is empty too, before anything is sent', async () => {
		const { error } = await run(store({ apiKey: '', timesheetKey: '' }), 'timesheet');
		expect(error?.message).toBe('The credential has no key for this (Timesheet Key)');
		expect(error?.description).toBe('Open the credential and fill in Timesheet Key, or API Key.');
		expect(await journal(service.sandbox)).toEqual([]);
	});

	test('that holds no key spoils its own area only', async () => {
		const credential = store({ timesheetKey: 'a key' });
		expect((await run(credential, 'timesheet')).error?.message).toBe('The Timesheet Key contains an invalid character');
		expect((await run(credential, 'liveops')).error).toBeUndefined();
	});

	test('is asked for where no key is filled in at all', async () => {
		const { error } = await run(service.store('developer', { separateKeys: true, apiKey: ' ' }), 'liveops');
		expect(error?.message).toBe('The credential has no API key');
	});
});

test('each key has a minute of its own, and the same key in two fields one for both', async () => {
	const credential = store({ requestsPerMinute: 2, developerKey: service.sandbox.keys.liveops });
	const timed = async (area: keyof typeof READS): Promise<boolean> => {
		const before = pace.waited;
		await run(credential, area);
		return pace.waited - before >= 30_000;
	};
	const waited: boolean[] = [];
	for (const area of ['liveops', 'liveops', 'timesheet', 'developer'] as const) waited.push(await timed(area));
	expect(waited).toEqual([false, false, false, true]);
});
