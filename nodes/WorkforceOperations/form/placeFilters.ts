import type { INodeProperties } from 'n8n-workflow';
import { ASSUMED_NAME } from './fields';
import { locator } from './locator';

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
