import type { IDataObject } from 'n8n-workflow';
import { type RecordStep, plainItems } from '../../operations/types';

/** The service's numbers for events of the login audit (documented), also as the words that they stand for. */
const EVENT_NAMES: Readonly<Record<string, string>> = {
	'1': 'succeeded',
	'2': 'failed',
	'3': 'logged out',
	loginsuccess: 'succeeded',
	loginfailure: 'failed',
	logout: 'logged out',
};

/** Adds `eventName` beside the event's number, where the record has one; null for a number that is not known. */
export const withEventName: RecordStep = () => (records: IDataObject[]) =>
	plainItems(records).map((outcome) => {
		const { eventType } = outcome.json;
		if (eventType === undefined) return outcome;
		return { ...outcome, added: { eventName: EVENT_NAMES[String(eventType).trim().toLowerCase()] ?? null } };
	});
