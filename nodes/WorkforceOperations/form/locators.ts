import type { INodeProperties } from 'n8n-workflow';
import { ASSUMED_NAME } from './fields';

/** An employee by the service's internal id. */
export const employeeLocator = (name: string, description: string, required = false): INodeProperties =>
	locator({
		displayName: 'Employee',
		name,
		description: `${description}. The internal ID of the service, not the employee number.`,
		search: 'searchStaff',
		choose: 'an employee',
		required,
		byId: 'By Internal ID',
		hint: 'The internal ID: “id” of Staff, “staffId” of a timesheet. “employeeId” inside of a record is the employee number, which does not fit here.',
		example: '301',
	});

/** `customerId` as it stands in the filters of a list. */
export const customerFilter = (description: string): INodeProperties =>
	locator({
		displayName: 'Customer',
		name: 'customerId',
		description,
		search: 'searchCustomers',
		choose: 'a customer',
	});

/** `siteId` as it stands in the filters of a list: the list shows the sites of the chosen customer. */
export const siteFilter = (description: string): INodeProperties =>
	locator({ displayName: 'Site', name: 'siteId', description, search: 'searchSites', choose: 'a site' });

const SEVERAL_IDS = {
	propertyHint:
		"An array of IDs, or an expression that gives an array or text such as '1,2'. Leave the filter out to read all; an empty one is refused. Never make up an ID.",
};

/** Several sites: those of the chosen customers where the form names any. */
export const siteIdsFilter = (name: string, description: string): INodeProperties => ({
	displayName: 'Site Names or IDs',
	name,
	type: 'multiOptions',
	typeOptions: { loadOptionsMethod: 'getSites', loadOptionsDependsOn: ['&customerId'] },
	default: [],
	description: `${description}. Choose from the list, or specify IDs using an <a href="https://docs.n8n.io/code/expressions/">expression</a>.`,
	builderHint: SEVERAL_IDS,
});

/** Several customers. */
export const customerIdsFilter = (name: string, description: string): INodeProperties => ({
	displayName: 'Customer Names or IDs',
	name,
	type: 'multiOptions',
	typeOptions: { loadOptionsMethod: 'getCustomers' },
	default: [],
	description: `${description}. Choose from the list, or specify IDs using an <a href="https://docs.n8n.io/code/expressions/">expression</a>.`,
	builderHint: SEVERAL_IDS,
});

/** The company of a key that sees several. */
export const companyFilter = (assumed: boolean): INodeProperties => ({
	displayName: 'Company ID',
	name: 'companyId',
	type: 'string',
	default: '',
	description: `Only for keys that see several companies${assumed ? `. ${ASSUMED_NAME}` : ''}`,
});

/** What a switched-off “Active Only” costs, and why. */
export const BOTH_HALVES =
	'Switched off, the others come as well: the service doesn’t say whether its flag then means all of them or the others alone, so the list is read both ways, in two times the requests, and each record comes once.';

/** Filters that customers and sites have in common. */
export const activeOnlyFilter = (what: string): INodeProperties => ({
	displayName: 'Active Only',
	name: 'isActive',
	type: 'boolean',
	default: true,
	description: `Whether to return only ${what} that are active. When the filter isn’t added, the service returns only active ones. ${BOTH_HALVES}`,
});

interface LocatorSpec {
	displayName: string;
	name: string;
	description: string;
	/** The method of the pickers that lists what can be chosen. */
	search: string;
	/** What the list asks for, such as “a customer”. */
	choose: string;
	required?: boolean;
	/** How the form calls the other mode, where “By ID” would be ambiguous. */
	byId?: string;
	example?: string;
	/** What n8n's builder has to know beside how a locator is written. */
	hint?: string;
}

/** One record of the service, from a searchable list or by its id. */
export const locator = (spec: LocatorSpec): INodeProperties => ({
	displayName: spec.displayName,
	name: spec.name,
	type: 'resourceLocator',
	default: { mode: 'list', value: '' },
	...(spec.required ? { required: true } : {}),
	description: spec.description,
	builderHint: {
		propertyHint: [
			spec.hint,
			"Where an earlier node gives the ID: { __rl: true, mode: 'id', value: expr('{{ $json.… }}') }. Where the user has to choose: mode 'list' with an empty value. Never make up an ID.",
		]
			.filter((part) => part !== undefined)
			.join(' '),
	},
	modes: [
		{
			displayName: 'From List',
			name: 'list',
			type: 'list',
			placeholder: `Choose ${spec.choose} …`,
			typeOptions: { searchListMethod: spec.search, searchable: true },
		},
		{
			displayName: spec.byId ?? 'By ID',
			name: 'id',
			type: 'string',
			placeholder: `e.g. ${spec.example ?? '12'}`,
			validation: [{ type: 'regex', properties: { regex: '\\s*[0-9]*\\s*', errorMessage: 'An ID is a whole number' } }],
		},
	],
});
