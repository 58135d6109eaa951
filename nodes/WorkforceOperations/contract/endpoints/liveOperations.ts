import { documented } from '../parameters';
import type { EndpointRow } from '../types';

export const liveOperations = {
	'liveOperation.getAll': {
		method: 'GET',
		path: '/api/external/liveops',
		source: 'documented',
		access: { keyTypes: ['liveops'] },
		envelope: 'liveOperations',
		list: true,
		// Guess: list.ids
		ids: ['shiftId', 'eventID'],
		// Guards of one shift may share its ids.
		idsWith: ['email', 'name', 'startTime'],
		paging: { kind: 'cursor', moment: 'startTime' },
		pageSize: { parameter: 'limit', standard: 100, source: 'documented' },
		query: [
			...documented.moments('startDate', 'endDate'),
			...documented.strings(
				'siteName',
				'siteId',
				'customerName',
				'customerId',
				'fullName',
				'subcontractorName',
				'status',
				'searchText',
			),
			...documented.integers('limit'),
			...documented.anchors('referenceId', 'referenceDateTime', 'referenceName', 'direction'),
		],
	},
} as const satisfies Record<string, EndpointRow>;

/** If either date is omitted, the service returns 17 hours before and after now (documented). */
export const LIVE_WINDOW_HOURS = 17;
