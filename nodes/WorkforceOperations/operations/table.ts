import type { IDataObject } from 'n8n-workflow';
import { forEditor, Problem } from '../transport';
import { inParts } from './concurrency';
import { Columns, flatRow, MOST_COLUMNS, withUnionColumns } from './output';

/**
 * How many rows to process at once, by the cells of a row. Some 20,000 cells take a few milliseconds. At most 500 rows,
 * because the others may have more cells.
 */
const rowsAtOnce = (cells: number): number => Math.min(500, Math.ceil(20_000 / Math.max(1, cells)));

const tooManyFlatColumns = (): Problem =>
	new Problem(
		`Flatten would create more than ${MOST_COLUMNS.toLocaleString('en')} columns`,
		forEditor(
			'Each field of these records would become a column. Choose the fields you want in “Output Fields”, or switch “Flatten” off.',
		),
	);

/** Records as the rows of one table, with the same columns. Throws if there are too many columns. */
export async function tableOf(records: readonly IDataObject[]): Promise<IDataObject[]> {
	const columns = new Columns();
	const rowOf = (record: IDataObject): IDataObject => {
		const row = flatRow(record);
		columns.add(row);
		if (columns.surelyTooMany) throw tooManyFlatColumns();
		return row;
	};
	const [first = {}] = records;
	const rows = await inParts(records, (part) => part.map(rowOf), rowsAtOnce(Object.keys(flatRow(first)).length));
	const { names } = columns;
	if (names.length > MOST_COLUMNS) throw tooManyFlatColumns();
	return await inParts(rows, (part) => part.map((row) => withUnionColumns(row, names)), rowsAtOnce(names.length));
}
