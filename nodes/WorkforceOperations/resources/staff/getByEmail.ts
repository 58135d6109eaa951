import { FIELDS } from '../../contract';
import { parameter } from '../../form/item';
import { singleOperation } from '../../operations/record';
import { forEditor } from '../../transport';
import { emailOf } from './fields';

export const getByEmail = singleOperation({
	endpoint: 'staff.getByEmail',
	value: 'getByEmail',
	name: 'Get by Email',
	action: 'Get staff member by email',
	description: 'Retrieve the employee with an e-mail address',
	fields: [
		{
			displayName: 'Email',
			name: 'email',
			type: 'string',
			default: '',
			required: true,
			placeholder: 'name@email.com',
			description: 'The address to search for. We assume the API’s name for it; Advanced Options can send another.',
		},
	],
	notFound: {
		label: 'If Nobody Is Found',
		message: 'Nobody has this address. Check the spelling.',
		cure: forEditor('To continue without an error, set the option “If Nobody Is Found” to “Return Nothing”.'),
	},
	records: FIELDS.staff,
	query: (item) => ({ email: emailOf(item, parameter(item, 'email')) }),
});
