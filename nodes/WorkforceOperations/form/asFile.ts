import { forEditor } from '../transport/failures/cure';
import type { IDataObject, INodeProperties } from 'n8n-workflow';
import { isBlank } from '../contract';
import { plainText } from './read';
import { type Item, oneOf, refusal } from './item';

const FORMATS = { csv: 'CSV File', xlsx: 'Excel File', jsonl: 'JSON Lines File' } as const;

export type FileFormat = keyof typeof FORMATS;

const isFormat = (value: unknown): value is FileFormat => typeof value === 'string' && Object.hasOwn(FORMATS, value);

const formatOption = (value: FileFormat, description: string) => ({ name: FORMATS[value], value, description });

export const asFileOption: INodeProperties = {
	displayName: 'Output As',
	name: 'asFile',
	type: 'options',
	options: [
		formatOption('csv', 'For payroll and other programs that import text files'),
		formatOption('xlsx', 'For people to read; up to 1,048,575 rows'),
		{ name: 'Items', value: 'none', description: 'One item for each record' },
		formatOption('jsonl', 'One record per line, as the service sent it'),
	],
	default: 'none',
	description: 'Whether to return one item per record, or one item with the whole list as a file in “data”',
	builderHint: {
		propertyHint:
			"Set this to get the list as a file, for an e-mail, an upload or a folder; no Convert to File node is needed. Use 'csv' for payroll, 'xlsx' for people, 'jsonl' for programs. Check the item’s `complete` before you send the file.",
	},
};

export const fileNameOption: INodeProperties = {
	displayName: 'File Name',
	name: 'fileName',
	type: 'string',
	default: '',
	placeholder: 'e.g. payroll-{{ $now.toISODate() }}',
	description: 'The name of the file. By default, the list’s name and its dates.',
};

const HEADINGS_LABEL = 'Headings';

/** Hidden for JSON Lines, which has no headings. */
export const headingsOption: INodeProperties = {
	displayName: HEADINGS_LABEL,
	name: 'headings',
	type: 'options',
	options: [
		{
			name: 'API Names',
			value: 'api',
			description: 'For programs and existing imports: siteName',
		},
		{ name: 'Labels', value: 'labels', description: 'For people to read: Site Name' },
	],
	default: 'api',
	description: 'How the file’s columns are named',
	displayOptions: { show: { asFile: ['csv', 'xlsx'] } },
};

/** Whether the file's headings are labels. */
export const readHeadings = (item: Item, { headings }: IDataObject): boolean =>
	oneOf(item, headings, HEADINGS_LABEL, ['api', 'labels']) === 'labels';

/** Undefined for plain items. Throws for an unknown format. */
export function readFormat(item: Item, { asFile }: IDataObject): FileFormat | undefined {
	const value = typeof asFile === 'string' ? asFile.trim() : asFile;
	if (isBlank(value) || value === 'none') return undefined;
	if (isFormat(value)) return value;
	throw refusal(
		item,
		asFileOption.displayName,
		'must be none, csv, xlsx or jsonl',
		JSON.stringify(asFile) ?? '',
		forEditor(
			'Choose from the list, or use an expression that returns one of these values.',
			'Give one of these values.',
		),
	);
}

export const readFileName = (item: Item, { fileName }: IDataObject): string | undefined =>
	isBlank(fileName) ? undefined : plainText(item, fileName, fileNameOption.displayName);
