import type { IBinaryKeyData, IDataObject } from 'n8n-workflow';
import { download } from '../transport';
import { flag } from '../form/item';
import { labelOf } from '../form/read';
import type { ListSpec } from './list';
import { READS_AT_ONCE, runItems } from './runItems';
import { type Outcome, plainItems, type OperationItem } from './types';

const isLink = (value: unknown): value is string => typeof value === 'string' && value.trim() !== '';

async function fetchFiles(item: OperationItem, record: IDataObject, files: Record<string, string>): Promise<Outcome> {
	const binary: IBinaryKeyData = {};
	const missing: string[] = [];
	for (const [field, name] of Object.entries(files)) {
		const link = record[field];
		if (!isLink(link)) continue;
		try {
			const { content, mimeType, fileName } = await download({ ...item.connection, context: item.context }, link, {
				itemIndex: item.itemIndex,
			});
			binary[name] = await item.context.helpers.prepareBinaryData(content, fileName ?? name, mimeType);
		} catch (error) {
			missing.push(`${field}: ${error instanceof Error ? error.message : 'it could not be fetched'}`);
		}
	}
	const json = missing.length === 0 ? record : { ...record, downloadError: missing.join('; ') };
	return Object.keys(binary).length === 0 ? { json } : { json, binary };
}

/**
 * Fetches the files that records point to, when the option of that name is on. A file that can't be fetched doesn't
 * cost the others: its record says so in `downloadError`.
 */
export function downloads(option: string, files: Record<string, string>): NonNullable<ListSpec['finish']> {
	return async (item, records, options) =>
		flag(item, options[option], labelOf(option))
			? await runItems(
					records.length,
					READS_AT_ONCE,
					async (index) => await fetchFiles(item, records[index] ?? {}, files),
				)
			: plainItems(records);
}
