import { documented, idList, required } from '../parameters';
import type { Access, EndpointRow } from '../types';

const access: Access = { keyTypes: ['timesheet'] };

export const timesheets = {
	'timesheet.getAll': {
		method: 'GET',
		path: '/api/external/timesheets',
		source: 'documented',
		access,
		envelope: 'slimCursor',
		list: true,
		ids: ['timesheetId'],
		paging: { kind: 'cursor' },
		pageSize: { parameter: 'limit', standard: 20, source: 'documented' },
		query: [
			...required(documented.moments('startDate', 'endDate')),
			...documented.integers('customerId', 'employeeId', 'limit'),
			...idList(',', 'documented', 'siteIds'),
			...documented.strings('searchText', 'status', 'filter'),
			...documented.anchors(
				'referenceSiteName',
				'referenceStaffName',
				'referenceName',
				'referenceStartDate',
				'referenceId',
				'direction',
			),
		],
	},
	'timesheet.get': {
		method: 'GET',
		path: '/api/external/timesheets/{id}',
		source: 'documented',
		access,
		envelope: 'standard',
		paging: { kind: 'none' },
		query: [],
	},
	'timesheet.getRates': {
		method: 'GET',
		path: '/api/external/timesheets/{id}/rates',
		source: 'documented',
		access,
		envelope: 'standard',
		paging: { kind: 'none' },
		query: [],
	},
} as const satisfies Record<string, EndpointRow>;
