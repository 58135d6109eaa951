import type { IExecuteFunctions, INodeExecutionData, INodeProperties } from 'n8n-workflow';
import { type EndpointId, endpoints } from '../contract';
import { accessWords, subtitleOf } from '../form/fields';
import { allowWritesField, AS_TOOL, contactDetailsField, peopleField } from '../form/toolOutput';
import { execute } from '../operations/execute';
import type { Operation, Resource } from '../operations/types';
import { check as checkApiKey } from './apiKey/check';
import { send as sendCustomRequest } from './customRequest/send';
import { getAll as getCustomers } from './customer/getAll';
import { getAll as getFormTemplates } from './formTemplate/getAll';
import { get as getIncidentReport } from './incidentReport/get';
import { getAll as getIncidentReports } from './incidentReport/getAll';
import { getAllByFormTemplate as getIncidentReportsByFormTemplate } from './incidentReport/getAllByFormTemplate';
import { getAll as getLiveOperations } from './liveOperation/getAll';
import { getAll as getLogins } from './loginAudit/getAll';
import { getRecent as getRecentLogins } from './loginAudit/getRecent';
import { upsert as upsertSecurityLicence } from './securityLicence/upsert';
import { getAll as getSecurityLicences } from './securityLicence/getAll';
import { getAll as getSites } from './site/getAll';
import { create as createStaff } from './staff/create';
import { upsert as upsertStaff } from './staff/upsert';
import { findMismatches as findStaffMismatches } from './staff/findMismatches';
import { getByEmail as getStaffByEmail } from './staff/getByEmail';
import { getAll as getStaff } from './staff/getAll';
import { update as updateStaff } from './staff/update';
import { get as getTimesheet } from './timesheet/get';
import { getAll as getTimesheets } from './timesheet/getAll';
import { getRates } from './timesheet/getRates';
import { create as createWebhookSubscriber } from './webhookSubscriber/create';
import { update as updateWebhookSubscriber } from './webhookSubscriber/update';
import { create as createWebhookSubscription } from './webhookSubscription/create';
import { getAll as getWebhookSubscriptions } from './webhookSubscription/getAll';
import { update as updateWebhookSubscription } from './webhookSubscription/update';

/** In the editor's order. */
export const resources: readonly Resource[] = [
	{ value: 'apiKey', name: 'API Key', operations: [checkApiKey] },
	{ value: 'customRequest', name: 'Custom Request', operations: [sendCustomRequest] },
	{ value: 'customer', name: 'Customer', operations: [getCustomers] },
	{ value: 'formTemplate', name: 'Form Template', operations: [getFormTemplates] },
	{
		value: 'incidentReport',
		name: 'Incident Report',
		operations: [getIncidentReport, getIncidentReports, getIncidentReportsByFormTemplate],
	},
	{ value: 'liveOperation', name: 'Live Operation', operations: [getLiveOperations] },
	{ value: 'loginAudit', name: 'Login Audit', operations: [getLogins, getRecentLogins] },
	{ value: 'securityLicence', name: 'Security Licence', operations: [upsertSecurityLicence, getSecurityLicences] },
	{ value: 'site', name: 'Site', operations: [getSites] },
	{
		value: 'staff',
		name: 'Staff',
		operations: [createStaff, upsertStaff, findStaffMismatches, getStaffByEmail, getStaff, updateStaff],
	},
	{ value: 'timesheet', name: 'Timesheet', operations: [getTimesheet, getTimesheets, getRates] },
	{
		value: 'webhookSubscriber',
		name: 'Webhook Subscriber',
		operations: [createWebhookSubscriber, updateWebhookSubscriber],
		// Not Create: it creates a secret, and people may run the form's first choice just to try it.
		opensOn: 'update',
	},
	{
		value: 'webhookSubscription',
		name: 'Webhook Subscription',
		operations: [createWebhookSubscription, getWebhookSubscriptions, updateWebhookSubscription],
	},
];

/** Keeps the field's own conditions. */
function shownForOperation(field: INodeProperties, resource: string, operation?: string): INodeProperties {
	const show = {
		resource: [resource],
		...(operation === undefined ? {} : { operation: [operation] }),
		...field.displayOptions?.show,
	};
	return { ...field, displayOptions: { ...field.displayOptions, show } };
}

const isWrite = ({ endpoint }: Operation): boolean => endpoint !== undefined && endpoints[endpoint].method !== 'GET';

const endpointsOf = ({ operations }: Resource): EndpointId[] => operations.flatMap(({ endpoint }) => endpoint ?? []);

/** For the AI builder: a key gives access to one area of the service. */
export const keysInWords: string = resources
	.map((resource) => `${resource.name}: ${accessWords(endpointsOf(resource))}`)
	.join(' ');

function fieldsOf(resource: Resource): INodeProperties[] {
	const options = resource.operations.map(({ name, value, action, description }) => ({
		name,
		value,
		action,
		description,
	}));
	const picker: INodeProperties = {
		displayName: 'Operation',
		name: 'operation',
		type: 'options',
		noDataExpression: true,
		options,
		default: '',
		hint: accessWords(endpointsOf(resource)),
	};
	const opensOn = resource.opensOn ?? 'getAll';
	picker.default = (options.find(({ value }) => value === opensOn) ?? options[0])?.value;
	return [
		shownForOperation(picker, resource.value),
		...resource.operations.flatMap((operation) =>
			[...operation.fields, ...(isWrite(operation) ? [allowWritesField] : [])].map((field) =>
				shownForOperation(field, resource.value, operation.value),
			),
		),
	];
}

/** Leaves out a tool's switch for resources that never contain the data it hides. */
const exceptOf = (others: RegExp, field: INodeProperties): INodeProperties => ({
	...field,
	displayOptions: {
		show: { ...AS_TOOL, resource: resources.map(({ value }) => value).filter((value) => !others.test(value)) },
	},
});

export const properties: INodeProperties[] = [
	{
		displayName: 'Resource',
		name: 'resource',
		type: 'options',
		noDataExpression: true,
		options: resources.map(({ name, value }) => ({ name, value })),
		default: 'timesheet',
	},
	...resources.flatMap(fieldsOf),
	exceptOf(/^apiKey$/, contactDetailsField),
	exceptOf(/^(?:apiKey|customer|formTemplate|site|webhook.*)$/, peopleField),
];

export const nodeSubtitle = subtitleOf(
	'$parameter["resource"] + "." + $parameter["operation"]',
	Object.fromEntries(
		resources.flatMap((resource) =>
			resource.operations.map(({ value, name }) => [`${resource.value}.${value}`, `${resource.name}: ${name}`]),
		),
	),
);

export function findOperation(resource: string, operation: string): Operation | undefined {
	return resources.find(({ value }) => value === resource)?.operations.find(({ value }) => value === operation);
}

export const run = (context: IExecuteFunctions, operation: Operation): Promise<INodeExecutionData[]> =>
	execute(context, operation, resources);
