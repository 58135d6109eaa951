// A list as a file in n8n, read back by its own nodes, written to disk and uploaded.
import fs from 'node:fs';
import path from 'node:path';
import XLSX from '@e965/xlsx';
import { expect, test } from '@jest/globals';
import type { SavedCredential } from '../../../kit/n8n/credentials.mts';
import { runByHand } from '../../../kit/n8n/executions.mts';
import {
	createWorkflow,
	deleteWorkflow,
	manualStart,
	type WorkflowFile,
	type WorkflowNode,
} from '../../../kit/n8n/workflows.mts';
import { freshCredentials, type World } from '../../../kit/n8n/world.mts';
import { serve } from '../../../kit/servers/between.mts';

const to = (...names: string[]): { main: unknown[] } => ({
	main: [names.map((name) => ({ node: name, type: 'main', index: 0 }))],
});

const node = (name: string, type: string, typeVersion: number, parameters: Record<string, unknown>): WorkflowNode => ({
	id: name.toLowerCase().replaceAll(' ', '-'),
	name,
	type,
	typeVersion,
	position: [0, 0],
	parameters,
});

/** *Extract from File* hands these formats to this node, which loads in every n8n; it itself needs a module that may be missing. */
const extract = (name: string, fileFormat: string, options: Record<string, unknown> = {}): WorkflowNode =>
	node(name, 'n8n-nodes-base.spreadsheetFile', 2, {
		operation: 'fromFile',
		fileFormat,
		binaryPropertyName: 'data',
		options,
	});

/** The same timesheets as items, and as files that are read back. */
export function filesWorkflow({ id, name, type }: SavedCredential): WorkflowFile {
	const list = (title: string, asFile: string): WorkflowNode => ({
		...node(title, 'n8n-nodes-workforce-operations.workforceOperations', 1, {
			resource: 'timesheet',
			operation: 'getAll',
			period: 'custom',
			startDate: '2000-01-01T00:00:00Z',
			endDate: '2099-12-31T00:00:00Z',
			returnAll: true,
			simplify: false,
			// Compared with the items, whose times are UTC.
			options: { asFile, flatten: true, fileName: 'Pay/roll', ...(asFile === 'xlsx' ? { localTimes: false } : {}) },
		}),
		credentials: { [type]: { id, name } },
	});
	return {
		name: 'End-to-end: lists as files',
		nodes: [
			manualStart,
			list('Items', 'none'),
			list('CSV', 'csv'),
			// Without this option n8n leaves the mark of UTF-8 in the name of the first column.
			extract('Read CSV', 'csv', { enableBOM: true }),
			list('Excel', 'xlsx'),
			extract('Read Excel', 'xlsx'),
		],
		connections: { Start: to('Items', 'CSV', 'Excel'), CSV: to('Read CSV'), Excel: to('Read Excel') },
		settings: { executionOrder: 'v1' },
	};
}

type Row = Record<string, unknown>;

/** What a row says: an empty cell may be missing, null or an empty text. */
const said = (row: Row): Row =>
	Object.fromEntries(Object.entries(row).filter(([, value]) => value !== null && value !== ''));

const asText = (row: Row): Row =>
	Object.fromEntries(Object.entries(said(row)).map(([name, value]) => [name, String(value)]));

/** Runs the workflow, and holds what its nodes read of the files against the items. */
export async function readsBack(world: World, file: WorkflowFile): Promise<void> {
	const { id } = await createWorkflow(world.session, file);
	try {
		const run = await runByHand(world.session, id, 'Start');
		expect({ status: run.status, error: run.error }).toEqual({ status: 'success', error: undefined });
		const { Items: items = [], CSV: csv = [], Excel: excel = [] } = run.outputs;
		expect(items.length).toBeGreaterThan(20);
		const columns = Object.keys(items[0] ?? {}).length;
		const told = { records: items.length, columns, requests: 1, complete: true };
		expect(csv).toEqual([{ ...told, fileName: 'Pay-roll.csv', bytes: expect.any(Number) }]);
		expect(excel).toEqual([{ ...told, fileName: 'Pay-roll.xlsx', bytes: expect.any(Number) }]);
		expect((run.outputs['Read CSV'] ?? []).map(asText)).toEqual(items.map(asText));
		expect((run.outputs['Read Excel'] ?? []).map(said)).toEqual(items.map(said));
	} finally {
		await deleteWorkflow(world.session, id);
	}
}

/** What is uploaded, as it comes. */
async function withStore(work: (url: string, uploads: Buffer[]) => Promise<void>): Promise<void> {
	const uploads: Buffer[] = [];
	const { url, close } = await serve(({ raw }) => {
		uploads.push(raw);
		return { body: {} };
	});
	try {
		await work(url, uploads);
	} finally {
		await close();
	}
}

export function listFilesSuite(world: () => World): void {
	test('a list as a file is read back by n8n, written to disk and uploaded, byte for byte', async () => {
		const { timesheet } = await freshCredentials(world());
		const { files } = world();
		const file = files && path.join(files, 'payroll.xlsx');
		await withStore(async (url, uploads) => {
			const workflow = filesWorkflow(timesheet);
			workflow.nodes.push(
				...(file
					? [node('Write', 'n8n-nodes-base.readWriteFile', 1, { operation: 'write', fileName: file, options: {} })]
					: []),
				node('Upload', 'n8n-nodes-base.httpRequest', 4.2, {
					method: 'PUT',
					url,
					sendBody: true,
					contentType: 'binaryData',
					inputDataFieldName: 'data',
					options: {},
				}),
			);
			workflow.connections['Excel'] = to('Read Excel', ...(file ? ['Write'] : []), 'Upload');
			await readsBack(world(), workflow);
			const [uploaded = Buffer.alloc(0), ...others] = uploads;
			expect(others).toEqual([]);
			expect(file === undefined || uploaded.equals(fs.readFileSync(file))).toBe(true);
			const book = XLSX.read(uploaded, { type: 'buffer', WTF: true });
			const rows = XLSX.utils.sheet_to_json<Row>(book.Sheets[book.SheetNames[0] ?? ''] ?? {});
			expect(rows.length).toBeGreaterThan(20);
			expect(typeof rows[0]?.['timesheetId']).toBe('number');
		});
	});
}
