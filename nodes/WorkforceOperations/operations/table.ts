import type { IDataObject } from 'n8n-workflow';
import { forEditor, Problem } from '../transport';
import { clock } from '../transport/clock';
import { withUnionColumns, Columns, flatRow, MOST_COLUMNS } from './output';

/** Cells processed before yielding to the event loop: a few milliseconds of work. */
const SLICE = 20_000;

/** Processes rows in slices, yielding in between; `work` returns the number of cells of its row. */
async function inSlices(rows: readonly IDataObject[], work: (row: IDataObject) => number): Promise<void> {
	let cells = 0;
	for (const row of rows) {
		cells += work(row);
		if (cells < SLICE) continue;
		cells = 0;
		await clock.sleep(0);
	}
}

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
	const rows: IDataObject[] = [];
	await inSlices(records, (record) => {
		const row = flatRow(record);
		rows.push(row);
		columns.add(row);
		if (columns.surelyTooMany) throw tooManyFlatColumns();
		return Object.keys(row).length;
	});
	const { names } = columns;
	if (names.length > MOST_COLUMNS) throw tooManyFlatColumns();
	const table: IDataObject[] = [];
	await inSlices(rows, (row) => {
		table.push(withUnionColumns(row, names));
		return names.length;
	});
	return table;
}
