import { limitOf } from '../list';
import { requiredId } from '../read';
import { singleOperation } from '../single';

/** The service gives at most so many recent events (documented). */
const MOST_RECENT = 500;

export const getRecent = singleOperation({
	endpoint: 'loginAudit.getRecent',
	value: 'getRecent',
	name: 'Get Recent of User',
	action: 'Get recent login events of a user',
	description: 'Retrieve the latest login events of one user, newest first',
	fields: [
		{
			displayName: 'User ID',
			name: 'userId',
			type: 'string',
			default: '',
			required: true,
			placeholder: 'e.g. 900',
			description: 'Whose events to read',
		},
		{
			displayName: 'Limit',
			name: 'limit',
			type: 'number',
			typeOptions: { minValue: 1, maxValue: MOST_RECENT },
			default: 50,
			description: 'Max number of results to return',
		},
	],
	path: (scope) => ({ userId: requiredId(scope, 'userId', 'User ID') }),
	query: (scope) => ({ take: limitOf(scope, MOST_RECENT) }),
});
