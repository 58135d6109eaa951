import { parameter } from '../../form/item';
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
			description:
				'The address to look for. The service does not document what it calls this parameter; “email” is assumed and can be replaced under Additional Query Parameters.',
		},
	],
	query: (item) => ({ email: emailOf(item, parameter(item, 'email')) }),
});
