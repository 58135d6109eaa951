import { SIMPLE_STAFF } from '../../form/fieldSelection';
import type { WatchFamily } from '../core/event';
import { staffAdvanced, staffFilters } from './filters';
import { staffSource } from './source';

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
