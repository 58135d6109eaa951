import { documented } from '../parameters';
import type { EndpointRow } from '../types';

/** Customers and sites need any authenticated key (documented). */
export const places = {
	'customer.getAll': {
		method: 'GET',
		path: '/api/external/customers',
		source: 'documented',
		access: { keyTypes: [] },
		envelope: 'slimCursor',
		list: true,
		ids: ['customerId', 'id'],
		paging: {
			kind: 'cursor',
			anchors: [
				{ parameter: 'referenceId', fields: ['customerId', 'id'], source: 'assumed', needed: true },
				{ parameter: 'referenceName', fields: ['customerName', 'name'], source: 'assumed' },
			],
		},
		pageSize: { parameter: 'limit', standard: 20, source: 'documented' },
		query: [
			...documented.integers('customerId', 'limit'),
			...documented.booleans('isActive'),
			...documented.strings('filter'),
			...documented.anchors('referenceId', 'referenceName', 'direction'),
		],
	},
	'site.getAll': {
		method: 'GET',
		path: '/api/external/sites',
		source: 'documented',
		access: { keyTypes: [] },
		envelope: 'slimCursor',
		list: true,
		ids: ['siteId', 'id'],
		paging: {
			kind: 'cursor',
			anchors: [
				{ parameter: 'referenceId', fields: ['siteId', 'id'], source: 'assumed', needed: true },
				{ parameter: 'referenceName', fields: ['siteName', 'name'], source: 'assumed' },
			],
		},
		pageSize: { parameter: 'limit', standard: 20, source: 'documented' },
		query: [
			...documented.integers('customerId', 'limit'),
			...documented.booleans('isActive'),
			...documented.strings('filter'),
			...documented.anchors('referenceId', 'referenceName', 'direction'),
		],
	},
} as const satisfies Record<string, EndpointRow>;
