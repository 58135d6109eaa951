import { activeInWords, FIELDS } from '../../contract';
import { siteFilters } from '../../form/listFilters';
import { listOperation } from '../../operations/list';

export const getAll = listOperation({
	endpoint: 'site.getAll',
	action: 'Get many sites',
	description: 'Retrieve the sites the API key can see',
	activeOnly: 'isActive',
	filters: siteFilters,
	records: FIELDS.site,
	counting: { by: ['customer', 'status'], status: activeInWords },
});
