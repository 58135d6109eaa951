import { assumed, documented, published, required } from '../parameters';
import type { Access, EndpointRow } from '../types';

/**
 * The service document contradicts itself: one statement opens staff reads to any public key, the others require
 * `developer`. It asks to require `developer` for all (Authentication, 6).
 */
const access: Access = { keyTypes: ['developer'] };

export const staff = {
	'staff.create': {
		method: 'POST',
		path: '/api/external/staffs',
		source: 'documented',
		access,
		envelope: 'standard',
		paging: { kind: 'none' },
		query: [],
	},
	'staff.update': {
		method: 'PATCH',
		path: '/api/external/staffs',
		source: 'documented',
		access,
		envelope: 'standard',
		paging: { kind: 'none' },
		query: [],
	},
	'staff.getAll': {
		method: 'GET',
		path: '/api/external/staffs',
		source: 'documented',
		access,
		envelope: 'slimCursor',
		list: true,
		ids: ['id'],
		paging: { kind: 'cursor' },
		pageSize: { parameter: 'limit', standard: 20, source: 'published' },
		query: [
			...published.strings('searchText', 'filter'),
			...published.booleans('isActive'),
			...documented.integers('limit'),
			...documented.anchors('referenceId', 'referenceName', 'direction'),
		],
	},
	'staff.getByEmail': {
		method: 'GET',
		path: '/api/external/staffs/search',
		source: 'documented',
		access,
		envelope: 'standard',
		paging: { kind: 'none' },
		query: required(assumed.strings('email')),
	},
	'securityLicence.getAll': {
		method: 'GET',
		path: '/api/external/staffs/{id}/licenses',
		source: 'documented',
		access,
		envelope: 'slimCursor',
		list: true,
		ids: ['securityLicenseId'],
		paging: { kind: 'cursor' },
		query: published.strings('licenseNumber'),
	},
	'securityLicence.upsert': {
		method: 'POST',
		path: '/api/external/staffs/{employeeId}/licenses',
		source: 'documented',
		access,
		envelope: 'standard',
		paging: { kind: 'none' },
		query: [],
	},
} as const satisfies Record<string, EndpointRow>;
