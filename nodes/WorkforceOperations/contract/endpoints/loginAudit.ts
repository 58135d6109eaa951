import { documented, published } from '../parameters';
import { type Access, type EndpointRow, LOGIN_AUDIT_SCOPE } from '../types';

const access: Access = { keyTypes: [], scope: LOGIN_AUDIT_SCOPE };

export const loginAudit = {
	'loginAudit.getAll': {
		method: 'GET',
		path: '/api/external/loginaudit',
		source: 'documented',
		access,
		envelope: 'loginAudit',
		list: true,
		ids: ['id'],
		paging: { kind: 'pageNumber', timeField: 'occurredUtc', pinned: 'to' },
		pageSize: { parameter: 'pageSize', standard: 50, maximum: 500, source: 'published' },
		query: [
			...documented.strings('userId'),
			...published.integers('eventType'),
			...documented.moments('from', 'to'),
			...documented.integers('page', 'pageSize'),
		],
	},
	'loginAudit.getRecent': {
		method: 'GET',
		path: '/api/external/loginaudit/users/{userId}/recent',
		source: 'published',
		access,
		envelope: 'loginAudit',
		list: true,
		ids: ['id'],
		paging: { kind: 'none' },
		pageSize: { parameter: 'take', standard: 50, maximum: 500, source: 'published' },
		query: published.integers('take'),
	},
} as const satisfies Record<string, EndpointRow>;
