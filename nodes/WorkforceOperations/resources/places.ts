import type { INodeProperties } from 'n8n-workflow';

const idMode = {
	displayName: 'By ID',
	name: 'id',
	type: 'string' as const,
	placeholder: 'e.g. 12',
	validation: [{ type: 'regex' as const, properties: { regex: '\\s*[0-9]*\\s*', errorMessage: 'An ID is a whole number' } }],
};

/** A customer, from a searchable list or by id. */
export const customerLocator = (name: string, description: string): INodeProperties => ({
	displayName: 'Customer',
	name,
	type: 'resourceLocator',
	default: { mode: 'list', value: '' },
	description,
	modes: [
		{
			displayName: 'From List',
			name: 'list',
			type: 'list',
			placeholder: 'Choose a customer …',
			typeOptions: { searchListMethod: 'searchCustomers', searchable: true },
		},
		idMode,
	],
});

/** `customerId` as it stands in the filters of a list. */
export const customerFilter = (description: string): INodeProperties => customerLocator('customerId', description);

/** `siteId` as it stands in the filters of a list: the list shows the sites of the chosen customer. */
export const siteFilter = (description: string): INodeProperties => ({
	displayName: 'Site',
	name: 'siteId',
	type: 'resourceLocator',
	default: { mode: 'list', value: '' },
	description,
	modes: [
		{
			displayName: 'From List',
			name: 'list',
			type: 'list',
			placeholder: 'Choose a site …',
			typeOptions: { searchListMethod: 'searchSites', searchable: true },
		},
		idMode,
	],
});

/** Several sites: those of the chosen customers where the form names any. */
export const siteIdsFilter = (name: string, description: string): INodeProperties => ({
	displayName: 'Site Names or IDs',
	name,
	type: 'multiOptions',
	typeOptions: { loadOptionsMethod: 'getSites', loadOptionsDependsOn: ['&customerId'] },
	default: [],
	description: `${description}. Choose from the list, or specify IDs using an <a href="https://docs.n8n.io/code/expressions/">expression</a>.`,
});

/** Several customers. */
export const customerIdsFilter = (name: string, description: string): INodeProperties => ({
	displayName: 'Customer Names or IDs',
	name,
	type: 'multiOptions',
	typeOptions: { loadOptionsMethod: 'getCustomers' },
	default: [],
	description: `${description}. Choose from the list, or specify IDs using an <a href="https://docs.n8n.io/code/expressions/">expression</a>.`,
});

/** The company of a key that sees several. */
export const companyFilter = (assumed: boolean): INodeProperties => ({
	displayName: 'Company ID',
	name: 'companyId',
	type: 'string',
	default: '',
	description: `Only for keys that see several companies${assumed ? '. The name of this parameter is assumed; it can be replaced under Additional Query Parameters' : ''}`,
});

/** Filters that customers and sites have in common. */
export const activeOnlyFilter = (what: string): INodeProperties => ({
	displayName: 'Active Only',
	name: 'isActive',
	type: 'boolean',
	default: true,
	description: `Whether to return only ${what} that are active. When the filter isn’t added, the service returns only active ones.`,
});
