// Forms, credentials and keys of repeats that were damaged, or come from a newer version: each ends in words, or goes on as it should.
import { describe, expect, test } from '@jest/globals';
import type { IDataObject, INodeExecutionData } from 'n8n-workflow';
import { CredentialStore } from '../../../kit/core/credentials.mts';
import { runNode } from '../../../kit/core/engine.mts';
import { execute } from '../support/triggerDelivery.mts';
import { Host, triggerNode } from '../support/triggerHost.mts';
import { subscribers } from '../support/triggerService.mts';
import { useFreshStore } from '../support/freshStore.mts';
import { watchNode } from '../support/watchHost.mts';
import { MINUTE, useWatchWorld } from '../support/watchWorld.mts';
import { storedToday } from './frozenForms.mts';
import { relocated } from './relocated.mts';

const world = useWatchWorld();
const store = useFreshStore();

/** What JavaScript says when something was taken for what it isn’t. */
const RAW = /is not (a function|iterable|an object)|Cannot |undefined|NaN|JSON at|TypeError/;

/** Whatever a form may hold that no form writes. */
const ODD: unknown[] = [null, 7, 'cut', [null], { cut: { of: [1] } }];

type Outcome = RegExp | 'works';

interface Damage {
	rest: IDataObject;
	expected: Outcome;
	/** Odd values, as JSON, that end in another way. */
	others?: Record<string, Outcome>;
}

const odd = (fields: Record<string, Damage>): Array<[string, IDataObject, Outcome]> =>
	Object.entries(fields).flatMap(([field, { rest, expected, others = {} }]) =>
		ODD.map((value): [string, IDataObject, Outcome] => {
			const json = JSON.stringify(value);
			return [`${field} ${json}`, { ...rest, [field]: value } as IDataObject, others[json] ?? expected];
		}),
	);

/** The very words, or none. */
function holdsTo(told: string, expected: Outcome): void {
	expect(told).toEqual(expected === 'works' ? '' : expect.stringMatching(expected));
	expect(told).not.toMatch(RAW);
}

/** The words that it fails with, or none. */
const failureOf = (work: Promise<unknown>): Promise<string> =>
	work.then(
		() => '',
		(error: Error) => error.message,
	);

const people = { resource: 'staff', operation: 'getAll' };

describe('a node whose form was damaged works or says what is wrong', () => {
	test.each(
		odd({
			operation: { rest: people, expected: /^There is no operation “.*” for “staff”/ },
			limit: { rest: people, expected: /^“Limit” must be a whole number of 1 or more/, others: { '7': 'works' } },
			filters: { rest: people, expected: 'works' },
			options: { rest: people, expected: 'works' },
			period: {
				rest: { resource: 'timesheet', operation: 'getAll' },
				expected: /^“Period” is not one of the choices/,
				others: { null: 'works', '[null]': 'works' },
			},
		}),
	)('%s', async (name, parameters, expected) => {
		const key = parameters.resource === 'staff' ? 'developer' : 'timesheet';
		const { error, json } = await runNode(world.host('memory', key).store, parameters);
		holdsTo(error === undefined ? '' : `${error.message} ${error.description ?? ''}`, expected);
		const [field = ''] = name.split(' ');
		const { [field]: _, ...undamaged } = parameters;
		const whole = expected === 'works' ? (await runNode(world.host('memory', key).store, undamaged)).json : [];
		expect(json).toEqual(field === 'limit' ? whole.slice(0, 7) : whole);
	});

	test('an operation of a newer version is named', async () => {
		const { error } = await runNode(world.host('memory', 'developer').store, { ...people, operation: 'rehire' });
		expect({ message: error?.message, itemIndex: error?.context.itemIndex }).toEqual({
			message: 'There is no operation “rehire” for “staff”',
			itemIndex: 0,
		});
	});
});

describe('a watch trigger whose form was damaged works or says what is wrong', () => {
	const event = 'shift.notClockedIn';
	test.each([
		...odd({
			event: {
				rest: {},
				expected: /^This trigger has no event “.+”/,
				others: { null: /^No event is chosen/, '[null]': /^No event is chosen/ },
			},
			minutes: {
				rest: { event },
				expected: /^“Minutes After Start” must be a whole number from 0/,
				others: { '7': 'works' },
			},
			filters: { rest: { event }, expected: 'works' },
			options: { rest: { event }, expected: 'works' },
			daysBefore: {
				rest: { event: 'licence.expiring' },
				expected: /^“Days Before” contains “.+”, which is not a whole number/,
				others: { null: 'works', '7': 'works', '[null]': /^“Days Before” is empty/ },
			},
		}),
	])('%s', async (_, parameters, expected) => {
		const n8n = world.host('memory', parameters.event === event ? 'liveops' : 'developer');
		holdsTo(await failureOf(n8n.activate(watchNode(parameters))), expected);
		expect(n8n.told).toEqual([]);
		expect(n8n.log.join('\n')).not.toMatch(RAW);
	});

	test('an event of a newer version is named', async () => {
		const n8n = world.host('memory', 'liveops');
		await expect(n8n.activate(watchNode({ event: 'shift.swapped' }))).rejects.toThrow(
			/This trigger has no event “shift\.swapped”/,
		);
	});
});

describe('a webhook trigger whose form was damaged is published or says what is wrong, and leaves nothing on in between', () => {
	const events = ['timesheet.approve'];
	test.each(
		odd({
			events: {
				rest: {},
				expected: /^“.+” is not an event\./,
				others: { null: /^No event is chosen/, '[null]': /^No event is chosen/ },
			},
			options: { rest: { events }, expected: 'works' },
		}),
	)('%s', async (_, parameters, expected) => {
		const host = new Host('loop', { '*': world.host('memory', 'webhook').store });
		const failure = await failureOf(host.publish([triggerNode(parameters)]));
		holdsTo(failure, expected);
		expect(host.log.join('\n')).not.toMatch(RAW);
		expect((await subscribers(world.sandbox)).filter(({ isActive }) => isActive)).toHaveLength(failure === '' ? 1 : 0);
	});
});

describe('a credential', () => {
	const { everyField, oneKey } = storedToday().credentials;

	async function use(changes: IDataObject, frozen = oneKey) {
		if (frozen === undefined) throw new Error('no credential is frozen');
		await world.pass(frozen.savedAt + MINUTE - (await world.now()));
		const data = { ...structuredClone(frozen.data), ...changes };
		const credential = relocated(new CredentialStore(data as never), world.sandbox.url);
		const { error, json } = await runNode(credential, { resource: 'customer', operation: 'getAll' });
		return { told: error && `${error.message}. ${error.description ?? ''}`, count: json.length };
	}

	test.each<[string, IDataObject, RegExp | undefined]>([
		['whose token is no text', { accessToken: null }, undefined],
		['whose token is an object', { accessToken: { a: 1 } }, undefined],
		['whose token is a cut list', { accessToken: '[{"accessToken":"a"' }, undefined],
		['whose tokens are none', { accessToken: '[null, 7, {"accessToken": 1}]' }, undefined],
		['whose token has no time', { refreshAt: 'soon' }, undefined],
		['whose token has no key', { tokenFingerprint: null }, undefined],
		['whose limit is a word', { requestsPerMinute: 'many' }, undefined],
		['whose switch is a word', { separateKeys: 'perhaps' }, undefined],
		['whose header is null', { subscriptionKeyHeader: null }, undefined],
		['of a newer version, with more fields', { tenant: 'south', format: 2 }, undefined],
		['of a region of a newer version', { region: 'nz' }, /region does not exist\. .*choose its Region/],
		['whose region is an object', { region: { a: 1 } }, /region does not exist/],
		['whose key is null', { apiKey: null }, /The API key is empty\. .*paste the key/],
		['whose key is an object', { apiKey: { a: 1 } }, /The API key is empty/],
		['whose key is cut', { apiKey: 'sandbox-time' }, /rejected/],
		['whose address is cut', { baseUrl: 'http:/' }, /Base URL/],
		['whose address is no text', { baseUrl: 7 }, /Base URL/],
		['whose subscription key is null', { subscriptionKey: null }, /subscription key/i],
	])('%s', async (_, changes, expected) => {
		const { told, count } = await use(changes);
		expect({ works: told === undefined, isAny: count > 0 }).toEqual({
			works: expected === undefined,
			isAny: expected === undefined,
		});
		expect(told ?? '').toMatch(expected ?? /^$/);
		expect(told ?? '').not.toMatch(RAW);
	});

	test('with separate keys of which one is no text goes on with the others', async () => {
		expect(await use({ timesheetKey: null, auditKey: {}, accessToken: '' }, everyField)).toMatchObject({
			told: undefined,
		});
	});
});

describe('the keys of repeats', () => {
	const { content } = storedToday().deduplication;
	const again = async (keys: (known: string[]) => string[]) => {
		if (content === undefined) throw new Error('no keys are frozen');
		await world.pass(content.savedAt + MINUTE - (await world.now()));
		store.rows.set('workflow-1/node-1', keys([...content.keys]));
		const [item] = content.passed as unknown as INodeExecutionData[];
		return await execute(item === undefined ? [] : [item], { parameters: content.parameters });
	};

	test('beside those of a newer version count', async () => {
		expect((await again((known) => ['v2:timesheetId 1', ...known, 'timesheetId 1|turn 30000|v2'])).items).toEqual([]);
	});

	test.each<[string, (known: string[]) => string[]]>([
		['of which some are missing', (known) => known.filter((key) => !key.startsWith('timesheetId 1|turn, digit 2'))],
		['of which some are there twice', (known) => [...known, 'timesheetId 1|turn, digit 2: 5']],
		['of which the first were forgotten', (known) => known.slice(3)],
	])('%s let a delivery pass, and the log says that it may be a repeat', async (_, keys) => {
		const { items, log } = await again(keys);
		expect(items).toHaveLength(1);
		expect(log).toEqual([
			expect.stringMatching(
				/^info .*record of earlier deliveries to “Trigger” is incomplete.*may be a duplicate was passed on$/,
			),
		]);
		// From then on it is known again.
		expect((await again(() => store.rows.get('workflow-1/node-1') ?? [])).items).toEqual([]);
	});

	test.each<[string, (known: string[]) => string[]]>([
		['that are gone', () => []],
		['of another form alone', (known) => known.map((key) => `v2:${key}`)],
	])('%s let a delivery pass', async (_, keys) => expect((await again(keys)).items).toHaveLength(1));
});
