import { filtersField, textField } from '../../form/fields';
import { filterExpressionOption } from '../../form/listFilters';
import type { EventField } from '../core/event';

/** The filters of the list of employees, also used for licences. */
export const staffFilters = filtersField(
	textField('Search Text', 'searchText', 'Text to look for in names and identifiers'),
);

export const staffAdvanced: EventField[] = [{ field: filterExpressionOption }];
