import { FIELDS } from '../../contract';
import { listOperation } from '../../operations/list';
import { withEventName } from './getAll';
import { userIdField } from '../../form/recentRecords';

const userField = userIdField('The user whose login events you want', true);

export const getRecent = listOperation({
	endpoint: 'loginAudit.getRecent',
	value: 'getRecent',
	name: 'Get Recent by User',
	action: 'Get recent login events by user',
	description: 'Retrieve one user’s latest login events, newest first',
	fields: [userField],
	// The service's maximum (documented).
	most: 500,
	path: { userId: userField },
	records: FIELDS.loginAudit,
	finish: withEventName,
});
