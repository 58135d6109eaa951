import type { IDataObject, INodeExecutionData } from 'n8n-workflow';
import type { JsonObject } from '../contract';
import { simplified } from '../form/fieldSelection';
import type { Finding } from './core/source';
import type { WatchSettings } from './settings';

/** Characters that a spreadsheet would run as a formula at the beginning of a sentence, such as in somebody's name. */
const AS_FORMULA = /^[=+@＝＋＠-]+\s*/;

type WatchFacts = Pick<Finding, 'key' | 'record' | 'reason' | 'numbers'>;

/**
 * Puts the record at the top of the item or, for records that change, where the webhook trigger has it. That makes the
 * triggers interchangeable.
 */
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

/** The item of a finding: the record's own fields at the top, and facts about the finding in `watch`. */
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

/** The item of a redelivered finding. */
export function redeliveredItem(item: INodeExecutionData, attempt: number, more: JsonObject = {}): INodeExecutionData {
	const { watch } = item.json;
	const known = typeof watch === 'object' && watch !== null ? (watch as IDataObject) : {};
	return { ...item, json: { ...item.json, watch: { ...known, ...more, redelivered: true, attempt } as IDataObject } };
}
