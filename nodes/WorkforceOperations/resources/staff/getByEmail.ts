import { FIELDS, isDefault, type Page, plainAnswer } from '../../contract';
import { choiceField } from '../../form/fields';
import { parameter } from '../../form/item';
import { singleOperation } from '../../operations/record';
import { forEditor, nodeError, ServiceError, settle } from '../../transport';
import { emailOf } from './fields';

const ifNotFoundOption = choiceField({
	displayName: 'If Nobody Is Found',
	name: 'ifNotFound',
	default: 'error',
	description: 'What to do if nobody is found: fail with an error, or continue with the other items',
	choices: { error: { name: 'Error' }, nothing: { name: 'Return Nothing' } },
});

/** Whether the service itself says there is no such record. A 404 from a gateway or a wrong address says nothing. */
const saysNothing = (error: unknown): error is ServiceError =>
	error instanceof ServiceError &&
	(error.kind === 'notFound' || error.code === '404') &&
	(error.spoken || error.httpCode !== '404');

export const getByEmail = singleOperation({
	endpoint: 'staff.getByEmail',
	value: 'getByEmail',
	name: 'Get by Email',
	action: 'Get staff member by email',
	description: 'Retrieve the employee with this e-mail address',
	fields: [
		{
			displayName: 'Email',
			name: 'email',
			type: 'string',
			default: '',
			required: true,
			placeholder: 'name@email.com',
			description:
				'The address to search for. The parameter’s name is assumed; you can send it under another name in Advanced Options.',
		},
	],
	options: [ifNotFoundOption.field],
	records: FIELDS.staff,
	query: (item) => ({ email: emailOf(item, parameter(item, 'email')) }),
	async wrapSending(item, options, send) {
		const choice = ifNotFoundOption.read(item, options);
		const sent = await settle(send());
		if ('error' in sent && !saysNothing(sent.error)) throw sent.error;
		const page: Page = 'error' in sent ? { data: undefined, records: [] } : sent.result;
		const records = page.records.filter((record) => !isDefault(record));
		if (records.length > 0 || !isDefault(plainAnswer(page.data))) return { ...page, records };
		if (choice === 'nothing') return undefined;
		const { code, traceId } = 'error' in sent && sent.error instanceof ServiceError ? sent.error : {};
		const explanation = {
			kind: 'notFound',
			message: 'Nobody has this address. Check the spelling.',
			description: forEditor('To continue without an error, set the option “If Nobody Is Found” to “Return Nothing”.'),
			httpCode: '404',
			code,
			traceId,
		} as const;
		throw nodeError(item.connection, explanation, { itemIndex: item.itemIndex });
	},
});
