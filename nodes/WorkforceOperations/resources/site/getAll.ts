import { FIELDS } from '../../contract';
import { textField } from '../../form/fields';
import { activeInWords } from '../../operations/counts';
import { listOperation } from '../../operations/list';
import { customerFilter } from '../../form/locators';

export const getAll = listOperation({
	endpoint: 'site.getAll',
	action: 'Get many sites',
	description: 'Retrieve the sites that the API key can see',
	activeOnly: 'isActive',
	filters: [
		customerFilter('Only this customer’s sites'),
		textField('Search Text', 'filter', 'Text to search for in site names and identifiers'),
	],
	records: FIELDS.site,
	counting: { by: ['customer', 'status'], status: activeInWords },
});
