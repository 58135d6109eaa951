import type { IBinaryKeyData, IDataObject } from 'n8n-workflow';
import { download, Silence } from '../transport';
import { flag } from '../form/item';
import { labelOf } from '../form/read';
import { READS_AT_ONCE, runItems } from './runItems';
import type { Finish, OperationItem, Outcome } from './types';

const isLink = (value: unknown): value is string => typeof value === 'string' && value.trim() !== '';

async function fetchFiles(
	item: OperationItem,
	record: IDataObject,
	files: Record<string, string>,
	silence: Silence,
): Promise<Outcome> {
	const binary: IBinaryKeyData = {};
	const missing: string[] = [];
	for (const [field, name] of Object.entries(files)) {
		const link = record[field];
		if (!isLink(link)) continue;
		if (silence.lasts) {
			missing.push(`${field}: not asked for, because nobody had answered for a minute`);
			continue;
		}
		try {
			const { content, mimeType, fileName } = await download({ ...item.connection, context: item.context }, link, {
				itemIndex: item.itemIndex,
			});
			silence.note({});
			binary[name] = await item.context.helpers.prepareBinaryData(content, fileName ?? name, mimeType);
		} catch (error) {
			silence.note({ error });
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
 * cost the others: its record says so in `downloadError`. Where nobody answers any more, the rest is not asked for.
 */
export function downloads(option: string, files: Record<string, string>): Finish {
	return (item, options) => {
		if (!flag(item, options[option], labelOf(option))) return undefined;
		return async (records) => {
			const silence = new Silence();
			return await runItems(
				records.length,
				READS_AT_ONCE,
				async (index) => await fetchFiles(item, records[index] ?? {}, files, silence),
			);
		};
	};
}
