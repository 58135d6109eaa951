import { FIELDS } from '../../contract';
import { textField } from '../../form/fields';
import { listOperation } from '../../operations/list';
import { customerFilter } from '../../form/locators';

export const getAll = listOperation({
	endpoint: 'customer.getAll',
	action: 'Get many customers',
	description: 'Retrieve the customers that the API key can see',
	activeOnly: 'isActive',
	filters: [
		customerFilter('Only this customer'),
		textField('Search Text', 'filter', 'Text to search for; the service calls this parameter “filter”'),
	],
	records: FIELDS.customer,
});
