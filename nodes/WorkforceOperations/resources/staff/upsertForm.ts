import type { INodeProperties } from 'n8n-workflow';
import { columnsField, dataToSendField, shownFrom } from '../../form/columns';
import { additionalQueryOption, optionsField, textField } from '../../form/fields';
import { detailFields, nameFields } from './fields';
import { emailParameterOption } from './searchByEmail';
import { batchSizeOption, employeeBodyOption } from './batchWrite';
import { safeguardOptions } from './safeguards';
import { moreFields } from './rowInput';

export const UPSERT_BATCH = 25;

const UPSERT_COLUMNS = 'The columns of the input and the fields they fill. An empty cell is left alone.';

/** n8n shows no description of a resource mapper, so that this stands beside it. */
const columnsNotice: INodeProperties = {
	displayName:
		'The names need not be exactly the same: each column is found by the API’s name, the form’s label, or what sheets usually say (Surname, E-mail, DOB, Employee no.). An empty cell changes nothing. The service’s lists don’t show address, city, state, postcode, country, dates of birth and start, emergency contact and known-as names: a row with one of them can’t be compared, is written each time and says “updated”. “changed” names the fields that differ, “notCompared” those that can’t be compared. A licence number is saved as the person’s licence, for one more request a row.',
	name: 'columnsNotice',
	type: 'notice',
	default: '',
};

const matchByField: INodeProperties = {
	displayName: 'Match By',
	name: 'matchBy',
	type: 'options',
	options: [
		{
			name: 'Email',
			value: 'email',
			description:
				'Letter case does not count. Searched one by one, or in the staff list, whichever takes fewer requests.',
		},
		{
			name: 'Employee Number',
			value: 'employeeId',
			description:
				'The number that your company gives. The staff list is read once, whoever is not in it is searched by e-mail.',
		},
		{
			name: 'ID',
			value: 'id',
			description: 'The internal ID of the service. The staff list is read once; nobody is created.',
		},
	],
	default: 'email',
	description: 'What tells whose row it is. Inactive employees are found as well.',
	builderHint: {
		propertyHint:
			"'email' for a sheet of people, unless it has the company's employee numbers, which change less often; 'id' only where an earlier node of this service gave the ID.",
	},
};

/** The form of Create or Update. */
export const upsertFields: INodeProperties[] = [
	matchByField,
	dataToSendField('columns'),
	shownFrom('columns', columnsField('getStaffColumns', UPSERT_COLUMNS)),
	shownFrom('columns', columnsNotice),
	shownFrom('fields', {
		...textField('ID', 'id', 'The internal ID of the service, not the employee number', 'e.g. 301'),
		displayOptions: { show: { matchBy: ['id'] } },
	}),
	...nameFields.map((field) => shownFrom('fields', field)),
	moreFields('Additional Fields', 'additionalFields', detailFields),
	optionsField(
		...safeguardOptions,
		employeeBodyOption,
		additionalQueryOption,
		emailParameterOption,
		batchSizeOption(
			UPSERT_BATCH,
			'How many items to send in one request. What the service refuses is halved, while nobody of it is there. New people in doubt are never sent again.',
		),
	),
];
