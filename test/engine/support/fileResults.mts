// Files that a run made, as their readers get them.
import XLSX from '@e965/xlsx';
import type { IDataObject, INodeExecutionData } from 'n8n-workflow';
import { inCollections } from './collections.mts';
import type { Bench } from './bench.mts';

export interface Made {
	json: IDataObject;
	content: Buffer;
	fileName?: string;
	mimeType?: string;
}

export function madeOf(items: INodeExecutionData[]): Made[] {
	return items.map(({ json, binary }) => {
		const { data = '', fileName, mimeType } = binary?.data ?? {};
		return { json, content: Buffer.from(data, 'base64'), fileName, mimeType };
	});
}

/** The files of a run that has to succeed. */
export async function files(
	bench: Bench,
	key: Parameters<Bench['run']>[0],
	parameters: IDataObject,
	options: IDataObject,
	run: Parameters<Bench['run']>[2] = {},
): Promise<Made[]> {
	const { items, error } = await bench.run(key, { ...parameters, ...inCollections(options) }, run);
	if (error) throw new Error(`${error.message}: ${error.description ?? ''}`);
	return madeOf(items);
}

export const one = async (...given: Parameters<typeof files>): Promise<Made> => {
	const made = await files(...given);
	if (made.length !== 1 || made[0] === undefined) throw new Error(`${made.length} items came`);
	return made[0];
};

export const linesOf = ({ content }: Made): unknown[] =>
	content
		.toString('utf8')
		.split('\n')
		.filter((line) => line !== '')
		.map((line): unknown => JSON.parse(line));

export function tableOf({ content }: Made): unknown[][] {
	// The library loses letters behind the mark of UTF-8; Excel and n8n don't.
	const isText = content[0] === 0xef;
	const book = isText
		? XLSX.read(content.subarray(3).toString('utf8'), { type: 'string', raw: true })
		: XLSX.read(content, { type: 'buffer' });
	return XLSX.utils.sheet_to_json<unknown[]>(book.Sheets[book.SheetNames[0] ?? ''] ?? {}, { header: 1, defval: null });
}
