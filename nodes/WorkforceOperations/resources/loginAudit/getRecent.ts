import { limitField, limitOf } from '../../form/fields';
import { singleOperation } from '../../operations/record';
import { withEventName } from './eventName';
import { userIdField } from '../../form/recentRecords';

/** The service's maximum (documented). */
const MOST_RECENT = 500;

const userField = userIdField('Whose events to read', true);

export const getRecent = singleOperation({
	endpoint: 'loginAudit.getRecent',
	value: 'getRecent',
	name: 'Get Recent of User',
	action: 'Get recent login events of user',
	description: 'Retrieve the latest login events of one user, newest first',
	fields: [userField, limitField(MOST_RECENT)],
	path: { userId: userField },
	query: (item) => ({ take: limitOf(item, MOST_RECENT) }),
	finish: withEventName,
});
