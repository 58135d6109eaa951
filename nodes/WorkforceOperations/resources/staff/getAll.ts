import { listOperation } from '../../operations/list';
import { activeOnlyFilter } from '../../form/placeFilters';

export const getAll = listOperation({
	endpoint: 'staff.getAll',
	action: 'Get many staff',
	description: 'Retrieve the employees that the API key may see',
	activeOnly: { parameter: 'isActive', ids: ['id'] },
	filters: [
		activeOnlyFilter('employees'),
		{
			displayName: 'Filter Expression',
			name: 'filter',
			type: 'string',
			default: '',
			description: 'A filter expression, passed on to the service as it is',
		},
		{
			displayName: 'Search Text',
			name: 'searchText',
			type: 'string',
			default: '',
			description: 'Text to look for in names and identifiers',
		},
	],
});
