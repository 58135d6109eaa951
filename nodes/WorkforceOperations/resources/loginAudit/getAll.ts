import { FIELDS } from '../../contract';
import { dateField } from '../../form/fields';
import { listOperation } from '../../operations/list';
import { END_HINT } from '../../form/period';
import { userIdField } from '../../form/recentRecords';
import type { IDataObject } from 'n8n-workflow';
import { plainItems, type RecordStep } from '../../operations/types';

/** Keyed by the service's event numbers (documented) and by their names. */
const EVENT_NAMES: Readonly<Record<string, string>> = {
	'1': 'succeeded',
	'2': 'failed',
	'3': 'logged out',
	loginsuccess: 'succeeded',
	loginfailure: 'failed',
	logout: 'logged out',
};

/** `eventName` is null for an unknown number, and left out if the record has no event. */
export const withEventName: RecordStep = () => (records: IDataObject[]) =>
	plainItems(records).map((outcome) => {
		const { eventType } = outcome.json;
		if (eventType === undefined) return outcome;
		return { ...outcome, added: { eventName: EVENT_NAMES[String(eventType).trim().toLowerCase()] ?? null } };
	});

export const getAll = listOperation({
	endpoint: 'loginAudit.getAll',
	action: 'Get many login events',
	description: 'Retrieve your company’s login events, newest first',
	filters: [
		{
			displayName: 'Event Type',
			name: 'eventType',
			type: 'options',
			options: [
				{ name: 'Login Failure', value: 2 },
				{ name: 'Login Success', value: 1 },
				{ name: 'Logout', value: 3, description: 'Reserved by the service' },
			],
			default: 2,
			description: 'Only events of this type',
		},
		dateField('From', 'from', 'The first moment to include'),
		{
			displayName: 'To',
			name: 'to',
			type: 'dateTime',
			default: '',
			hint: END_HINT,
			description: 'The last moment to include. A date without a time includes that whole day.',
		},
		userIdField('Only this user’s events'),
	],
	records: FIELDS.loginAudit,
	finish: withEventName,
});
