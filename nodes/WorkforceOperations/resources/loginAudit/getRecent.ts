import type { INodeProperties } from 'n8n-workflow';
import { limitField, limitOf } from '../../form/fields';
import { singleOperation } from '../../operations/record';
import { USER_ID_HINT } from './getAll';

/** The service gives at most so many recent events (documented). */
const MOST_RECENT = 500;

const userIdField: INodeProperties = {
	displayName: 'User ID',
	name: 'userId',
	type: 'string',
	default: '',
	required: true,
	placeholder: 'e.g. 900',
	description: 'Whose events to read',
	builderHint: USER_ID_HINT,
};

export const getRecent = singleOperation({
	endpoint: 'loginAudit.getRecent',
	value: 'getRecent',
	name: 'Get Recent of User',
	action: 'Get recent login events of user',
	description: 'Retrieve the latest login events of one user, newest first',
	fields: [userIdField, limitField(MOST_RECENT)],
	path: { userId: userIdField },
	query: (item) => ({ take: limitOf(item, MOST_RECENT) }),
});
