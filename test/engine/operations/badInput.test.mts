import { describe, expect, test } from '@jest/globals';
import type { IDataObject } from 'n8n-workflow';
import { type EndpointId, endpoints } from '../../../nodes/WorkforceOperations/contract/index.ts';
import { locator, useBench } from '../support/bench.mts';
import { everyOperation } from '../support/everyOperation.mts';

const bench = useBench();

/** The same as an expression gives it: n8n itself refuses what is typed in and wrong, in the editor. */
function byExpression(value: unknown): unknown {
	if (typeof value === 'string') return value.startsWith('=') ? value : `={{ ${JSON.stringify(value)} }}`;
	if (typeof value !== 'object' || value === null) return value;
	if (Array.isArray(value)) return value.map(byExpression);
	return Object.fromEntries(
		Object.entries(value).map(([name, entry]) => [name, name === 'mode' ? entry : byExpression(entry)]),
	);
}

const wholeNumber = (label: string): string => `“${label}” must be a whole number`;
const noId = (label: string, value: string): string => `“${label}” must be an ID (a whole number), not “${value}”`;
const empty = (label: string): string => `“${label}” is empty`;
/** Without it everybody’s records would come. */
const emptyFilter = (label: string): string => `The filter “${label}” is empty`;
const inTheMiddle = (label: string): string => `“${label}” ends in the middle of a character`;
/** Its neighbour would be meant. */
const BEYOND = '9007199254740993';
const tooLarge = (label: string): string => `“${label}” is too large to be an ID`;
const hasTooLarge = (label: string): string => `“${label}” contains a number that is too large`;

const query = (name: string, value: string): IDataObject => ({ parameters: [{ name, value }] });

/** Operation, what is wrong, and the words that the user reads. */
const bad: Array<[string, IDataObject, string]> = [
	['timesheet.get', { timesheetId: '' }, empty('Timesheet')],
	['timesheet.get', { timesheetId: '={{ $json.none }}' }, empty('Timesheet')],
	['timesheet.getRates', { timesheetId: ' ' }, empty('Timesheet')],
	['apiKey.check', { options: { outputFields: { id: 1 } } }, '“Output Fields” must be field names'],
	['timesheet.get', { timesheetId: '..' }, '“Timesheet” is not an ID'],
	['timesheet.get', { timesheetId: '={{ $json }}' }, '“Timesheet” is not an ID'],
	['staff.update', { employeeId: '={{ [3001] }}' }, '“Employee” is not an ID'],
	['timesheet.getAll', { startDate: '' }, empty('Start Date')],
	['timesheet.getAll', { endDate: '' }, empty('End Date')],
	['timesheet.getAll', { startDate: 'soon' }, '“Start Date” is not a date'],
	['timesheet.getAll', { endDate: '2026-02-30' }, '“End Date” is not a date'],
	[
		'timesheet.getAll',
		{ period: 'custom', startDate: '2026-02-02', endDate: '2026-02-01' },
		'“End Date” is before “Start Date”',
	],
	['timesheet.getAll', { filters: { customerId: 'abc' } }, noId('Customer', 'abc')],
	['timesheet.getAll', { filters: { customerId: '-1' } }, noId('Customer', '-1')],
	['timesheet.getAll', { filters: { employeeId: locator('E-9') } }, noId('Employee', 'E-9')],
	['timesheet.getAll', { limit: 0 }, '“Limit” must be a whole number of 1 or more'],
	['timesheet.getAll', { limit: 2.5 }, '“Limit” must be a whole number of 1 or more'],
	['timesheet.getAll', { advanced: { pageSize: 0 } }, '“Page Size” must be a whole number of 1 or more'],
	['timesheet.getAll', { advanced: { pageSize: '={{ "many" }}' } }, '“Page Size” must be a whole number of 1 or more'],
	['timesheet.getAll', { filters: { siteIds: '7,Harbour' } }, noId('Site Names or IDs', 'Harbour')],
	['timesheet.get', { timesheetId: 'abc' }, noId('Timesheet', 'abc')],
	['timesheet.getRates', { timesheetId: '12x' }, noId('Timesheet', '12x')],
	['liveOperation.getAll', { filters: { customerId: 'Harbourlne' } }, noId('Customer', 'Harbourlne')],
	['webhookSubscription.update', { subscriptionId: 'x-1', state: 'active' }, noId('Subscription', 'x-1')],
	['customer.getAll', { filters: { customerId: '1.5' } }, noId('Customer', '1.5')],
	['site.getAll', { filters: { customerId: locator('x') } }, noId('Customer', 'x')],
	['incidentReport.get', { incidentReportId: '' }, empty('Incident Report')],
	['incidentReport.get', { incidentReportId: 'IR-1' }, noId('Incident Report', 'IR-1')],
	[
		'incidentReport.getAll',
		{ period: 'custom', startDate: '2026-02-02', endDate: '2026-02-01' },
		'“End Date” is before “Start Date”',
	],
	['incidentReport.getAll', { options: { downloadPdf: 'perhaps' } }, '“Download PDF” must be true or false'],
	['incidentReport.getAllByFormTemplate', { formTemplateId: locator('') }, empty('Form Template')],
	['incidentReport.getAllByFormTemplate', { formTemplateId: 'theft' }, noId('Form Template', 'theft')],
	['liveOperation.getAll', { period: 'custom', startDate: '2026-02-01', endDate: '={{ "" }}' }, empty('End Date')],
	['liveOperation.getAll', { period: 'custom', startDate: '={{ "" }}', endDate: '2026-02-01' }, empty('Start Date')],
	[
		'liveOperation.getAll',
		{ period: 'custom', startDate: '2026-02-02', endDate: '2026-02-01' },
		'“End Date” is before “Start Date”',
	],
	['loginAudit.getAll', { filters: { from: '2026-02-02', to: '2026-02-01' } }, '“To” is before “From”'],
	['loginAudit.getAll', { advanced: { pageSize: 501 } }, '“Page Size” must be a whole number from 1 to 500'],
	['loginAudit.getAll', { filters: { eventType: '={{ "login" }}' } }, wholeNumber('Event Type')],
	['loginAudit.getRecent', { userId: '' }, empty('User')],
	['loginAudit.getRecent', { limit: 501 }, '“Limit” must be a whole number from 1 to 500'],
	['staff.create', { firstName: ' ' }, empty('First Name')],
	['staff.create', { lastName: '' }, empty('Last Name')],
	['staff.create', { email: '' }, empty('Email')],
	['staff.create', { email: 'ann at example' }, '“Email” is not an e-mail address'],
	['staff.create', { additionalFields: { dateOfBirth: '1990-13-01' } }, '“Date of Birth” is not a date'],
	['staff.create', { additionalFields: { employeeReferenceNumber: 'R7' } }, wholeNumber('Employee Reference Number')],
	['staff.create', { advanced: { batchSize: 0 } }, '“Batch Size” must be a whole number from 1 to 500'],
	['staff.update', { employeeId: locator('') }, empty('Employee')],
	['staff.update', { employeeId: 'E-9' }, noId('Employee', 'E-9')],
	['staff.update', { updateFields: { email: 'nobody' } }, '“Email” is not an e-mail address'],
	['staff.update', { updateFields: {} }, 'There is nothing to update'],
	['staff.update', { advanced: { batchSize: 501 } }, '“Batch Size” must be a whole number from 1 to 500'],
	['staff.upsert', { email: '={{ "" }}' }, empty('Email')],
	['staff.upsert', { email: 'nobody' }, '“Email” is not an e-mail address'],
	['staff.upsert', { matchBy: 'employeeId' }, empty('Employee Number')],
	['staff.upsert', { matchBy: 'id', id: '' }, empty('ID')],
	['staff.upsert', { matchBy: 'id', id: 'E-9' }, wholeNumber('ID')],
	['staff.upsert', { additionalFields: { startDate: '2026-13-01' } }, '“Start Date” is not a date'],
	['staff.upsert', { advanced: { batchSize: 0 } }, '“Batch Size” must be a whole number from 1 to 500'],
	['staff.findMismatches', { compareWith: 'sheet' }, '“Compare With” can’t be “sheet”'],
	['staff.getByEmail', { email: '' }, empty('Email')],
	['staff.getByEmail', { email: 'nobody' }, '“Email” is not an e-mail address'],
	['securityLicence.getAll', { employeeId: locator('') }, empty('Employee')],
	['securityLicence.getAll', { employeeId: 'E-9' }, noId('Employee', 'E-9')],
	['securityLicence.upsert', { employeeId: '' }, empty('Employee')],
	['webhookSubscriber.update', { subscriberId: '' }, empty('Subscriber ID')],
	['webhookSubscriber.update', { subscriberId: 'one' }, noId('Subscriber ID', 'one')],
	['webhookSubscription.create', { subscriberId: 'one' }, noId('Subscriber ID', 'one')],
	['webhookSubscription.create', { uri: '' }, empty('URI')],
	['webhookSubscription.create', { uri: 'http://example.com/hook' }, '“URI” must begin with https://'],
	['webhookSubscription.create', { uri: 'example' }, '“URI” is not a web address'],
	['webhookSubscription.create', { event: '={{ "" }}' }, empty('Event')],
	['webhookSubscription.create', { eventType: '={{ "" }}' }, empty('Event Type')],
	['webhookSubscription.getAll', { subscriberId: '' }, empty('Subscriber ID')],
	['webhookSubscription.getAll', { subscriberId: 'one' }, noId('Subscriber ID', 'one')],
	['webhookSubscription.update', { subscriptionId: '' }, empty('Subscription')],
	['webhookSubscription.update', { uri: 'ftp://example.com' }, '“URI” must begin with https://'],
	['customRequest.send', { path: '' }, empty('Path')],
	['customRequest.send', { limit: 0 }, '“Limit” must be a whole number of 1 or more'],
	['timesheet.getAll', { filters: { customerId: locator('') } }, emptyFilter('Customer')],
	['timesheet.getAll', { filters: { customerId: '={{ $json.none }}' } }, emptyFilter('Customer')],
	['timesheet.getAll', { filters: { siteIds: [] } }, emptyFilter('Site Names or IDs')],
	['timesheet.getAll', { filters: { siteIds: '={{ [$json.none] }}' } }, emptyFilter('Site Names or IDs')],
	['timesheet.getAll', { filters: { siteIds: ' , ' } }, emptyFilter('Site Names or IDs')],
	['timesheet.getAll', { filters: { employeeId: '' } }, emptyFilter('Employee')],
	['timesheet.getAll', { filters: { status: '={{ $json.none }}' } }, emptyFilter('Status')],
	['incidentReport.getAll', { filters: { customerId: '' } }, emptyFilter('Customer Names or IDs')],
	['incidentReport.getAll', { filters: { siteId: [] } }, emptyFilter('Site Names or IDs')],
	['incidentReport.getAll', { filters: { reportId: ' ' } }, emptyFilter('Report ID')],
	['liveOperation.getAll', { filters: { siteId: locator('') } }, emptyFilter('Site')],
	['liveOperation.getAll', { filters: { siteName: '={{ $json.none }}' } }, emptyFilter('Site Name (Text)')],
	['loginAudit.getAll', { filters: { userId: '' } }, emptyFilter('User')],
	['site.getAll', { filters: { customerId: locator('', 'list') } }, emptyFilter('Customer')],
	['customer.getAll', { returnAll: 'yes' }, '“Return All” must be true or false'],
	['customer.getAll', { advanced: { includePageInfo: 'x' } }, '“Include Page Info” must be true or false'],
	['customer.getAll', { filters: { filter: 'Bay \ud83d' } }, inTheMiddle('Search Text')],
	['timesheet.get', { timesheetId: '1\ud83d' }, inTheMiddle('Timesheet')],
	['customRequest.send', { query: query('text', 'Bay \ud83d') }, inTheMiddle('Query Parameters: text')],
	['customRequest.send', { query: query('at', '={{ ({ a: 1 }) }}') }, '“Query Parameters: at” is an object, not text'],
	['customRequest.send', { query: query('at', '={{ [{ a: 1 }] }}') }, '“Query Parameters: at” is an object, not text'],
	[
		'customer.getAll',
		{ advanced: { additionalQuery: query('at', '={{ ({ a: 1 }) }}') } },
		'“Additional Query Parameters: at” is an object, not text',
	],
	[
		'customer.getAll',
		{ advanced: { additionalQuery: query('at', '={{ [{ a: 1 }] }}') } },
		'“Additional Query Parameters: at” is an object, not text',
	],
	['staff.update', { employeeId: BEYOND }, tooLarge('Employee')],
	['staff.update', { employeeId: `={{ ${BEYOND} }}` }, tooLarge('Employee')],
	['staff.update', { advanced: { additionalBody: `{"id":${BEYOND}}` } }, hasTooLarge('Additional Body Fields')],
	['securityLicence.upsert', { employeeId: BEYOND }, tooLarge('Employee')],
	[
		'securityLicence.upsert',
		{ licenses: { licence: [{ licenseId: BEYOND, stateCode: 'NSW' }] } },
		tooLarge('Licence ID'),
	],
	['webhookSubscription.create', { subscriberId: BEYOND }, tooLarge('Subscriber ID')],
	['webhookSubscriber.update', { subscriberId: BEYOND }, tooLarge('Subscriber ID')],
	['customRequest.send', { method: 'PATCH', body: `{"employees":[{"id":${BEYOND}}]}` }, hasTooLarge('Body')],
];

/** Nothing can be wrong with text, yes or no and a choice; that a limit must be a number is shown by one list for all. */
function takesAnything(id: string): boolean {
	if (id === 'webhookSubscriber.create') return false;
	if (!(id in endpoints)) return true;
	const { method, path, query } = endpoints[id as EndpointId];
	const plain = new Set(['string', 'boolean', 'cursor']);
	const harmless = query.every(({ name, type, required }) => name === 'limit' || (plain.has(type) && !required));
	return method !== 'GET' || path.includes('{') || !harmless;
}

describe('Bad input is refused in words, with its item, before anything is sent', () => {
	test.each(bad)('%s %j: %s', async (id, wrong, message) => {
		const operation = everyOperation.find((candidate) => candidate.id === id);
		if (operation === undefined) throw new Error(id);
		bench.recorder.answer(() => ({ body: { status: { code: 0 }, data: [] } }));
		const { error, items } = await bench.run(operation.key, {
			...operation.parameters,
			...(byExpression(wrong) as IDataObject),
		});
		expect(error).toMatchObject({ message, context: { itemIndex: 0 } });
		expect(items).toEqual([]);
		expect(bench.recorder.seen).toEqual([]);
	});

	test('the item is the one that is wrong', async () => {
		bench.recorder.answer(() => ({ body: { status: { code: 0 }, data: { timesheetId: 1 } } }));
		const items = ['1', '2', ' ', '4'].map((id) => ({ json: { id } }));
		const { error } = await bench.run(
			'timesheet',
			{ resource: 'timesheet', operation: 'get', timesheetId: '={{ $json.id }}' },
			{ items },
		);
		expect({ message: error?.message, itemIndex: error?.context.itemIndex }).toEqual({
			message: '“Timesheet” is empty',
			itemIndex: 2,
		});
	});

	test('every operation that takes anything has a row here', () => {
		const tested = new Set(bad.map(([id]) => id));
		const untested = everyOperation.map(({ id }) => id).filter((id) => !tested.has(id));
		expect(untested.filter((id) => !takesAnything(id))).toEqual(untested);
		expect(untested).toContain('staff.getAll');
	});
});
