import type { INodeProperties, INodePropertyMode } from 'n8n-workflow';
import type { JsonObject } from '../contract';
import { eitherField, readEither } from './either';
import { ASSUMED_NAME } from './fields';
import type { Item } from './item';

/** Beside a list whose key opens no list of employees. */
export const EMPLOYEE_LIST_KEY = 'The list needs a key of type “developer”; with another one, choose By Internal ID';

/** An employee by the service's internal id. */
export const employeeLocator = (
	name: string,
	description: string,
	{ required = false, note }: { required?: boolean; note?: string } = {},
): INodeProperties =>
	locator({
		displayName: 'Employee',
		name,
		description: `${description}. Its ID is the internal one, not the employee number.`,
		search: 'searchStaff',
		choose: 'an employee',
		required,
		note,
		byId: 'By Internal ID',
		hint: 'The internal ID: “id” of Staff, “staffId” of a timesheet. “employeeId” inside of a record is the employee number, which does not fit here.',
		example: '301',
	});

/** Beside a list to choose from, a name is for what comes from elsewhere. */
export const NAME_FILTER_HINT = 'For a name that comes from elsewhere, such as a sheet; otherwise choose from the list';

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
	description: 'Only for keys that see several companies',
	...(assumed ? { hint: ASSUMED_NAME } : {}),
});

/** Whether what is not active is wanted as well. The service calls it “active only”; switched off, its list is read both ways. */
const ACTIVE = {
	displayName: 'Status',
	states: ['Active', 'Active and Inactive'],
	description: 'Whether inactive ones come as well, which takes two times the requests. Not added: only active ones.',
} as const;

/** The filter of a list by that flag, under the name that it has there. */
export const activeOnlyFilter = (name: 'isActive' | 'showActiveOnly'): INodeProperties =>
	eitherField({ ...ACTIVE, name });

/** What is asked for, in a query. */
export const readActiveOnly = (
	item: Item,
	name: 'isActive' | 'showActiveOnly',
	filters: JsonObject,
): Record<string, unknown> => ({ [name]: readEither(item, { ...ACTIVE, name }, filters[name]) });

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
	/** An ID may be any text. */
	anyId?: boolean;
	/** Shown below the field. */
	note?: string;
	/** What n8n's builder has to know beside how a locator is written. */
	hint?: string;
}

/** What the editor says of an ID that is none. */
const WHOLE_NUMBER: INodePropertyMode['validation'] = [
	{ type: 'regex', properties: { regex: '\\s*[0-9]*\\s*', errorMessage: 'An ID is a whole number' } },
];

/** One record of the service, from a searchable list or by its id. */
export const locator = (spec: LocatorSpec): INodeProperties => ({
	displayName: spec.displayName,
	name: spec.name,
	type: 'resourceLocator',
	default: { mode: 'list', value: '' },
	...(spec.required ? { required: true } : {}),
	description: spec.description,
	...(spec.note === undefined ? {} : { hint: spec.note }),
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
			...(spec.anyId ? {} : { validation: WHOLE_NUMBER }),
		},
	],
});
