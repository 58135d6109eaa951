import { MINUTE_MS } from '../../contract';
import { userIdField } from '../../form/recentRecords';
import type { WatchFamily } from '../core/event';
import { lookBackField, numberField, type NumberOption, readOption } from '../core/numberOption';
import { type LoginSettings, loginSource } from './source';

const AT_LEAST: NumberOption = {
	displayName: 'Minimum Failed Logins',
	name: 'loginsAtLeast',
	standard: 1,
	least: 1,
	most: 1000,
};

const WITHIN: NumberOption = {
	displayName: 'Logins Within (Minutes)',
	name: 'loginsWithin',
	standard: 10,
	least: 1,
	most: 1440,
};

/** Failed logins, from the login audit. */
export const loginFamily: WatchFamily<LoginSettings> = {
	events: [
		{
			value: 'login.failed',
			name: 'Login Failed',
			description: 'A login fails, or several fail from the same address or for the same user',
			endpoint: 'loginAudit.getAll',
			source: loginSource,
			startWith: 'new',
			filters: [userIdField('Only this user’s logins')],
		},
	],
	options: [
		{
			field: numberField(
				AT_LEAST,
				'How many failed logins from one address or user, in the period below, make one finding. 1 reports each failure.',
			),
		},
		{ field: numberField(WITHIN, 'The period in which that many logins must fail') },
		{ field: lookBackField },
	],
	readOptions: (item) => ({
		loginsAtLeast: readOption(item, AT_LEAST),
		loginsWithinMs: readOption(item, WITHIN) * MINUTE_MS,
	}),
};
