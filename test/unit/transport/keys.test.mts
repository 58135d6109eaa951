// A credential with a key for each area: how its fields are read, and what a request’s key is called. Which one it goes by: test/engine/credential/separateKeys.test.mts.
import { describe, expect, test } from '@jest/globals';
import { endpoints } from '../../../nodes/WorkforceOperations/contract/index.ts';
import {
	eachKey,
	keyName,
	secretsOf,
	settingsFor,
	settingsOfField,
	settingsForKeyField,
	settingsOfRequest,
	usableKeys,
} from '../../../nodes/WorkforceOperations/transport/keys.ts';
import { Problem } from '../../../nodes/WorkforceOperations/transport/failures/problem.ts';
import { readSettings, type Settings } from '../../../nodes/WorkforceOperations/transport/settings.ts';

const read = (fields: Record<string, unknown>): Settings =>
	readSettings({ apiKey: 'own', subscriptionKey: 'sub', separateKeys: true, ...fields } as never);
const timesheets = endpoints['timesheet.getAll'].access;
const webhooks = endpoints['webhookSubscriber.create'].access;
const customers = endpoints['customer.getAll'].access;

describe('the fields', () => {
	test.each([false, undefined, '', 'no', 0, null])('are not read with the switch at %j', (separateKeys) => {
		const settings = read({ separateKeys, timesheetKey: 'ts' });
		expect(settings.separateKeys).toBeUndefined();
		expect(settingsFor(settings, timesheets)).toBe(settings);
		expect(secretsOf(settings)).toEqual(['own', 'sub']);
	});

	test.each([
		[' ts\n', 'ts'],
		[12345, '12345'],
	])('are read without what surrounds a key: %j', (timesheetKey, key) =>
		expect(settingsFor(read({ timesheetKey }), timesheets)).toMatchObject({ apiKey: key, field: 'timesheetKey' }),
	);

	test.each(['', '  \n', null, undefined])('are empty with %j, and API Key takes their place', (timesheetKey) =>
		expect(settingsFor(read({ timesheetKey }), timesheets)).toMatchObject({ apiKey: 'own', field: 'apiKey' }),
	);

	test.each(['a b', 'key“', {}, ['x', 'y z']])(
		'that hold no key, such as %j, spoil only what goes by them',
		(value) => {
			const settings = read({ timesheetKey: value });
			expect(() => settingsFor(settings, timesheets)).toThrow('The Timesheet Key contains an invalid character');
			expect(settingsFor(settings, customers).apiKey).toBe('own');
			expect(usableKeys(settings).map(keyName)).toEqual(['API Key']);
			expect(eachKey(settings)[1]).toBeInstanceOf(Problem);
		},
	);
});

describe('the key of a request', () => {
	test.each([
		[webhooks, /no key for this \(Webhook Key or Developer Key\)$/],
		[timesheets, /no key for this \(Timesheet Key\)$/],
	])('that is missing is told with its field', (access, words) =>
		expect(() => settingsFor(read({ apiKey: '', auditKey: 'log' }), access)).toThrow(words),
	);

	test('is told by the path where nothing else tells it', () => {
		const settings = read({ timesheetKey: 'ts', liveOpsKey: 'live' });
		const path = '/api/external/timesheets';
		expect(settingsOfRequest(settings, path).apiKey).toBe('ts');
		expect(settingsOfRequest(settings, path, { access: customers }).apiKey).toBe('own');
		expect(settingsOfRequest(settings, path, { keyField: 'liveOpsKey' }).apiKey).toBe('live');
		expect(settingsOfRequest(settings, '/elsewhere').apiKey).toBe('own');
	});

	test.each([
		['liveOpsKey', 'live'],
		['subscriptionKey', 'ts'],
		[undefined, 'ts'],
		[{}, 'ts'],
	])('is that of the mark %j, if it is one', (mark, key) =>
		expect(
			settingsForKeyField(read({ timesheetKey: 'ts', liveOpsKey: 'live' }), '/api/external/timesheets', mark).apiKey,
		).toBe(key),
	);

	test('can only be chosen where there is one', () => {
		const single = read({ separateKeys: false });
		expect(settingsForKeyField(single, '/api/external/timesheets', 'auditKey')).toBe(single);
		expect(settingsOfField(single, 'apiKey')).toBe(single);
		expect(() => settingsOfField(single, 'auditKey')).toThrow('The credential has no Audit Key');
		expect(() => settingsOfField(read({}), 'auditKey')).toThrow('The credential has no Audit Key');
	});
});

test('every key is a secret', () => {
	expect(secretsOf(read({ timesheetKey: 'ts', auditKey: 'log' })).sort()).toEqual(['log', 'own', 'own', 'sub', 'ts']);
});
