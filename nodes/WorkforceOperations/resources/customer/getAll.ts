import { FIELDS } from '../../contract';
import { customerFilters } from '../../form/listFilters';
import { listOperation } from '../../operations/list';

export const getAll = listOperation({
	endpoint: 'customer.getAll',
	action: 'Get many customers',
	description: 'Retrieve the customers the API key can see',
	activeOnly: 'isActive',
	filters: customerFilters,
	records: FIELDS.customer,
});
