import type { IDataObject } from 'n8n-workflow';
import { type RecordStep, plainItems } from '../../operations/types';

/** By the service's event numbers (documented), or by their words. */
const EVENT_NAMES: Readonly<Record<string, string>> = {
	'1': 'succeeded',
	'2': 'failed',
	'3': 'logged out',
	loginsuccess: 'succeeded',
	loginfailure: 'failed',
	logout: 'logged out',
};

/** Null for an unknown number; not added if the record has no event. */
export const withEventName: RecordStep = () => (records: IDataObject[]) =>
	plainItems(records).map((outcome) => {
		const { eventType } = outcome.json;
		if (eventType === undefined) return outcome;
		return { ...outcome, added: { eventName: EVENT_NAMES[String(eventType).trim().toLowerCase()] ?? null } };
	});
