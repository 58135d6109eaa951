import { documented } from '../parameters';
import type { EndpointRow } from '../types';

/** Any authenticated key opens customers and sites (documented). */
const listOf = (place: 'customer' | 'site'): EndpointRow => ({
	method: 'GET',
	path: `/api/external/${place}s`,
	source: 'documented',
	access: { keyTypes: [] },
	envelope: 'slimCursor',
	list: true,
	// Guess: list.ids
	ids: [`${place}Id`, 'id'],
	paging: { kind: 'cursor' },
	pageSize: { parameter: 'limit', standard: 20, source: 'documented' },
	query: [
		...documented.integers('customerId', 'limit'),
		...documented.booleans('isActive'),
		...documented.strings('filter'),
		...documented.anchors('referenceId', 'referenceName', 'direction'),
	],
});

export const places = {
	'customer.getAll': listOf('customer'),
	'site.getAll': listOf('site'),
} as const satisfies Record<string, EndpointRow>;
