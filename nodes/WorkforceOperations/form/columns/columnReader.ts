import { isJsonObject, type JsonObject } from '../../contract';
import { type ExecutionItem, inputError } from '../item';
import { assign, type Assignment, type Column } from './matchHeadings';

/** How the rows of a run are read. */
export interface ColumnReader {
	/** The fields of one row. Throws where the columns can't be told apart, before anything of any row is sent. */
	read(item: ExecutionItem): JsonObject;
	/** Throws when no column fills a field that is needed, which is no matter of single rows. */
	requireColumn(item: ExecutionItem, name: string, why: string): void;
	/** Columns of the input that fit no field; none where each is mapped by hand. */
	unused: string[];
}

const given = (item: ExecutionItem): JsonObject => {
	const value = item.get('columns', {});
	return isJsonObject(value) ? value : {};
};

const inputOf = ({ context, itemIndex }: ExecutionItem): JsonObject => context.getInputData()[itemIndex]?.json ?? {};

/** Each column by itself, as it is mapped in the form. */
function byHand(fields: readonly Column[]): ColumnReader {
	const valuesOf = (item: ExecutionItem): JsonObject => {
		const { value } = given(item);
		return isJsonObject(value) ? value : {};
	};
	return {
		unused: [],
		read: (item) => {
			const values = valuesOf(item);
			return Object.fromEntries(fields.map(({ name }) => [name, values[name]]));
		},
		requireColumn(item, name, why) {
			// As it stands in the form: what an expression gives for one row is that row's affair.
			const written: unknown = item.node.parameters.columns;
			const value = isJsonObject(written) ? written.value : undefined;
			const mapped = isJsonObject(value) ? value[name] : undefined;
			if (mapped !== undefined && mapped !== null && mapped !== '') return;
			throw inputError(item, `“${columnLabel(fields, name)}” is not mapped under “Values to Send”`, why);
		},
	};
}

const columnLabel = (fields: readonly Column[], name: string): string =>
	fields.find((field) => field.name === name)?.label ?? name;

/** By the names of the columns, which all rows together have. */
function byName(items: ExecutionItem[], fields: readonly Column[]): ColumnReader {
	const { columns, unused, problem }: Assignment = assign(
		[...new Set(items.flatMap((item) => Object.keys(inputOf(item))))],
		fields,
	);
	return {
		unused,
		read(item) {
			if (problem !== undefined) throw inputError(item, problem.message, problem.description);
			const row = inputOf(item);
			return Object.fromEntries([...columns].map(([name, column]) => [name, row[column]]));
		},
		requireColumn(item, name, why) {
			if (problem !== undefined) throw inputError(item, problem.message, problem.description);
			if (columns.has(name)) return;
			const there = unused.slice(0, 12).map((column) => `“${column}”`);
			throw inputError(
				item,
				`No column of the input fits “${columnLabel(fields, name)}”`,
				[why, there.length > 0 ? `Columns that fit no field: ${there.join(', ')}.` : ''].filter(Boolean).join(' '),
			);
		},
	};
}

/** Reads the columns of all items of a run, the way that the form says. */
export const columnReader = (items: ExecutionItem[], fields: readonly Column[]): ColumnReader =>
	items[0] !== undefined && given(items[0]).mappingMode === 'defineBelow' ? byHand(fields) : byName(items, fields);

/** What is told after a run of the columns that were left out; undefined where there is nothing to tell. */
export const unusedHint = ({ unused }: ColumnReader): string | undefined =>
	unused.length === 0
		? undefined
		: `Columns that fit no field, and were not sent: ${unused.map((column) => `“${column}”`).join(', ')}.`;
