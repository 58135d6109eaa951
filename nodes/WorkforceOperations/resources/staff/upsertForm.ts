import type { INodeProperties } from 'n8n-workflow';
import { columnsField, dataToSendField, shownFrom } from '../../form/columns';
import { optionFields } from '../../form/advanced';
import { additionalQueryOption, textField } from '../../form/fields';
import { detailFields, nameFields } from './fields';
import { batchSizeOption, employeeBodyOption } from './batchWrite';
import { safeguardOptions } from './safeguards';
import { moreFields } from './rowInput';

export const UPSERT_BATCH = 25;

const UPSERT_COLUMNS = 'Which column fills which field. An empty cell changes nothing.';

/** A notice, because n8n doesn't show the description of a resource mapper. */
const BY_NAME =
	'Names need not be exactly the same: Surname, E-mail or DOB are found, too. An empty cell changes nothing.';

const matchByField: INodeProperties = {
	displayName: 'Match By',
	name: 'matchBy',
	type: 'options',
	options: [
		{
			name: 'Email',
			value: 'email',
			description: 'Upper and lower case do not matter',
		},
		{
			name: 'Employee Number',
			value: 'employeeId',
			description: 'The number that your company gives. Who has none there yet is looked for by e-mail.',
		},
		{
			name: 'ID',
			value: 'id',
			description: 'The internal ID of the service. With it nobody is created.',
		},
	],
	default: 'email',
	description: 'What tells whose row it is. Inactive employees are found as well.',
	builderHint: {
		propertyHint:
			"'email' for a sheet of people, unless it has the company's employee numbers, which change less often; 'id' only where an earlier node of this service gave the ID.",
	},
};

export const upsertFields: INodeProperties[] = [
	matchByField,
	{ ...dataToSendField('columns'), hint: BY_NAME },
	shownFrom('columns', columnsField('getStaffColumns', UPSERT_COLUMNS)),
	shownFrom('fields', {
		...textField('ID', 'id', 'The internal ID of the service, not the employee number', 'e.g. 301'),
		displayOptions: { show: { matchBy: ['id'] } },
	}),
	...nameFields.map((field) => shownFrom('fields', field)),
	moreFields('Additional Fields', 'additionalFields', detailFields),
	...optionFields(
		[...safeguardOptions],
		[
			employeeBodyOption,
			additionalQueryOption,
			batchSizeOption(
				UPSERT_BATCH,
				'How many items to send in one request. A refused batch is halved until the bad items stand alone. New people in doubt are never sent again.',
			),
		],
	),
];
