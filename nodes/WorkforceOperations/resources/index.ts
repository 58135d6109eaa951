import type { INodeProperties } from 'n8n-workflow';
import type { EndpointId } from '../contract';
import { customer } from './customer';
import { customRequest } from './customRequest';
import { accessWords } from '../form/fields';
import { subtitleOf } from '../form/subtitle';
import { formTemplate } from './formTemplate';
import { incidentReport } from './incidentReport';
import { liveOperation } from './liveOperation';
import { loginAudit } from './loginAudit';
import { securityLicence } from './securityLicence';
import { site } from './site';
import { staff } from './staff';
import { timesheet } from './timesheet';
import type { Operation, Resource } from '../operations/types';
import { webhookSubscriber } from './webhookSubscriber';
import { webhookSubscription } from './webhookSubscription';

/** Every resource, sorted as the editor lists them. */
export const resources: readonly Resource[] = [
	customRequest,
	customer,
	formTemplate,
	incidentReport,
	liveOperation,
	loginAudit,
	securityLicence,
	site,
	staff,
	timesheet,
	webhookSubscriber,
	webhookSubscription,
];

/** Shows a field for the given resource and operation only, beside the conditions that it has already. */
function shownForOperation(field: INodeProperties, resource: string, operation?: string): INodeProperties {
	const show = {
		resource: [resource],
		...(operation === undefined ? {} : { operation: [operation] }),
		...field.displayOptions?.show,
	};
	return { ...field, displayOptions: { ...field.displayOptions, show } };
}

const endpointsOf = ({ operations }: Resource): EndpointId[] => operations.flatMap(({ endpoint }) => endpoint ?? []);

/** Which key each resource needs, for those who build a workflow: a key opens one area of the service. */
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
			operation.fields.map((field) => shownForOperation(field, resource.value, operation.value)),
		),
	];
}

/** The whole form of the node: resource, operation, and the fields of each operation. */
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
];

/** What the node shows under its own name. */
export const subtitle = subtitleOf(
	'$parameter["resource"] + "." + $parameter["operation"]',
	Object.fromEntries(
		resources.flatMap((resource) =>
			resource.operations.map(({ value, name }) => [`${resource.value}.${value}`, `${resource.name}: ${name}`]),
		),
	),
);

/** The operation that the two pickers name. */
export function findOperation(resource: string, operation: string): Operation | undefined {
	return resources.find(({ value }) => value === resource)?.operations.find(({ value }) => value === operation);
}
