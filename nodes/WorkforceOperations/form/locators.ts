import type { INodeProperties, INodePropertyMode } from 'n8n-workflow';
import { ASSUMED_NAME, type ReadableField } from './fields';
import { forEditor } from '../transport/failures/cure';
import { isBlank } from '../contract';
import { refusal } from './item';

/** A filter for one of two states; without it both are returned. */
interface Either {
	displayName: string;
	name: string;
	/** The labels of `true` and `false`. */
	states: readonly [on: string, off: string];
	description: string;
}

/** An expression may also give the state as text. */
export const eitherField = ({ states: [on, off], ...described }: Either): ReadableField<boolean | undefined> => ({
	field: {
		...described,
		type: 'options',
		options: [true, false].map((value) => ({ name: value ? on : off, value })),
		default: true,
	},
	read(item, { [described.name]: value } = {}) {
		if (isBlank(value)) return undefined;
		const text = typeof value === 'string' || typeof value === 'boolean' ? String(value).trim().toLowerCase() : '';
		if (text === 'true') return true;
		if (text === 'false') return false;
		throw refusal(
			item,
			described.displayName,
			`is neither ${on} (true) nor ${off} (false)`,
			JSON.stringify(value) ?? '',
			forEditor('Choose one of the two, or use an expression that returns true or false.', 'Give true or false.'),
		);
	},
});

/** For keys that may not list employees. */
export const EMPLOYEE_LIST_KEY = 'The list needs a key of type “developer”. With any other key, choose By Internal ID.';

/** A picker for an employee, by the service's internal id. */
export const employeeLocator = (
	name: string,
	description: string,
	{ required = false, note }: { required?: boolean; note?: string } = {},
): INodeProperties =>
	locator({
		displayName: 'Employee',
		name,
		description: `${description}. Use the internal ID, not the employee number.`,
		search: 'searchStaff',
		choose: 'an employee',
		required,
		note,
		byId: 'By Internal ID',
		hint: 'The internal ID: “id” in Staff, “staffId” in a timesheet. “employeeId” in a record is the employee number, which doesn’t work here.',
		example: '301',
	});

/** For filters by name beside a list. */
export const NAME_FILTER_HINT = 'Use this for a name from elsewhere, such as a sheet; otherwise choose from the list';

/** For n8n's AI builder. */
export const NAME_IN_TOOL = 'In an agent’s tool, a name also works.';

export const customerFilter = (description: string): INodeProperties =>
	locator({
		displayName: 'Customer',
		name: 'customerId',
		description,
		search: 'searchCustomers',
		choose: 'a customer',
		hint: NAME_IN_TOOL,
	});

/** Its picker lists the sites of the chosen customer. */
export const siteFilter = (description: string): INodeProperties =>
	locator({
		displayName: 'Site',
		name: 'siteId',
		description,
		search: 'searchSites',
		choose: 'a site',
		hint: NAME_IN_TOOL,
	});

const SEVERAL_IDS = {
	propertyHint:
		"An array of IDs, or an expression that returns an array or text such as '1,2'. Leave the filter out to read everything; an empty one is refused. Never make up an ID. In an agent’s tool, names also work.",
};

/** Its picker lists the sites of the chosen customers, if any. */
export const siteIdsFilter = (name: string, description: string): INodeProperties => ({
	displayName: 'Site Names or IDs',
	name,
	type: 'multiOptions',
	typeOptions: { loadOptionsMethod: 'getSites', loadOptionsDependsOn: ['&customerId'] },
	default: [],
	description: `${description}. Choose from the list, or specify IDs using an <a href="https://docs.n8n.io/code/expressions/">expression</a>.`,
	builderHint: SEVERAL_IDS,
});

export const customerIdsFilter = (name: string, description: string): INodeProperties => ({
	displayName: 'Customer Names or IDs',
	name,
	type: 'multiOptions',
	typeOptions: { loadOptionsMethod: 'getCustomers' },
	default: [],
	description: `${description}. Choose from the list, or specify IDs using an <a href="https://docs.n8n.io/code/expressions/">expression</a>.`,
	builderHint: SEVERAL_IDS,
});

/** For keys that cover several companies. */
export const companyFilter = (assumed: boolean): INodeProperties => ({
	displayName: 'Company ID',
	name: 'companyId',
	type: 'string',
	default: '',
	description: 'Only for keys with access to several companies',
	...(assumed ? { hint: ASSUMED_NAME } : {}),
});

/**
 * The service's flag is “active only”. What `false` returns is undocumented, so a list of both states is read with both
 * values.
 */
export const activeOnlyFilter = (name: string) =>
	eitherField({
		displayName: 'Status',
		name,
		states: ['Active', 'Active and Inactive'],
		description:
			'Whether to include inactive records, which doubles the number of requests. If not added, only active records are returned.',
	});

interface LocatorSpec {
	displayName: string;
	name: string;
	description: string;
	/** The search method that fills the list. */
	search: string;
	/** Such as “a customer”. */
	choose: string;
	required?: boolean;
	/** Label of the mode By ID, if that would be ambiguous. */
	byId?: string;
	example?: string;
	/** IDs may be any text; otherwise whole numbers. */
	anyId?: boolean;
	/** Shown below the field. */
	note?: string;
	/** For n8n's AI builder, in addition to how a locator is written. */
	hint?: string;
}

const WHOLE_NUMBER: INodePropertyMode['validation'] = [
	{ type: 'regex', properties: { regex: '\\s*[0-9]*\\s*', errorMessage: 'An ID must be a whole number' } },
];

/** From a searchable list or by id. */
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
			"If an earlier node returns the ID: { __rl: true, mode: 'id', value: expr('{{ $json.… }}') }. If the user has to choose: mode 'list' with an empty value. Never make up an ID.",
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
