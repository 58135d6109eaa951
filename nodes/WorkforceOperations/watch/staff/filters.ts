import { filtersField, textField } from '../../form/fields';

/** The filters of the list of employees, also used for licences. */
export const staffFilters = filtersField(
	textField('Filter Expression', 'filter', 'A filter expression, passed on to the service as it is'),
	textField('Search Text', 'searchText', 'Text to look for in names and identifiers'),
);
