import { SIMPLE_STAFF } from '../../form/fieldSelection';
import { filtersField, textField } from '../../form/fields';
import { filterExpressionOption } from '../../form/listFilters';
import type { EventField, WatchFamily } from '../core/event';
import { staffSource } from './source';

/** The filters of the list of employees, also used for licences. */
export const staffFilters = filtersField(
	textField('Search Text', 'searchText', 'Text to look for in names and identifiers'),
);

export const staffAdvanced: EventField[] = [{ field: filterExpressionOption }];

/** New employees, from the list of active ones. It has no settings of its own. */
export const staffFamily: WatchFamily = {
	events: [
		{
			value: 'staff.created',
			byList: true,
			name: 'Staff Created',
			action: 'On staff created',
			description: 'Fires when somebody is among the active employees who never was before',
			endpoint: 'staff.getAll',
			source: staffSource,
			startWith: 'new',
			filters: ['filter', 'searchText'],
			simple: SIMPLE_STAFF,
		},
	],
	filters: [{ field: staffFilters }],
	advanced: staffAdvanced,
};
