import { listOperation } from '../../operations/list';
import { activeOnlyFilter, customerFilter } from '../../form/placeFilters';

export const getAll = listOperation({
	endpoint: 'site.getAll',
	action: 'Get many sites',
	description: 'Retrieve the sites that the API key may see',
	activeOnly: { parameter: 'isActive', ids: ['siteId', 'id'] },
	filters: [
		activeOnlyFilter('sites'),
		customerFilter('Only the sites of this customer'),
		{
			displayName: 'Search Text',
			name: 'filter',
			type: 'string',
			default: '',
			description: 'Text to look for in the names and identifiers of sites',
		},
	],
});
