import { SIMPLE_STAFF } from '../../form/fieldSelection';
import { parameter } from '../../form/item';
import { ASSUMED_NAME } from '../../form/fields';
import { singleOperation } from '../../operations/record';
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
			description: 'The address to look for',
			hint: ASSUMED_NAME,
		},
	],
	simple: SIMPLE_STAFF,
	query: (item) => ({ email: emailOf(item, parameter(item, 'email')) }),
});
