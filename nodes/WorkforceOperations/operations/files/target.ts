import type { IDataObject, INodeProperties } from 'n8n-workflow';
import { asFileOption, type FileFormat, fileNameOption, readFileName, readFormat } from '../../form/asFile';
import { flag, inputError } from '../../form/item';
import { isSimplified, outputFields } from '../../form/fieldSelection';
import type { Shaping } from '../output';
import type { OperationItem } from '../types';

/** What a list is to be written to. */
export interface FileTarget {
	format: FileFormat;
	/** The name as it was entered. */
	name?: string;
	/** Columns that are there whatever the records bring, in their order. */
	columns: readonly string[];
	/** There are no others. */
	isFixed: boolean;
	/** Rows are flat: the fields of objects are columns. */
	isFlat: boolean;
}

/** What asks for other files, or for a word beside each record: nothing of it finds a place in the file of a list. */
const isApart = ({ name }: INodeProperties): boolean => name === 'includePageInfo' || name.startsWith('download');

/** The options of a list that make a file of it. */
export const fileOptions: readonly INodeProperties[] = [asFileOption, fileNameOption];

/** The file that the form asks for; undefined where it asks for items. `offered` are the options of the list. */
export function fileTarget(
	item: OperationItem,
	options: IDataObject,
	{ simple, flatten }: Shaping,
	offered: readonly INodeProperties[],
): FileTarget | undefined {
	const format = readFormat(item, options);
	if (format === undefined) return undefined;
	const apart = offered.find((option) => isApart(option) && flag(item, options[option.name], option.displayName));
	if (apart) {
		throw inputError(
			item,
			`“${apart.displayName}” doesn’t go with a file`,
			`Switch “${apart.displayName}” off, or set “Output As” to Items.`,
		);
	}
	const names = outputFields(item, options);
	// Lines and licences have fields of their own.
	const isOfRecords = (options.rows ?? '') === (offered.find(({ name }) => name === 'rows')?.default ?? '');
	const expected = simple && isSimplified(item) && (options.rows === undefined || isOfRecords) ? simple : [];
	const isFlat = flatten !== undefined && flag(item, options.flatten, 'Flatten');
	const isPlain = names?.every((name) => !name.includes('.')) === true;
	return {
		format,
		name: readFileName(item, options),
		columns: isPlain ? names : names === undefined ? expected : [],
		isFixed: isPlain && !isFlat,
		isFlat,
	};
}
