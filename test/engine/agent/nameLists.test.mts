// Where the names of an AI agent are looked up: lists that can’t be trusted, keys that may not read them, the login audit, writes.
import { describe, expect, test } from '@jest/globals';
import type { IDataObject } from 'n8n-workflow';
import type { CredentialStore } from '../../../kit/core/credentials.mts';
import { credentialFor } from '../../../kit/core/engine.mts';
import { separateKeysOf } from '../../../kit/n8n/sandboxCredentials.mts';
import { asTool, candidatesOf, fresh, requestTo, sites, timesheets, useAgent } from './asked.mts';

const { bench, asked, listed } = useAgent();

describe('A list of names that can’t be trusted', () => {
	test('because it counts more than it shows takes the ID alone', async () => {
		listed('/sites', sites('Gate A', 'Gate B'), { totalRecordCount: 9 });
		const asking = await asked(timesheets({ siteIds: 'gate a' }));
		expect(asking.error?.message).toBe(
			'“gate a” can’t be matched with certainty: the list of sites may be incomplete. Call again with the ID of one of these: 11 “Gate A”.',
		);
		expect((await asked(timesheets({ siteIds: '11' }))).error).toBeUndefined();
		const unknown = await asked(timesheets({ siteIds: 'elsewhere' }));
		expect(unknown.error?.message).toMatch(/\. Call again with a site’s “id”\.$/);
	});

	test('because one of it has no ID takes the ID alone', async () => {
		listed('/sites', [{ id: 0, name: 'Gate A' }, ...sites('Gate A', 'Gate B')]);
		expect((await asked(timesheets({ siteIds: 'gate a' }))).error?.message).toMatch(/some of the sites have no ID\./);
	});
});

test.each<[string, number, IDataObject]>([
	['/sites', 403, { siteIds: 'Gate A' }],
	['/staffs', 500, { employeeId: 'Ann Lee' }],
])('A list of names, %s, that can’t be read (%i) is told in its own words', async (list, status, filters) => {
	bench.recorder.answer(({ path }) => (path.endsWith(list) ? { status, body: '' } : undefined));
	const { error } = await asked(timesheets(filters), 'developer');
	expect(error?.message).toEqual(expect.not.stringContaining('can’t look up'));
});

describe('A name of an employee', () => {
	const aroha = { employeeId: 'Aroha Ngata' };
	const refused =
		/^This API key can’t look up employees by name\. Call again with an employee’s “id” or a timesheet’s “staffId”\.$/;

	test('needs a key that may list them; the ID is taken without one', async () => {
		const asking = await asked(timesheets(aroha));
		expect(asking.error?.message).toMatch(refused);
		expect(requestTo(asking, '/timesheets')).toBeUndefined();
		expect((await asked(timesheets({ employeeId: '3001' }))).error).toBeUndefined();
	});

	const separate = (changes: IDataObject = {}): CredentialStore =>
		credentialFor(bench.sandbox, 'timesheet', {
			baseUrl: bench.recorder.url,
			requestsPerMinute: 6000,
			...separateKeysOf(bench.sandbox),
			...changes,
		});

	test('goes by the key for them, where the credential holds several', async () => {
		const asking = await asked(timesheets(aroha), 'timesheet', separate());
		expect(asking.answer['resolved']).toMatchObject({ employeeId: { given: 'Aroha Ngata', id: '3001' } });
		expect(requestTo(asking, '/timesheets')?.query['employeeId']).toBe('3001');
	});

	test('is refused in the same words, where the credential holds several and none for them', async () => {
		const asking = await asked(timesheets(aroha), 'timesheet', separate({ developerKey: '', apiKey: '' }));
		expect(asking.error?.message).toMatch(refused);
		expect(asking.sent).toEqual([]);
	});
});

describe('Writes', () => {
	const licenses = { licence: [{ licenseNumber: 'X' }] };
	test.each<[string, IDataObject]>([
		['staff', { resource: 'staff', operation: 'update', updateFields: { mobile: '+61 400 000 000' } }],
		['a licence', { resource: 'securityLicence', operation: 'upsert', licenses }],
	])('of %s take an ID alone', async (_, parameters) => {
		const asking = await asked({ ...parameters, employeeId: 'Aroha Ngata', allowWrites: true }, 'developer');
		expect(asking.error?.message).toBe(
			'“Employee” must be an ID (a whole number), not “Aroha Ngata”. Look up the ID first.',
		);
		expect(asking.sent).toEqual([]);
	});
});

describe('A user of the login audit', () => {
	const logins = (more: IDataObject): IDataObject => ({ resource: 'loginAudit', limit: 5, ...more });
	const recent = (userId: unknown): IDataObject => logins({ operation: 'getRecent', userId } as IDataObject);
	const among = /^“[^”]+” was found in the login events that were read \(\d+\)\.$/;
	// An address is contact data, which no answer tells.
	const [hidden, id] = ['[e-mail hidden]', '7001'];

	test.each(['Dana.Whitlock@southerncross-guarding.example', 'dana whitlock'])(
		'is found by “%s” among the events that are read, which the answer says',
		async (given) => {
			for (const parameters of [recent(given), logins({ operation: 'getAll', filters: { userId: given } })]) {
				const { answer, error } = await asked(parameters, 'loginaudit');
				expect(error).toBeUndefined();
				expect(answer['resolved']).toEqual({
					userId: { given: given.includes('@') ? hidden : given, id, name: hidden },
				});
				expect(answer['notes']).toContainEqual(expect.stringMatching(among));
				for (const { userId } of answer['records'] as IDataObject[]) expect(String(userId)).toBe('7001');
			}
		},
	);

	test('is looked for in the period that is asked for', async () => {
		const filters = { userId: 'dana whitlock', from: '2001-01-01', to: '2001-01-02' };
		const { error, sent } = await asked(logins({ operation: 'getAll', filters }), 'loginaudit');
		const [from = 0, to = 0] = ['from', 'to'].map((name) => Date.parse(sent[0]?.query[name] ?? ''));
		expect([from > Date.parse('2000-12-31'), to - from > 47 * 3_600_000]).toEqual([true, true]);
		expect(error?.message).toMatch(
			/^None of the 0 users in the login events that were read \(0\) is called “dana whitlock”\./,
		);
	});

	test('is looked for in the newest 500 events alone', async () => {
		bench.recorder.answer(({ query: { page = '1' } }) => {
			const ids = Array.from({ length: 500 }, (_, index) => Number(page) * 500 + index);
			return { body: { data: ids.map((id) => ({ id, userId: id, emailAttempted: `u${id}@example.com` })), meta: {} } };
		});
		const { error, sent } = await asked(recent('dana whitlock'), 'loginaudit');
		expect(error?.message).toMatch(/^None of the 500 users in the login events that were read \(500\)/);
		expect(sent).toHaveLength(1);
	});

	test('that only a part fits is an error with those that may be meant, where their addresses may be seen', async () => {
		const asking = await asked({ ...recent('southerncross'), contactDetails: true }, 'loginaudit');
		expect(asking.error?.message).toMatch(/^None of the users in the login events .* exactly “southerncross”\./);
		expect(candidatesOf(asking)).toMatchObject({ userId: { length: 5 } });
		const hidden = await asked(recent('southerncross'), 'loginaudit');
		expect(hidden.error?.message).toMatch(/ exactly “southerncross”\. Call again with .*, or an event’s “userId”\.$/);
		expect(candidatesOf(hidden)).toEqual({ userId: [] });
	});

	test('may have any text for an ID, which is said', async () => {
		bench.recorder.answer(({ path }) => (path.endsWith('/recent') ? { body: { data: [], meta: {} } } : undefined));
		const { answer, sent } = await asked(recent('auth0|8f1c'), 'loginaudit');
		expect(sent.at(-1)?.path).toMatch(/\/users\/auth0%7C8f1c\/recent$/);
		expect(answer['notes']).toContainEqual(
			expect.stringMatching(
				/^“auth0\|8f1c” was treated as a user ID, because nobody in the login events that were read/,
			),
		);
		const digits = await asked(recent('7001'), 'loginaudit');
		expect(digits.sent).toHaveLength(1);
		expect(digits.answer['notes']).toContain('userId 7001: a number is treated as an ID, not as a name.');
	});
});

describe('A user’s ID that is a text', () => {
	const known = (...users: Array<[id: string, email: string]>): void => {
		const data = users.map(([userId, emailAttempted], id) => ({ id, userId, emailAttempted }));
		bench.recorder.answer(() => ({ body: { data, meta: {} } }));
	};
	const recent = { resource: 'loginAudit', operation: 'getRecent' };

	test('is taken with the name that the login events have for it', async () => {
		known(['auth0|8f1c', 'guard0@example.com'], ['auth0|9a2d', 'guard1@example.com']);
		const { answer, sent } = await asked({ ...recent, userId: 'auth0|9a2d', contactDetails: true }, 'loginaudit');
		expect(sent.at(-1)?.path).toMatch(/\/users\/auth0%7C9a2d\/recent$/);
		expect(answer['resolved']).toMatchObject({ userId: { id: 'auth0|9a2d', name: 'guard1@example.com' } });
	});

	test.each<[string, string, Array<[id: string, email: string]>]>([
		['that the ID of another begins with', 'user-1', [['user-10', 'ann@example.com']]],
		[
			'that another has typed as a name',
			'jsmith',
			[
				['jsmith', 'ann@example.com'],
				['7001', 'jsmith@example.com'],
			],
		],
		['that was typed where no user was known', 'jsmith', [['0', 'jsmith@example.com']]],
		['whose letters are in the ID of another', 'bea', [['5d1bea70-0c1f-4a52-8f0e-2f6f0a9d7c11', 'ann@example.com']]],
	])('%s is asked for as it is', async (_, userId, users) => {
		known(...users);
		const { error, sent } = await asked({ ...recent, userId }, 'loginaudit');
		expect(error).toBeUndefined();
		expect(sent.at(-1)?.path).toMatch(new RegExp(`/users/${userId}/recent$`));
	});
});

describe('The lists of names', () => {
	test('are read once for all items of a run, and kept for a minute', async () => {
		const details = fresh();
		bench.recorder.seen.length = 0;
		const run = async (): Promise<void> => {
			const options = { ...asTool, ...details, items: [{ json: {} }, { json: {} }, { json: {} }] };
			await bench.ok('timesheet', timesheets({ siteIds: 'Coral Coast Library' }), options);
		};
		await run();
		const lists = (): string[] =>
			bench.recorder.seen.filter(({ path }) => path.endsWith('/sites')).map(({ search }) => search);
		const first = lists();
		expect(first.length).toBeGreaterThan(0);
		expect(first).toHaveLength(new Set(first).size);
		await run();
		expect(lists()).toEqual(first);
	});

	test('are apart by customer and by key', async () => {
		const details = { ...asTool, ...fresh() };
		const read = async (key: 'timesheet' | 'incidentreport', customerId: string): Promise<number> => {
			bench.recorder.seen.length = 0;
			await bench.run(key, timesheets({ customerId, siteIds: 'nowhere' }), details);
			return bench.recorder.seen.filter(({ path }) => path.endsWith('/sites')).length;
		};
		const [first, ...others] = [
			await read('timesheet', '1001'),
			await read('timesheet', '1006'),
			await read('incidentreport', '1006'),
		];
		expect(first).toBeGreaterThan(0);
		expect(others).toEqual([first, first]);
		expect(await read('timesheet', '1001')).toBe(0);
	});

	test('are no matter of a workflow step, which takes IDs as ever', async () => {
		const { error } = await bench.run('timesheet', timesheets({ customerId: 'Southern Cross Tower' }));
		expect(error?.message).toBe('“Customer” must be an ID (a whole number), not “Southern Cross Tower”');
		expect(bench.recorder.seen).toEqual([]);
	});
});
