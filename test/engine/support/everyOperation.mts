import type { IDataObject, INodeProperties } from 'n8n-workflow';
import { type EndpointId, endpoints } from '../../../nodes/WorkforceOperations/contract/index.ts';
import type { Access, Endpoint } from '../../../nodes/WorkforceOperations/contract/types.ts';
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

/** Only lists that need no field may be left out: they are called with a key of the type that they need. What is read is there in the sandbox. */
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
	'staff.getByEmail': ['developer', { email: 'aroha.ngata@southerncross-guarding.example' }],
	'securityLicence.getAll': ['developer', { employeeId: '3001' }],
	'securityLicence.upsert': [
		'developer',
		{ employeeId: '3001', licenses: { licence: [{ licenseId: '1', stateCode: 'NSW' }] } },
	],
	'timesheet.get': ['timesheet', { timesheetId: '50010' }],
	'timesheet.getAll': ['timesheet', dates],
	'timesheet.getRates': ['timesheet', { timesheetId: '50010' }],
	'incidentReport.get': ['incidentreport', { incidentReportId: '80010' }],
	// One half of the list: both would be two requests.
	'incidentReport.getAll': ['incidentreport', { filters: { isApproved: true } }],
	'incidentReport.getAllByFormTemplate': ['incidentreport', { formTemplateId: '501' }],
	'loginAudit.getRecent': ['loginaudit', { userId: '7001' }],
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

/** A key with this access. */
export const keyOf = ({ keyTypes, scope }: Access): Key => (scope ? 'loginaudit' : (keyTypes[0] ?? 'developer'));

function plainList(id: string): [Key, IDataObject] {
	const { method, paging, access, query } = endpoints[id as EndpointId];
	if (method !== 'GET' || paging.kind === 'none' || query.some(({ required }) => required))
		throw new Error(
			`test/engine/support/everyOperation.mts needs a row for ${id}: a key, and the least that it asks for`,
		);
	return [keyOf(access), {}];
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

/** The fields of an operation's form. */
export const formOf = (id: string): INodeProperties[] => {
	const [resource, operation] = id.split('.');
	const { operations = [] } = resources.find(({ value }) => value === resource) ?? {};
	return operations.find(({ value }) => value === operation)?.fields ?? [];
};

/** The fields that a collection of its form offers, such as `options`. */
export const offeredIn = (id: string, collection: string): INodeProperties[] =>
	formOf(id)
		.filter(({ name }) => name === collection)
		.flatMap(({ options = [] }) => options as INodeProperties[]);

/** Every switch of its options on, but for those that fetch files or change the form of a record. */
export const switchesOf = (id: string): IDataObject =>
	Object.fromEntries(
		offeredIn(id, 'options')
			.filter(({ name, type }) => type === 'boolean' && !/^(flatten|download)/.test(name))
			.map(({ name }) => [name, true]),
	);

export interface PagedList extends Minimal {
	endpoint: Endpoint;
	/** What tells its records apart. */
	idOf: (record: IDataObject) => unknown;
	/** The filter for the active ones alone. */
	activeFlag: string | undefined;
}

/** Every list that goes on behind its first page, of any time and without a filter: those of the endpoint table. */
export const pagedLists: PagedList[] = everyOperation.flatMap((row) => {
	const endpoint = (endpoints as Partial<Record<string, Endpoint>>)[row.id];
	if (endpoint?.pageSize === undefined || endpoint.paging.kind === 'none') return [];
	const anyTime = formOf(row.id).some(({ name }) => name === 'period') ? dates : {};
	const { ids = [], query } = endpoint;
	const activeFlag = query.find(({ name, type }) => type === 'boolean' && /active/i.test(name))?.name;
	const idOf = (record: IDataObject): unknown => record[ids.find((name) => record[name] !== undefined) ?? ''];
	return [{ ...row, endpoint, idOf, activeFlag, parameters: { ...row.parameters, ...anyTime, filters: {} } }];
});
