import type { Access, EndpointRow } from '../types';

/**
 * The document's key table says `developer`; its webhook guide and the published pages say `webhook`. Both are
 * accepted.
 */
const access: Access = { keyTypes: ['developer', 'webhook'] };

/** The on/off field of subscribers and subscriptions in PUT bodies (assumed; users can correct it). */
export const DEFAULT_STATE_FIELD = 'isActive';

export const webhooks = {
	'webhookSubscriber.create': {
		method: 'POST',
		path: '/api/webhook/subscribers',
		source: 'documented',
		access,
		envelope: 'standard',
		paging: { kind: 'none' },
		query: [],
	},
	'webhookSubscriber.update': {
		method: 'PUT',
		path: '/api/webhook/subscribers/{id}',
		source: 'documented',
		access,
		envelope: 'standard',
		paging: { kind: 'none' },
		query: [],
	},
	'webhookSubscription.create': {
		method: 'POST',
		path: '/api/webhook/subscriptions',
		source: 'documented',
		access,
		envelope: 'standard',
		paging: { kind: 'none' },
		query: [],
	},
	'webhookSubscription.getAll': {
		method: 'GET',
		path: '/api/webhook/subscribers/{subscriberId}/subscriptions',
		source: 'documented',
		access,
		envelope: 'standard',
		list: true,
		ids: ['id'],
		paging: { kind: 'none' },
		query: [],
	},
	'webhookSubscription.update': {
		method: 'PUT',
		path: '/api/webhook/subscriptions/{id}',
		source: 'documented',
		access,
		envelope: 'standard',
		paging: { kind: 'none' },
		query: [],
	},
} as const satisfies Record<string, EndpointRow>;
