import { limitField, limitOf } from '../../form/limit';
import { requiredId } from '../../form/read';
import { singleOperation } from '../../operations/single';

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
		limitField(MOST_RECENT),
	],
	path: (item) => ({ userId: requiredId(item, 'userId', 'User ID') }),
	query: (item) => ({ take: limitOf(item, MOST_RECENT) }),
});
