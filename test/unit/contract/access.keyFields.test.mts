// Which of a credential's fields a key for an endpoint stands in, and which endpoint a path leads to.
import { describe, expect, test } from '@jest/globals';
import {
	accessOfPath,
	AREA_FIELDS,
	describePlace,
	endpoints,
	fieldsFor,
	fieldWords,
	isKeyField,
	KEY_FIELDS,
	KEY_LABELS,
} from '../../../nodes/WorkforceOperations/contract/index.ts';

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
	expect(fieldWords(endpoints[id].access)).toBe(words);
});

test('every closed endpoint has a field, and every field an endpoint', () => {
	const used = Object.values(endpoints).flatMap(({ access }) => fieldsFor(access));
	expect(new Set(used)).toEqual(new Set(AREA_FIELDS));
});

test('a notice names the fields in the order in which they are looked into', () => {
	expect(describePlace(endpoints['webhookSubscription.create'].access)).toBe(
		'an API key of type “developer” or “webhook”, in the credential’s Webhook Key, Developer Key or API Key',
	);
});

test('fields are told from other names', () => {
	expect(Object.keys(KEY_LABELS)).toEqual([...KEY_FIELDS]);
	expect(KEY_FIELDS.filter((field) => !isKeyField(field))).toEqual([]);
	for (const value of ['', 'subscriptionKey', 'TimesheetKey', undefined, 5, {}]) expect(isKeyField(value)).toBe(false);
	expect(new Set(Object.values(KEY_LABELS)).size).toBe(KEY_FIELDS.length);
});

describe('the area of a path', () => {
	test.each(
		Object.values(endpoints).map(({ id, path, access }) => [id, path.replace(/\{\w+\}/g, '7'), access] as const),
	)('of %s is that of the table', (_, path, access) => expect(accessOfPath(path)).toEqual(access));

	test.each([
		['/base/api/external/timesheets', 'timesheetKey'],
		['/api/external/timesheets/7/comments', 'timesheetKey'],
		['/api/external/TimeSheets/', 'timesheetKey'],
		['/api/external/incidentreports/7', 'incidentReportKey'],
		['/api/external/%74imesheets', 'timesheetKey'],
		['//api//external/liveops', 'liveOpsKey'],
		['/api/webhook/filters', 'webhookKey'],
		['/api/external/staffs/../liveops', 'liveOpsKey'],
	])('%s takes %s', (path, field) => expect(fieldsFor(accessOfPath(path) ?? { keyTypes: [] })[0]).toBe(field));

	test.each(['', '/', '/api', '/api/external', '/api/external/timesheet', '/api/external/rosters', '/reports/a.pdf'])(
		'%j is nobody’s',
		(path) => expect(accessOfPath(path)).toBeUndefined(),
	);
});
