import type { IDataObject, INodeProperties } from 'n8n-workflow';
import { isBlank } from '../../contract';
import {
	asFileOption,
	type FileFormat,
	fileNameOption,
	headingsOption,
	readFileName,
	readFormat,
	readHeadings,
} from '../../form/asFile';
import { flattenOption, localTimesOption } from '../../form/fields';
import { flag, inputError } from '../../form/item';
import { isSimplified, outputFields } from '../../form/fieldSelection';
import { knownNames, simpleFields } from '../../form/tickedFields';
import { fieldLabel } from '../../form/toolOutput';
import type { Shaping } from '../output';
import type { OperationItem } from '../types';

export interface FileTarget {
	format: FileFormat;
	/** As the user entered it. */
	name?: string;
	/** Always present, in this order. */
	columns: readonly string[];
	/** Has only those columns. */
	isFixed: boolean;
	/** Fields of nested objects are columns. */
	isFlat: boolean;
	localTimes: boolean;
	/** The heading of a column. */
	headingOf: (column: string) => string;
}

/** Options that add files or notes to single records don't fit a file of the whole list. */
const isApart = ({ name }: INodeProperties): boolean => name === 'includePageInfo' || name.startsWith('download');

export const fileOptions: readonly INodeProperties[] = [asFileOption, fileNameOption, headingsOption];

/** Undefined for items. Throws for options that can't be combined with a file; `offered`: all options of the list. */
export function fileTarget(
	item: OperationItem,
	options: IDataObject,
	spec: Shaping,
	offered: readonly INodeProperties[],
): FileTarget | undefined {
	const { flatten } = spec;
	const simple = simpleFields(spec);
	const format = readFormat(item, options);
	if (format === undefined) return undefined;
	const apart = offered.find((option) => isApart(option) && flag(item, options[option.name], option.displayName));
	if (apart) {
		throw inputError(
			item,
			`“${apart.displayName}” can’t be combined with a file`,
			`Switch “${apart.displayName}” off, or set “Output As” to Items.`,
		);
	}
	const names = outputFields(item, options, knownNames(spec));
	// Lines and licences don't have the fields of the records.
	const isOfRecords = (options.rows ?? '') === (offered.find(({ name }) => name === 'rows')?.default ?? '');
	const expected = simple && isSimplified(item) && (options.rows === undefined || isOfRecords) ? simple : [];
	const isFlat = flatten !== undefined && flattenOption.read(item, options);
	const isPlain = names?.every((name) => !name.includes('.')) === true;
	const fields = new Map((spec.records ?? []).map((field) => [field.name, field]));
	const labelled = (column: string): string => fieldLabel(fields.get(column) ?? { name: column, isNumber: false });
	return {
		format,
		headingOf: readHeadings(item, options) ? labelled : (column) => column,
		name: readFileName(item, options),
		columns: isPlain ? names : names === undefined ? expected : [],
		isFixed: isPlain && !isFlat,
		isFlat,
		// People read a sheet, and it can calculate with dates; an explicit choice in the form wins.
		localTimes: (format === 'xlsx' && isBlank(options.localTimes)) || localTimesOption.read(item, options),
	};
}
