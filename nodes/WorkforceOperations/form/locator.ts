import type { INodeProperties } from 'n8n-workflow';

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
