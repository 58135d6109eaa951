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
	description: 'Files that are larger after unpacking aren’t downloaded; an error says so',
	maximum: MOST_MB,
});

/** Its value in bytes. */
export const largestFile = (item: Item, options: IDataObject): number =>
	bytesOfMb(largestFileOption.read(item, options));

const isLink = (value: unknown): value is string => typeof value === 'string';

/**
 * Fetches a file and passes it to n8n, which releases its share of memory. Its name is the record's (`called`), else that
 * of the response or the link, else `name`.
 */
const fetchFile = async (
	item: OperationItem,
	link: string,
	name: string,
	largest: number,
	called = '',
): Promise<IBinaryData> =>
	await item.connection.run.fileMemory.enter(largest, async (intake) => {
		const { connection, context, itemIndex } = item;
		const { content, mimeType, fileName } = await download({ ...connection, context }, link, { itemIndex }, intake);
		return await context.helpers.prepareBinaryData(content, fileNameOf(called) ?? fileName ?? name, mimeType);
	});

/** The file of `fetchFile`, or why there is none. */
export async function fileOrReason(
	item: OperationItem,
	outage: OutageDetector,
	...file: [link: string, name: string, largest: number, called?: string]
): Promise<IBinaryData | string> {
	const tried = await outage.unlessOutage(
		async () => await fetchFile(item, ...file),
		() => new Error('not requested, because the service hadn’t answered for a minute'),
	);
	if ('result' in tried) return tried.result;
	return tried.error instanceof Error ? tried.error.message : 'it could not be downloaded';
}

/** Which files of each record are fetched, and how. */
interface Wanted {
	/** Fields that hold links, with the binary fields for their files. */
	files: Record<string, string>;
	/** Label of the option that requests them. */
	option: string;
	largest: number;
	outage: OutageDetector;
}

async function fetchFiles(
	item: OperationItem,
	record: IDataObject,
	{ files, option, largest, outage }: Wanted,
): Promise<Outcome> {
	const binary: IBinaryKeyData = {};
	const missing: string[] = [];
	for (const [field, name] of Object.entries(files)) {
		const link = record[field];
		if (isBlank(link)) continue;
		if (!isLink(link)) {
			missing.push(`${field}: the service sent something other than a link`);
			continue;
		}
		const fetched = await fileOrReason(item, outage, link, name, largest);
		if (typeof fetched === 'string') missing.push(`${field}: ${fetched}`);
		else binary[name] = fetched;
	}
	const downloadError = missing.join('; ');
	const named = Object.entries(record).find(([field]) => isIdField(field)) ?? ['a record'];
	const gap = {
		message: `A file for ${named.join(' ').slice(0, 80)} could not be downloaded: ${downloadError}`,
		cure: `Run it again, or leave “${option}” out.`,
	};
	return {
		json: record,
		...(missing.length === 0 ? {} : { added: { downloadError }, gap }),
		...(Object.keys(binary).length === 0 ? {} : { binary }),
	};
}

/**
 * Fetches the files that records link to, when `option` is on. A failed file doesn't affect the others: its
 * record gets `downloadError`. During an outage the remaining files are not requested.
 */
export function attachFiles(option: ReadableField<boolean>, files: Record<string, string>): RecordStep {
	return (item, options) => {
		if (!option.read(item, options)) return undefined;
		const largest = largestFile(item, options);
		const finishing: RecordWork = async (records) => {
			const wanted = { files, option: option.field.displayName, largest, outage: new OutageDetector() };
			return await runItems(records, READS_AT_ONCE, async (record) => await fetchFiles(item, record, wanted));
		};
		return Object.assign(finishing, { isSlow: true });
	};
}
