import type { IDataObject } from 'n8n-workflow';
import { forEditor, Problem } from '../transport';
import { inParts } from './concurrency';
import { Columns, flatRow, MOST_COLUMNS, withUnionColumns } from './output';

/** Rows of so many cells are a few milliseconds of work: some 20,000 cells, and fewer where the others may have more. */
const rowsAtOnce = (cells: number): number => Math.min(500, Math.ceil(20_000 / Math.max(1, cells)));

const tooManyFlatColumns = (): Problem =>
	new Problem(
		`Flatten would give more than ${MOST_COLUMNS.toLocaleString('en')} columns`,
		forEditor(
			'Each field of these records would become a column. Choose the fields you want in “Output Fields”, or switch “Flatten” off.',
		),
	);

/** Records as the rows of one table that share their columns. Throws when there are too many columns. */
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
