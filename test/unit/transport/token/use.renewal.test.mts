// The tokens of a credential with several keys: which are exchanged when, what is stored, and what a failure leaves.
import { beforeEach, describe, expect, test } from '@jest/globals';
import type { ICredentialDataDecryptedObject } from 'n8n-workflow';
import { settingsOfField } from '../../../../nodes/WorkforceOperations/transport/keys.ts';
import { Problem } from '../../../../nodes/WorkforceOperations/transport/failures/problem.ts';
import { readSettings, type Settings } from '../../../../nodes/WorkforceOperations/transport/settings.ts';
import { isFresh, storedTokens } from '../../../../nodes/WorkforceOperations/transport/storedTokens.ts';
import {
	assertEveryKey,
	renewTokens,
	tokenForRequest,
} from '../../../../nodes/WorkforceOperations/transport/token/use.ts';
import { useVirtualTime } from '../support.mts';

const MINUTE = 60_000;

const time = useVirtualTime();
let run = 0;
let credentials: ICredentialDataDecryptedObject;
/** The keys that were sent for an exchange. */
let sent: string[];
/** What becomes of the exchange of a key; a token without it. */
let refuses: Record<string, number>;
/** Seconds for which the token of a key lives; an hour without it. */
let lifetimes: Record<string, number>;
beforeEach(() => {
	run++;
	credentials = {
		region: 'custom',
		baseUrl: 'https://renewal.test',
		apiKey: `own-${run}`,
		subscriptionKey: 'sub',
		separateKeys: true,
		timesheetKey: `ts-${run}`,
		liveOpsKey: `live-${run}`,
		accessToken: '',
	};
	sent = [];
	refuses = {};
	lifetimes = {};
});

const nameOf = (key: string): string => key.split('-')[0] ?? '';

const http = async ({ body }: { body: { apiKey: string } }): Promise<unknown> => {
	const name = nameOf(body.apiKey);
	sent.push(name);
	await time.wait(10);
	const statusCode = refuses[name];
	if (statusCode !== undefined) return { statusCode, headers: {}, body: {} };
	return {
		statusCode: 200,
		headers: {},
		body: { data: { accessToken: `${name}#${sent.length}`, expiresIn: lifetimes[name] ?? 3600 } },
	};
};

const settings = (): Settings => readSettings(credentials);
const key = (field: 'timesheetKey' | 'liveOpsKey' | 'apiKey'): Settings => settingsOfField(settings(), field);

/** What n8n does when it is asked for tokens; returns the keys that were exchanged. */
async function renew(held = credentials): Promise<string[]> {
	sent = [];
	const stored = await time.until(renewTokens(http as never, settings(), held));
	Object.assign(credentials, stored);
	return [...sent].sort();
}

const use = (field: 'timesheetKey' | 'liveOpsKey' | 'apiKey', asking = {}): string =>
	tokenForRequest(credentials, key(field), asking);

function thrown(work: () => unknown): Problem & { response?: unknown } {
	try {
		work();
	} catch (error) {
		if (error instanceof Problem) return error;
	}
	throw new Error('no Problem');
}

describe('what is exchanged', () => {
	test('is the key that n8n’s own request went by, unless another is called for', async () => {
		await renew();
		use('liveOpsKey', { isForeign: true });
		expect(thrown(() => use('apiKey', { refused: use('apiKey') })).response).toBeDefined();
		expect(await renew()).toEqual(['own']);
		time.now += MINUTE;
		expect(await renew()).toEqual(['live']);
	});

	test('is every key, once an hour; one that was renewed meanwhile keeps to its own time', async () => {
		await renew();
		time.now += 30 * MINUTE;
		const refused = use('timesheetKey');
		expect(() => use('timesheetKey', { refused })).toThrow();
		expect(await renew()).toEqual(['ts']);
		time.now += 26 * MINUTE;
		expect(isFresh(credentials, key('timesheetKey'))).toBe(true);
		expect(() => use('liveOpsKey')).toThrow();
		expect(await renew()).toEqual(['live', 'own']);
		time.now += 30 * MINUTE;
		expect(() => use('timesheetKey')).toThrow();
		expect(await renew()).toEqual(['ts']);
	});

	test('is also a key whose token ends a little later than the one that is due', async () => {
		lifetimes = { ts: 3500 };
		await renew();
		time.now += 3_200_000;
		expect(() => use('timesheetKey')).toThrow();
		expect(isFresh(credentials, key('liveOpsKey'))).toBe(true);
		expect(await renew()).toEqual(['live', 'own', 'ts']);
	});

	test('is nothing that another request has exchanged, after this one had read what was stored', async () => {
		await renew();
		credentials.timesheetKey = `new-${run}`;
		const before = { ...credentials };
		expect(() => use('timesheetKey')).toThrow();
		expect(await renew()).toEqual(['new']);
		expect(await renew(before)).toEqual([]);
		expect(use('timesheetKey')).toMatch(/^new/);
	});

	test('is not undone by a request for another key that had read what was stored before', async () => {
		await renew();
		time.now += 11_000;
		const before = { ...credentials };
		const [ts, live] = [use('timesheetKey'), use('liveOpsKey')];
		expect(() => use('timesheetKey', { refused: ts })).toThrow();
		expect(await renew()).toEqual(['ts']);
		const newer = use('timesheetKey');
		Object.assign(credentials, before);
		expect(() => use('liveOpsKey', { refused: live })).toThrow();
		expect(await renew()).toEqual(['live']);
		expect(use('timesheetKey')).toBe(newer);
	});
});

describe('a key that brings no token', () => {
	test('is not sent again for a moment, and then alone', async () => {
		refuses = { ts: 401 };
		await renew();
		time.now += 4_999;
		expect(thrown(() => use('timesheetKey')).response).toBeUndefined();
		time.now += 1;
		expect(thrown(() => use('timesheetKey')).response).toBeDefined();
		expect(await renew()).toEqual(['ts']);
	});

	test('because the service is busy is told as what passes, and tried again a second later', async () => {
		refuses = { ts: 503 };
		await renew();
		expect(thrown(() => use('timesheetKey')).passing).toBe(true);
		time.now += 1_000;
		refuses = {};
		expect(thrown(() => use('timesheetKey')).response).toBeDefined();
		expect(await renew()).toEqual(['ts']);
		expect(use('timesheetKey')).toMatch(/^ts/);
	});

	test('keeps the token that it has until that ends, and not one that was refused', async () => {
		await renew();
		const refused = use('timesheetKey');
		refuses = { ts: 503 };
		expect(() => use('timesheetKey', { refused })).toThrow();
		await renew();
		expect(storedTokens(credentials)).toHaveLength(2);
	});

	test('is told to n8n’s own request as well, in place of the token that it came with', async () => {
		await renew();
		use('liveOpsKey', { isForeign: true });
		refuses = { live: 401 };
		expect(await renew()).toEqual(['live']);
		expect(thrown(() => use('liveOpsKey', { isForeign: true })).message).toMatch(
			/^The Live Operations Key was rejected/,
		);
	});

	test('together with all others leaves something stored, so that each is asked for alone', async () => {
		refuses = { ts: 401, live: 401, own: 401 };
		expect(await renew()).toEqual(['live', 'own', 'ts']);
		expect(credentials.accessToken).toBe('[]');
		expect(thrown(() => use('liveOpsKey')).message).toMatch(/^The Live Operations Key was rejected/);
		time.now += 6_000;
		expect(() => use('liveOpsKey')).toThrow();
		expect(await renew()).toEqual(['live']);
	});
});

describe('the test of the credential', () => {
	const check = (): void => assertEveryKey(credentials, settings());

	test('has every key exchanged, also where all of them have a token', async () => {
		await renew();
		check();
		time.now += MINUTE;
		expect(thrown(check).response).toBeDefined();
		expect(await renew()).toEqual(['live', 'own', 'ts']);
		check();
	});

	test('names the first field that is wrong', async () => {
		refuses = { live: 401, ts: 401 };
		await renew();
		expect(thrown(check).message).toMatch(/^The Timesheet Key was rejected/);
		credentials.apiKey = 'a b';
		expect(thrown(check).message).toMatch(/^The API Key contains an invalid character/);
	});

	test('has nothing to do with a single key', () => {
		credentials.separateKeys = false;
		expect(check).not.toThrow();
	});
});
