// Which key opens what, what the service is called in requests, and what happens there.
import { describe, expect, test } from '@jest/globals';
import * as contract from '../../../nodes/WorkforceOperations/contract/index.ts';

const { accessInShort, describeAccess, fits, isOpen } = contract;
const SCOPE = contract.LOGIN_AUDIT_SCOPE;
const claims = (keyType?: string, ...scopes: string[]) => ({
	keyType,
	scopes,
	companies: [],
	customers: [],
	sites: [],
});

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

test.each<[contract.Access, string, string, boolean]>([
	[{ keyTypes: [] }, 'any valid API key', 'Any key', true],
	[{ keyTypes: ['timesheet'] }, 'an API key of type “timesheet”', 'timesheet key', false],
	[
		{ keyTypes: ['developer', 'webhook'] },
		'an API key of type “developer” or “webhook”',
		'developer or webhook key',
		false,
	],
	[
		{ keyTypes: [], scope: SCOPE },
		'an API key with the scope “login-audits.read”',
		'Key with the scope login-audits.read',
		false,
	],
])('what opens %j is told as “%s”, in short as “%s”; every key does: %j', (access, words, inShort, open) => {
	expect(describeAccess(access)).toBe(words);
	expect(accessInShort(access)).toBe(inShort);
	expect(isOpen(access)).toBe(open);
});

test('the service is asked in the names of its document', () => {
	expect({
		unnamed: contract.DEFAULT_REGION,
		custom: [contract.CUSTOM_REGION, contract.findRegion(contract.CUSTOM_REGION)],
		header: contract.DEFAULT_SUBSCRIPTION_KEY_HEADER,
		token: contract.TOKEN_PATHS,
		lifetime: contract.TOKEN_LIFETIME_SECONDS,
		perMinute: contract.REQUESTS_PER_MINUTE,
		signature: contract.SIGNATURE_HEADER,
		state: contract.DEFAULT_STATE_FIELD,
		hours: contract.LIVE_WINDOW_HOURS,
	}).toEqual({
		unnamed: 'au',
		custom: ['custom', undefined],
		header: 'external-svc-apim-sub-key',
		token: ['/api/external/token/request', '/api/token/request'],
		lifetime: 3600,
		perMinute: 60,
		signature: 'webhooks-signature',
		state: 'isActive',
		hours: 17,
	});
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
	expect(contract.eventTypeChoices).toEqual([
		{ name: 'Incident Report', value: 'incidentreport' },
		{ name: 'Timesheet', value: 'timesheet' },
	]);
	expect(contract.eventChoices).toEqual([
		{ name: 'Approved', value: 'approve' },
		{ name: 'Rejected', value: 'reject' },
		{ name: 'Submitted', value: 'submit' },
	]);
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
