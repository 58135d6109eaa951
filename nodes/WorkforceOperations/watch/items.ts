import type { IDataObject, INodeExecutionData } from 'n8n-workflow';
import type { JsonObject } from '../contract';
import { simplified } from '../form/simplify';
import type { Finding } from './engines/types';
import type { WatchSettings } from './settings';

type Told = Pick<Finding, 'key' | 'record' | 'reason' | 'numbers'>;

/** One finding as people get it: the record's own fields at the top, and what we say of it in `watch`. */
export function itemOf(
	{ event, simplify }: WatchSettings,
	{ key, record, reason, numbers }: Told,
	detectedAt: number,
	more: JsonObject = {},
): INodeExecutionData {
	const fields = simplify && event.simple !== undefined ? simplified(event.simple)(record) : (record as IDataObject);
	const watch = {
		event: event.value,
		key: `${event.value}:${key}`,
		detectedAt: new Date(detectedAt).toISOString(),
		reason,
		...numbers,
		...more,
	};
	return { json: { ...fields, watch: watch as IDataObject } };
}

/** The same item as it is handed over once more. */
export function again(item: INodeExecutionData, attempt: number, more: JsonObject = {}): INodeExecutionData {
	const { watch } = item.json;
	const told = typeof watch === 'object' && watch !== null ? (watch as IDataObject) : {};
	return { ...item, json: { ...item.json, watch: { ...told, ...more, redelivered: true, attempt } as IDataObject } };
}
