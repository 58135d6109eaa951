import type { IBinaryData, IBinaryKeyData, IDataObject } from 'n8n-workflow';
import { fileNameOf, isBlank } from '../contract';
import { bytesOfMb, download, OutageDetector } from '../transport';
import { countField, type ReadableField } from '../form/fields';
import type { Item } from '../form/item';
import { isIdField } from '../form/toolOutput';
import { READS_AT_ONCE, runItems } from './concurrency';
import type { RecordStep, RecordWork, OperationItem, Outcome } from './types';

/** Node holds a file in one buffer, and larger buffers aren't possible on every platform. */
const MOST_MB = 2000;

export const largestFileOption = countField({
	displayName: 'Largest File (MB)',
	name: 'largestFileMb',
	default: 100,
	description: 'Larger files (after unpacking) aren’t downloaded, and you get an error',
	maximum: MOST_MB,
});

/** In bytes. */
export const largestFile = (item: Item, options: IDataObject): number =>
	bytesOfMb(largestFileOption.read(item, options));

/**
 * Fetches a file and passes it to n8n, which releases its share of memory. Returns the reason if it fails. The file
 * gets its name from the record (`called`), else from the response or the link, else from `name`.
 */
export async function fileOrReason(
	{ connection, context, itemIndex }: OperationItem,
	outage: OutageDetector,
	{ link, name, largest, called = '' }: { link: string; name: string; largest: number; called?: string },
): Promise<IBinaryData | string> {
	const fetchFile = async (): Promise<IBinaryData> =>
		await connection.run.fileMemory.enter(largest, async (intake) => {
			const { content, mimeType, fileName } = await download({ ...connection, context }, link, { itemIndex }, intake);
			return await context.helpers.prepareBinaryData(content, fileNameOf(called) ?? fileName ?? name, mimeType);
		});
	const tried = await outage.unlessOutage(
		fetchFile,
		() => new Error('not requested, because the service hadn’t answered for a minute'),
	);
	if ('result' in tried) return tried.result;
	return tried.error instanceof Error ? tried.error.message : 'it could not be downloaded';
}

/**
 * Fetches the files that records link to, when `option` is on. A failed file doesn't affect the others: its
 * record gets `downloadError`. During an outage the remaining files are not requested.
 */
export function attachFiles(option: ReadableField<boolean>, files: Record<string, string>): RecordStep {
	return (item, options) => {
		if (!option.read(item, options)) return undefined;
		const largest = largestFile(item, options);
		const withFiles = async (record: IDataObject, outage: OutageDetector): Promise<Outcome> => {
			const binary: IBinaryKeyData = {};
			const missing: string[] = [];
			for (const [field, name] of Object.entries(files)) {
				const link = record[field];
				if (isBlank(link)) continue;
				const fetched =
					typeof link === 'string'
						? await fileOrReason(item, outage, { link, name, largest })
						: 'the service sent something other than a link';
				if (typeof fetched === 'string') missing.push(`${field}: ${fetched}`);
				else binary[name] = fetched;
			}
			const outcome = { json: record, ...(Object.keys(binary).length === 0 ? {} : { binary }) };
			if (missing.length === 0) return outcome;
			const downloadError = missing.join('; ');
			const named = Object.entries(record).find(([field]) => isIdField(field)) ?? ['a record'];
			const message = `A file for ${named.join(' ').slice(0, 80)} could not be downloaded: ${downloadError}`;
			const cure = `Run it again, or leave “${option.field.displayName}” out.`;
			return { ...outcome, added: { downloadError }, gap: { message, cure } };
		};
		const finishing: RecordWork = async (records) => {
			const outage = new OutageDetector();
			return await runItems(records, READS_AT_ONCE, async (record) => await withFiles(record, outage));
		};
		return Object.assign(finishing, { isSlow: true });
	};
}
