import { FIELDS } from '../../contract';
import { listOperation } from '../../operations/list';
import { withEventName } from './getAll';
import { userIdField } from '../../form/recentRecords';

const userField = userIdField('The user whose events to read', true);

export const getRecent = listOperation({
	endpoint: 'loginAudit.getRecent',
	value: 'getRecent',
	name: 'Get Recent of User',
	action: 'Get recent login events of user',
	description: 'Retrieve one user’s latest login events, newest first',
	fields: [userField],
	// The service's maximum (documented).
	most: 500,
	path: { userId: userField },
	records: FIELDS.loginAudit,
	finish: withEventName,
});
