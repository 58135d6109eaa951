// Service Details: what may stand there, and how what may not is told without repeating it.
import { describe, expect, test } from '@jest/globals';
import { endpoints } from '../../../nodes/WorkforceOperations/contract/index.ts';
import {
	idNamesOf,
	inServiceNames,
	naming,
	readServiceDetails,
	type ServiceDetails,
	signalIn,
} from '../../../nodes/WorkforceOperations/contract/serviceDetails.ts';

const faults = (given: unknown, secrets?: string[]): string[] => {
	const read = readServiceDetails(given, secrets);
	return 'faults' in read ? read.faults : [];
};

describe('what may stand there', () => {
	test.each([undefined, null, '', '  \n', '{}', {}])('nothing: %j', (given) =>
		expect(readServiceDetails(given)).toEqual({ details: {} }),
	);

	const rejected = { field: 'status', value: 'Rejected' };
	test.each<[object, object]>([
		[{ stateField: ' enabled ' }, { stateField: { subscriber: 'enabled', subscription: 'enabled' } }],
		[{ stateField: { subscription: 'on' } }, { stateField: { subscription: 'on' } }],
		[{ emailParameter: 'mail', take: 'count', licenseNumber: 'number', formTemplateId: 'templateKey' }, {}],
		[{ customerId: 'clientKey', siteId: 'Site Key' }, {}],
		[{ formTemplatesPath: '/api/external/form-templates/v2.1' }, {}],
		[
			{ answerFields: { answer: 'a, b', fileLink: ['a.b'] } },
			{ answerFields: { answer: ['a', 'b'], fileLink: ['a.b'] } },
		],
		[
			{ lineFields: { pay: { amount: 'gross' }, charge: { rate: ['price'] } } },
			{ lineFields: { pay: { amount: ['gross'] }, charge: { rate: ['price'] } } },
		],
		[
			{ changeFields: { timesheet: { reject: 'status=Rejected', approve: { field: 'ok', value: true, at: 'when' } } } },
			{ changeFields: { timesheet: { reject: rejected, approve: { field: 'ok', value: 'true', at: 'when' } } } },
		],
		[{ events: 'timesheet.lock; a.b' }, { events: ['timesheet.lock', 'a.b'] }],
		[{ events: 'timesheet.lock' }, { events: ['timesheet.lock'] }],
		[{ listEnd: 'unsaid' }, {}],
		[{ listEnd: 'lastRow' }, {}],
		[{ answerFields: { fileName: 'file' } }, { answerFields: { fileName: ['file'] } }],
		[
			{ changeFields: { incidentReport: { submit: 'sent' } } },
			{ changeFields: { incidentReport: { submit: { field: 'sent' } } } },
		],
		[{ statuses: ['ROSTERED'] }, { statuses: { rostered: ['ROSTERED'] } }],
		[
			{ statuses: { rostered: 'A, B', rejected: ['DECLINED'] } },
			{ statuses: { rostered: ['A', 'B'], rejected: ['DECLINED'] } },
		],
		[{ leaveEntryTypes: [2, 'Leave B'] }, { leaveEntryTypes: ['2', 'Leave B'] }],
		[{ totals: 'ignore', timesUtc: false, breakUnit: 'hours' }, {}],
	])('%j, as an object and as text', (given, changed) => {
		const expected = { details: { ...given, ...changed } };
		expect(readServiceDetails(given)).toEqual(expected);
		expect(readServiceDetails(`\n${JSON.stringify(given, null, '\t')}`)).toEqual(expected);
	});
});

describe('what may not is told with its place', () => {
	test.each<[string, RegExp]>([
		['[]', /at the start: expected an object with stateField, emailParameter, .*, breakUnit$/],
		['7', /at the start/],
		['{"stateFeld": "a"}', /at “stateFeld”: unknown name; expected stateField, .*, breakUnit$/],
		['{"lineFields": {"amount": "x"}}', /at “lineFields.amount”: unknown name; expected pay, charge$/],
		[
			'{"lineFields": {"pay": {"amuont": "x"}}}',
			/at “lineFields.pay.amuont”: .* expected name, code, quantity, rate, amount$/,
		],
		['{"lineFields": {"pay": {"rate": 7}}}', /at “lineFields.pay.rate”: expected a field name, spelled/],
		['{"answerFields": {"answer": []}}', /at “answerFields.answer”/],
		['{"answerFields": {"answer": ["a", 5]}}', /at “answerFields.answer”/],
		['{"answerFields": {"answer": ["a", "b\\u0007"]}}', /at “answerFields.answer”/],
		['{"answerFields": "answer"}', /at “answerFields”: expected an object with question, answer/],
		['{"stateField": ""}', /at “stateField”: expected a name, or an object/],
		['{"stateField": {"subscriber": null}}', /at “stateField.subscriber”: expected a field name/],
		['{"totals": "ignored"}', /at “totals”: expected "ignore"$/],
		['{"timesUtc": "yes"}', /at “timesUtc”: expected true or false$/],
		['{"breakUnit": "min"}', /at “breakUnit”: expected "minutes" or "hours"$/],
		['{"events": ["lock"]}', /at “events”: expected events in the form eventType.event/],
		['{"events": ["timesheet.lock", "lock"]}', /at “events”/],
		['{"events": []}', /at “events”/],
		['{"statuses": {"late": ["x"]}}', /at “statuses.late”: .* expected rostered, rejected$/],
		['{"leaveEntryTypes": []}', /at “leaveEntryTypes”/],
		['{"formTemplatesPath": "https://x.test/api/a"}', /at “formTemplatesPath”: expected a path/],
		['{"formTemplatesPath": "/api/../b"}', /at “formTemplatesPath”/],
		['{"formTemplatesPath": "/api/a?b=1"}', /at “formTemplatesPath”/],
		['{"changeFields": {"timesheet": {"approve": {"at": "when"}}}}', /at “changeFields.timesheet.approve”: .*a field/],
		['{"changeFields": {"timesheet": {"lock": "a"}}}', /at “changeFields.timesheet.lock”: .*submit, approve, reject/],
		['{"__proto__": {"take": "x"}}', /at “__proto__”/],
	])('%s', (given, words) => {
		expect(faults(given)).toEqual([expect.stringMatching(words)]);
	});

	test('a name has at most 64 signs, and none that nobody sees', () => {
		expect(faults({ take: 'a_'.repeat(32) })).toEqual([]);
		for (const take of [`${'a_'.repeat(32)}a`, 'a\u0007b']) expect(faults({ take })).toHaveLength(1);
	});

	test('of a long place the first 120 signs', () =>
		expect(faults({ ['a_'.repeat(100)]: 1 })).toEqual([
			expect.stringContaining(`at “${'a_'.repeat(60)}”: unknown name; expected`),
		]));

	test('every fault at once', () =>
		expect(faults('{"take": 1, "x": 2, "lineFields": {"pay": 3, "charge": {"rate": 4}}}')).toHaveLength(4));

	test.each(['{"take": “count”}', "{'take': 1}", '{"take": "a",}', '{"take": "a"', '{take: 1}', 'abc', '{"take":'])(
		'text that is not JSON: %j',
		(given) => {
			expect(() => JSON.parse(given) as unknown).toThrow();
			expect(faults(given)).toEqual([expect.stringMatching(/^It is not JSON. Put names and text in straight/)]);
		},
	);
});

describe('a key', () => {
	const keys = [
		'eyJhbGciOiJIUzI1NiJ9.eyJLZXlUeXBlIjoidCJ9.c2ln',
		'whsec_4f9a',
		'0f8fad5b-d9cb-469f-a165-70867728950e',
		'a3f1c09b77e24d58b1c6',
		'Zk9xQ2w3TnY4UmI1VHk2',
		'abcdefghijklmnopqrstuvwxyzabcdefgh',
	];

	test.each(keys)('%s is refused wherever it stands, and not repeated', (key) => {
		for (const given of [{ take: key }, { [key]: 'a' }, { lineFields: { pay: { rate: ['a', key] } } }, key, [key]]) {
			for (const text of [given, JSON.stringify(given)]) {
				const [first = '', ...others] = faults(text);
				expect([others, first.includes(key.slice(0, 8))]).toEqual([[], false]);
				expect(first).toMatch(/looks like a key|is not JSON\. /);
			}
		}
		expect(faults({ answerFields: { answer: key } })[0]).toContain('at “answerFields.answer”');
	});

	test('of the credential itself is refused, however plain', () => {
		expect(faults({ take: 'plain-key' })).toEqual([]);
		expect(faults({ take: 'plain-key' }, ['', 'plain-key'])).toEqual([
			expect.stringMatching(/looks like a key at “take”/),
		]);
		expect(faults({ 'plain-key': 'a' }, ['plain-key'])).toEqual([expect.not.stringContaining('plain-key')]);
	});

	test('of the credential itself is found inside of a longer text, unless it is shorter than eight signs', () => {
		expect(faults({ take: 'x12ab56zz' }, ['12ab56zz'])).toEqual([expect.stringMatching(/looks like a key/)]);
		expect(faults({ take: 'x12ab56z' }, ['12ab56z'])).toEqual([]);
		expect(faults({ take: 'abc' }, ['abc'])).toHaveLength(1);
	});

	test.each(['abcdefg1hij2kl3m', 'abcdefgh123kl456', 'a'.repeat(32)])('is what looks like one: %s', (text) =>
		expect(faults({ take: text })).toEqual([expect.stringMatching(/looks like a key/)]),
	);

	test.each([
		'customerApiReferenceNumber2',
		'timeclock_break_end_time_local',
		'address1Line2',
		'payStartTime2026',
		'risk-level',
		'abcdefg1hij2kl3',
		'abcdefghi123kl45',
		'a'.repeat(31),
	])('but a name such as %s is none', (name) => expect(faults({ take: name })).toEqual([]));
});

test('a signal says its field, and its value or date', () => {
	for (const given of ['status=', '', ['a'], { value: 'x' }]) expect(signalIn(given)).toBeUndefined();
	expect(signalIn({ field: 'a' })).toEqual({ field: 'a' });
	expect(signalIn('a')).toEqual({ field: 'a' });
	expect(signalIn({ field: 'a', value: 7 })).toEqual({ field: 'a', value: '7' });
	expect(signalIn({ field: 'a', value: 'b' })).toEqual({ field: 'a', value: 'b' });
	expect(signalIn({ field: 'a', what: 1 })).toBeUndefined();
	expect(signalIn({ field: 'a', value: {} })).toBeUndefined();
	expect(signalIn({ field: 'a', at: '' })).toBeUndefined();
	expect(signalIn(' a = b=c ')).toEqual({ field: 'a', value: 'b=c' });
});

test('the own name of an id comes before the likely ones', () => {
	expect(idNamesOf(['siteId', 'id'], { siteId: 'siteKey', customerId: 'other' })).toEqual(['siteKey', 'siteId', 'id']);
	expect(idNamesOf(['id'], { siteId: 'siteKey' })).toEqual(['id']);
	expect(idNamesOf(['customerId'], { customerId: 'clientKey' })).toEqual(['clientKey', 'customerId']);
	expect(idNamesOf(['formTemplateId'], { formTemplateId: 'formKey' })).toEqual(['formKey', 'formTemplateId']);
	expect(idNamesOf(['siteId'], {})).toEqual(['siteId']);
});

describe('A request is made in the service’s names', () => {
	const details: ServiceDetails = {
		emailParameter: 'mail',
		licenseNumber: 'number',
		formTemplateId: 'templateKey',
		take: 'count',
		formTemplatesPath: '/api/external/forms',
	};

	test.each([
		['staff.getByEmail', 'email', 'mail'],
		['securityLicence.getAll', 'licenseNumber', 'number'],
		['incidentReport.getAllByFormTemplate', 'formTemplateId', 'templateKey'],
		['loginAudit.getRecent', 'take', 'count'],
	] as const)('%s: %s is “%s”, and nothing else changes', (id, parameter, name) => {
		const endpoint = endpoints[id];
		const query = { [parameter]: 1, limit: 2 };
		expect(inServiceNames(endpoint, query, details)).toEqual({ endpoint, query: { [name]: 1, limit: 2 } });
		expect(inServiceNames(endpoint, query, {})).toEqual({ endpoint, query });
	});

	test('the path of the form templates is the given one; another path stays, known or not', () => {
		const [templates, others] = [endpoints['formTemplate.getAll'], endpoints['customer.getAll']];
		expect(inServiceNames(templates, {}, details).endpoint).toEqual({ ...templates, path: '/api/external/forms' });
		expect(inServiceNames(others, { take: 1 }, details)).toEqual({ endpoint: others, query: { take: 1 } });
		const unknown = { method: 'GET', path: '/api/other' } as const;
		expect(inServiceNames(unknown, { email: 1 }, details)).toEqual({ endpoint: unknown, query: { email: 1 } });
	});
});

test('a text to enter names the one field that may be meant, or leaves its place open', () => {
	const named = (...fields: string[]): string => naming('rate', fields, (name) => ({ take: name }));
	expect(named('pay', 'pay')).toBe(
		' If “pay” is the rate, enter this in the credential’s Service Details: {"take":"pay"}',
	);
	expect(named('pay', 'base')).toMatch(/ with its name in place of “…”: \{"take":"…"\}$/);
	expect([named('a'.repeat(65)), named()]).toEqual(['', '']);
	expect(named('a'.repeat(64))).toContain('a'.repeat(64));
});
