import type { IDataObject, INodeExecutionData } from 'n8n-workflow';
import type { JsonObject } from '../contract';
import { simplified } from '../form/fieldSelection';
import type { Finding } from './core/finding';
import type { WatchSettings } from './settings';

/** What a spreadsheet would take for a formula at the beginning of a sentence, such as somebody’s name. */
const AS_FORMULA = /^[=+@＝＋＠-]+\s*/;

type WatchFacts = Pick<Finding, 'key' | 'record' | 'reason' | 'numbers'>;

/** The record where people expect it: at the top, or where the webhook trigger has it, so that steps can be exchanged. */
function shaped(
	{ changing }: WatchSettings['event'],
	fields: IDataObject,
	facts: WatchFacts,
	detectedAt: number,
): IDataObject {
	if (changing === undefined || Object.keys(facts.record).length === 0) return fields;
	const { eventType, idField } = changing;
	return {
		eventType,
		event: facts.numbers.change,
		[idField]: (facts.record as IDataObject)[idField],
		receivedAt: new Date(detectedAt).toISOString(),
		payload: fields,
	};
}

/** One finding as people get it: the record's own fields at the top, and what we say of it in `watch`. */
export function findingItem(
	{ event, simplify }: WatchSettings,
	facts: WatchFacts,
	detectedAt: number,
	more: JsonObject = {},
): INodeExecutionData {
	const { key, record, reason, numbers } = facts;
	const fields = simplify && event.simple !== undefined ? simplified(event.simple)(record) : (record as IDataObject);
	const watch = {
		event: event.value,
		key: `${event.value}:${key}`,
		detectedAt: new Date(detectedAt).toISOString(),
		reason: reason.replace(AS_FORMULA, ''),
		...numbers,
		...more,
	};
	return { json: { ...shaped(event, fields, facts, detectedAt), watch: watch as IDataObject } };
}

/** The same item as it is handed over once more. */
export function redeliveredItem(item: INodeExecutionData, attempt: number, more: JsonObject = {}): INodeExecutionData {
	const { watch } = item.json;
	const known = typeof watch === 'object' && watch !== null ? (watch as IDataObject) : {};
	return { ...item, json: { ...item.json, watch: { ...known, ...more, redelivered: true, attempt } as IDataObject } };
}
