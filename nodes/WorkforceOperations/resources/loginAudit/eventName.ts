import type { IDataObject } from 'n8n-workflow';
import { type Finish, plainItems } from '../../operations/types';

/** The service's numbers for events of the login audit (documented), also as the words that they stand for. */
const EVENT_NAMES: Readonly<Record<string, string>> = {
	'1': 'succeeded',
	'2': 'failed',
	'3': 'logged out',
	loginsuccess: 'succeeded',
	loginfailure: 'failed',
	logout: 'logged out',
};

/** Adds `eventName` beside the event's number; null where it is not known. */
export const withEventName: Finish = () => (records: IDataObject[]) =>
	plainItems(records).map((outcome) => ({
		...outcome,
		added: { eventName: EVENT_NAMES[String(outcome.json.eventType).trim().toLowerCase()] ?? null },
	}));
