import type { IDataObject } from 'n8n-workflow';
import { type EndpointId, endpoints } from '../../../nodes/WorkforceOperations/contract/index.ts';
import { resources } from '../../../nodes/WorkforceOperations/resources/index.ts';
import type { Key } from './bench.mts';

export interface Minimal {
	/** `<resource>.<operation>`. */
	id: string;
	/** A key that may do it. */
	key: Key;
	/** The least that the operation needs. */
	parameters: IDataObject;
}

const dates = { period: 'custom', startDate: '2020-01-01T00:00:00Z', endDate: '2035-01-01T00:00:00Z' };

/** Only lists that need no field may be left out: they are called with a key of the type that they need. */
const least: Record<string, [Key, IDataObject]> = {
	'staff.create': ['developer', { firstName: 'Ann', lastName: 'Lee', email: 'ann@example.com' }],
	'staff.update': ['developer', { employeeId: '3001', updateFields: { mobile: '1' } }],
	'staff.upsert': [
		'developer',
		{ dataToSend: 'fields', firstName: 'Ann', lastName: 'Lee', email: '={{ "ann" + $itemIndex + "@example.com" }}' },
	],
	'staff.findMismatches': [
		'developer',
		{ columns: { mappingMode: 'defineBelow', value: { firstName: 'Ann', email: 'nobody@example.com' } } },
	],
	'staff.getByEmail': ['developer', { email: 'ann@example.com' }],
	'securityLicence.getAll': ['developer', { employeeId: '3001' }],
	'securityLicence.upsert': [
		'developer',
		{ employeeId: '3001', licenses: { licence: [{ licenseId: '1', stateCode: 'NSW' }] } },
	],
	'timesheet.get': ['timesheet', { timesheetId: '1' }],
	'timesheet.getAll': ['timesheet', dates],
	'timesheet.getRates': ['timesheet', { timesheetId: '1' }],
	'incidentReport.get': ['incidentreport', { incidentReportId: '1' }],
	// One half of the list: both would be two requests.
	'incidentReport.getAll': ['incidentreport', { filters: { isApproved: true } }],
	'incidentReport.getAllByFormTemplate': ['incidentreport', { formTemplateId: '501' }],
	'loginAudit.getAll': ['loginaudit', {}],
	'loginAudit.getRecent': ['loginaudit', { userId: '1' }],
	'webhookSubscriber.create': ['webhook', {}],
	'webhookSubscriber.update': ['webhook', { subscriberId: '1', state: 'active' }],
	'webhookSubscription.create': [
		'webhook',
		{ subscriberId: '1', eventType: 'timesheet', event: 'approve', uri: 'https://example.com/hook' },
	],
	'webhookSubscription.getAll': ['webhook', { subscriberId: '1' }],
	'webhookSubscription.update': ['webhook', { subscriptionId: '1', state: 'active' }],
	'apiKey.check': ['timesheet', {}],
	'customRequest.send': ['developer', { path: '/api/external/staffs' }],
};

function plainList(id: string): [Key, IDataObject] {
	const { method, paging, access, query } = endpoints[id as EndpointId];
	if (method !== 'GET' || paging.kind === 'none' || access.scope || query.some(({ required }) => required))
		throw new Error(`The table of operations has no row for ${id}`);
	return [access.keyTypes[0] ?? 'timesheet', {}];
}

/** Every operation of the node; one that has no row here fails the tests that walk over them. */
export const everyOperation: Minimal[] = resources.flatMap(({ value: resource, operations }) =>
	operations.map(({ value: operation }) => {
		const id = `${resource}.${operation}`;
		const [key, parameters] = least[id] ?? plainList(id);
		return { id, key, parameters: { resource, operation, ...parameters } };
	}),
);

/** The operations that are one endpoint each, as rows for `test.each`. */
export const knownOperations = everyOperation
	.filter(({ id }) => id in endpoints)
	.map((row): [string, Minimal] => [row.id, row]);
