// Which key opens what, in which field of the credential it stands, where the service is, and what happens there.
import { describe, expect, test } from '@jest/globals';
import * as contract from '../../../nodes/WorkforceOperations/contract/index.ts';

const { accessInShort, AREA_FIELDS, describeAccess, endpoints, fieldsFor, fits, isOpen, KEY_FIELDS } = contract;
const SCOPE = contract.LOGIN_AUDIT_SCOPE;
const unlimited = { companies: [], customers: [], sites: [] };
const claims = (keyType?: string, ...scopes: string[]) => ({ keyType, scopes, ...unlimited });

describe('A token fits', () => {
	test.each<[contract.Access, ReturnType<typeof claims> | undefined, boolean | undefined]>([
		[{ keyTypes: ['timesheet'] }, undefined, undefined],
		[{ keyTypes: [] }, undefined, undefined],
		[{ keyTypes: [] }, claims(), true],
		[{ keyTypes: ['timesheet'] }, claims(), undefined],
		[{ keyTypes: ['timesheet'] }, claims('TimeSheet'), true],
		[{ keyTypes: ['timesheet'] }, claims('developer'), false],
		[{ keyTypes: ['incidentreport'] }, claims('Incident_Report'), true],
		[{ keyTypes: ['incidentreport'] }, claims('incident report'), true],
		[{ keyTypes: ['timesheet'] }, claims('developer, timesheet'), true],
		[{ keyTypes: ['timesheet'] }, claims('timesheets'), false],
		[{ keyTypes: [], scope: SCOPE }, claims(undefined, 'Login-Audits.Read'), true],
		[{ keyTypes: ['developer', 'webhook'] }, claims('webhook'), true],
		[{ keyTypes: ['developer', 'webhook'] }, claims('timesheet', SCOPE), false],
		[{ keyTypes: [], scope: SCOPE }, claims('developer'), false],
		[{ keyTypes: [], scope: SCOPE }, claims(undefined, 'other', SCOPE), true],
		[{ keyTypes: ['developer'], scope: SCOPE }, claims('developer', 'other'), false],
	])('what asks for %j, where it has the claims %j: %j', (access, own, answer) =>
		expect(fits(access, own)).toBe(answer),
	);
});

const both: contract.Access = { keyTypes: ['developer', 'webhook'] };
const audit: contract.Access = { keyTypes: [], scope: SCOPE };

test.each<[contract.Access, string, string, boolean]>([
	[{ keyTypes: [] }, 'any valid API key', 'Any key', true],
	[{ keyTypes: ['timesheet'] }, 'an API key of type “timesheet”', 'timesheet key', false],
	[both, 'an API key of type “developer” or “webhook”', 'developer or webhook key', false],
	[audit, 'an API key with the scope “login-audits.read”', 'Key with the scope login-audits.read', false],
])('what opens %j is told as “%s”, in short as “%s”; every key does: %j', (access, words, inShort, open) => {
	expect(describeAccess(access)).toBe(words);
	expect(accessInShort(access)).toBe(inShort);
	expect(isOpen(access)).toBe(open);
});

// Credentials store the codes. The one list that holds addresses fast; a new region needs no row here until its address is published.
test.each([
	['au', 'Australia', 'https://gateway-api.guardhousehq.com'],
	['uk', 'United Kingdom', 'https://gateway-api.guardhousehq.co.uk'],
])('the service of region %s, %s, is where its operator says', (code, name, baseUrl) =>
	expect(contract.findRegion(code)).toEqual({
		name,
		baseUrl,
		subscriptionKeyHeader: 'external-gh-apim-sub-key',
		source: 'published',
	}),
);

test('the catalogue of events holds three of each kind of record', () => {
	const row = (value: string, name: string, identifier: string, when: string) => {
		const [eventType, event] = value.split('.');
		return { eventType, event, value, name, description: `Fires when ${when}`, identifier };
	};
	const [report, sheet] = ['incidentReportId', 'timesheetId'];
	expect(contract.eventCatalogue).toEqual([
		row('incidentreport.approve', 'Incident Report Approved', report, 'an incident report is approved'),
		row('incidentreport.reject', 'Incident Report Rejected', report, 'an incident report is rejected'),
		row('incidentreport.submit', 'Incident Report Submitted', report, 'an incident report is submitted'),
		row('timesheet.approve', 'Timesheet Approved', sheet, 'a timesheet is approved'),
		row('timesheet.reject', 'Timesheet Rejected', sheet, 'a timesheet is rejected'),
		row('timesheet.submit', 'Timesheet Submitted', sheet, 'a timesheet is submitted'),
	]);
	expect(contract.EVENT_IDENTIFIERS).toEqual([report, sheet]);
});

test.each([
	['timesheet.approve', { eventType: 'timesheet', event: 'approve' }],
	[' timesheet.approve ', { eventType: 'timesheet', event: 'approve' }],
	['timesheet', undefined],
	['timesheet.', undefined],
	['.approve', undefined],
	['a.b.c', undefined],
	['time sheet.approve', undefined],
	['timesheet.ap prove', undefined],
	['', undefined],
])('%j is read as the event %j', (value, pair) => expect(contract.parseEvent(value)).toEqual(pair));

const token = (payload: unknown): string =>
	['h', Buffer.from(JSON.stringify(payload)).toString('base64url'), 's'].join('.');

describe('The claims of a token', () => {
	test.each([
		[
			{ KeyType: 'timesheet', Scope: 'a b', CompanyId: '1', CustomerId: '1,2', SiteId: '3;4' },
			{ keyType: 'timesheet', scopes: ['a', 'b'], companies: ['1'], customers: ['1', '2'], sites: ['3', '4'] },
		],
		[
			{ keytype: 'x', scope: ['a'], companyid: 1, customerid: [1, 2], siteid: '' },
			{ keyType: 'x', scopes: ['a'], companies: ['1'], customers: ['1', '2'], sites: [] },
		],
		[{ KeyType: 'grün' }, { keyType: 'grün' }],
		[{}, { keyType: undefined, scopes: [] }],
		[
			{ KeyType: ['timesheet'], Scope: '["a","b"]', CompanyId: '[1]', CustomerId: '[1, 2]', SiteId: '[]' },
			{ keyType: 'timesheet', scopes: ['a', 'b'], companies: ['1'], customers: ['1', '2'], sites: [] },
		],
		[{ KeyType: ['timesheet', 'developer'] }, { keyType: 'timesheet, developer' }],
		[
			{ KeyType: '["timesheet"]', SiteId: '[1' },
			{ keyType: 'timesheet', sites: ['[1'] },
		],
		[{ KeyType: 'Incident Report' }, { keyType: 'Incident Report' }],
		[{ KeyType: '"timesheet"' }, { keyType: '"timesheet"' }],
		[{ KeyType: '' }, { keyType: undefined }],
	])('of %j are %j', (payload, claims) => expect(contract.readClaims(token(payload))).toMatchObject(claims));

	test.each(['', 'opaque', 'a.b.c', 'a..c', token([1]), token(null)])('%p can’t be read', (text) =>
		expect(contract.readClaims(text)).toBeUndefined(),
	);
});

test.each([
	[{ iat: 1000, exp: 4600 }, 3600],
	[{ nbf: '1000', exp: '1900' }, 900],
	[{ iat: 1000, nbf: 1500, exp: 4600 }, 3600],
	[{ iat: 1000 }, undefined],
	[{ exp: 4600 }, undefined],
	[{ iat: 4600, exp: 1000 }, undefined],
	[{ iat: 1000, exp: 1000 }, undefined],
	[{ iat: 1000, exp: 1001 }, 1],
	[{ nbf: null, exp: 4600 }, undefined],
	[{ iat: null, exp: 'soon' }, undefined],
])('a token with %j lives for %j seconds', (payload, seconds) =>
	expect(contract.tokenLifetime(token(payload))).toBe(seconds),
);

test('an opaque token does not say how long it lives', () => expect(contract.tokenLifetime('opaque')).toBeUndefined());

test.each([
	[{ exp: 1 }, '1970-01-01T00:00:01.000Z'],
	[{ exp: '4600' }, '1970-01-01T01:16:40.000Z'],
	[{ exp: 8.64e12 - 1 }, '+275760-09-12T23:59:59.000Z'],
	[{ exp: 8.64e12 }, undefined],
	[{ exp: 0 }, undefined],
	[{ exp: null }, undefined],
	[{}, undefined],
])('a token with %j ends at %s', (payload, end) => expect(contract.tokenEnd(token(payload))).toBe(end));

test.each([
	['timesheet.getRates', ['timesheetKey'], 'Timesheet Key'],
	['incidentReport.get', ['incidentReportKey'], 'Incident Report Key'],
	['formTemplate.getAll', ['incidentReportKey'], 'Incident Report Key'],
	['liveOperation.getAll', ['liveOpsKey'], 'Live Operations Key'],
	['staff.create', ['developerKey'], 'Developer Key'],
	['securityLicence.getAll', ['developerKey'], 'Developer Key'],
	['webhookSubscriber.create', ['webhookKey', 'developerKey'], 'Webhook Key or Developer Key'],
	['loginAudit.getRecent', ['auditKey'], 'Audit Key'],
	['customer.getAll', [], ''],
	['site.getAll', [], ''],
] as const)('%s takes the key of %j', (id, fields, words) => {
	expect(fieldsFor(endpoints[id].access)).toEqual(fields);
	expect(contract.fieldWords(endpoints[id].access)).toBe(words);
});

test('every closed endpoint has a field, and every field an endpoint', () => {
	const used = Object.values(endpoints).flatMap(({ access }) => fieldsFor(access));
	expect(new Set(used)).toEqual(new Set(AREA_FIELDS));
});

test('a notice names the fields in the order in which they are looked into', () => {
	expect(contract.describePlace(endpoints['webhookSubscription.create'].access)).toBe(
		'an API key of type “developer” or “webhook”, in the credential’s Webhook Key, Developer Key or API Key',
	);
});

test('fields are told from other names', () => {
	expect(Object.keys(contract.KEY_LABELS)).toEqual([...KEY_FIELDS]);
	expect(KEY_FIELDS.filter((field) => !contract.isKeyField(field))).toEqual([]);
	for (const value of ['', 'subscriptionKey', 'TimesheetKey', undefined, 5, {}])
		expect(contract.isKeyField(value)).toBe(false);
	expect(new Set(Object.values(contract.KEY_LABELS)).size).toBe(KEY_FIELDS.length);
});

describe('the area of a path', () => {
	test.each(
		Object.values(endpoints).map(({ id, path, access }) => [id, path.replace(/\{\w+\}/g, '7'), access] as const),
	)('of %s is that of the table', (_, path, access) => expect(contract.accessOfPath(path)).toEqual(access));

	test.each([
		['/base/api/external/timesheets', 'timesheetKey'],
		['/api/external/timesheets/7/comments', 'timesheetKey'],
		['/api/external/TimeSheets/', 'timesheetKey'],
		['/api/external/incidentreports/7', 'incidentReportKey'],
		['/api/external/%74imesheets', 'timesheetKey'],
		['//api//external/liveops', 'liveOpsKey'],
		['/api/webhook/filters', 'webhookKey'],
		['/api/external/staffs/../liveops', 'liveOpsKey'],
	])('%s takes %s', (path, field) => expect(fieldsFor(contract.accessOfPath(path) ?? { keyTypes: [] })[0]).toBe(field));

	test.each(['', '/', '/api', '/api/external', '/api/external/timesheet', '/api/external/rosters', '/reports/a.pdf'])(
		'%j is nobody’s',
		(path) => expect(contract.accessOfPath(path)).toBeUndefined(),
	);
});
