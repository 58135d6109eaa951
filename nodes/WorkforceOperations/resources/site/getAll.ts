import { SITE_ASSUMED, SITE_FIELDS } from '../../form/recordFields';
import { SIMPLE_SITE } from '../../form/fieldSelection';
import { textField } from '../../form/fields';
import { activeInWords } from '../../operations/counts';
import { listOperation } from '../../operations/list';
import { customerFilter } from '../../form/locators';

export const getAll = listOperation({
	endpoint: 'site.getAll',
	action: 'Get many sites',
	description: 'Retrieve the sites that the API key may see',
	activeOnly: 'isActive',
	filters: [
		customerFilter('Only the sites of this customer'),
		textField('Search Text', 'filter', 'Text to look for in the names and identifiers of sites'),
	],
	simple: SIMPLE_SITE,
	more: SITE_FIELDS,
	known: [{ assumed: true, names: SITE_ASSUMED }],
	counting: { by: ['customer', 'status'], status: activeInWords },
});
