import type { IBinaryKeyData, IDataObject } from 'n8n-workflow';
import { download } from '../transport';
import { flag } from '../form/item';
import { labelOf } from '../form/read';
import { READS_AT_ONCE, runItems } from './runItems';
import type { Finish, OperationItem, Outcome } from './types';

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
	return {
		json: record,
		...(missing.length === 0 ? {} : { added: { downloadError: missing.join('; ') } }),
		...(Object.keys(binary).length === 0 ? {} : { binary }),
	};
}

/**
 * Fetches the files that records point to, when the option of that name is on. A file that can't be fetched doesn't
 * cost the others: its record says so in `downloadError`.
 */
export function downloads(option: string, files: Record<string, string>): Finish {
	return (item, options) =>
		flag(item, options[option], labelOf(option))
			? async (records) =>
					await runItems(
						records.length,
						READS_AT_ONCE,
						async (index) => await fetchFiles(item, records[index] ?? {}, files),
					)
			: undefined;
}
