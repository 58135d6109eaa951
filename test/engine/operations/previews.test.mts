import { existsSync, mkdirSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { beforeAll, describe, expect, test } from '@jest/globals';
import type { IDataObject } from 'n8n-workflow';
import { useBench } from '../support/bench.mts';
import { everyOperation } from '../support/everyOperation.mts';
import { describeRecords, misfits, observeAll, previewFile, readPreview, unkept } from '../support/observe.mts';

// A preview shows every field of the records that may come back, and so do these answers: those without a value too.
const bench = useBench({ writes: 'records', nulls: 'anywhere', rates: 'flat' });
const nameOf = (id: string): string => `v1.0.0/${id.replace('.', '/')}`;
const fileOf = (id: string): string => previewFile(nameOf(id));
/** `UPDATE_PREVIEWS=1` writes the previews anew: names by the tables of fields, types by the sandbox; `new` only those that aren't there yet. */
const updating = process.env.UPDATE_PREVIEWS;
const isToWrite = (id: string): boolean => updating === '1' || (updating === 'new' && !existsSync(fileOf(id)));
/** What a custom request returns is the affair of its path. */
const open = new Set(['customRequest.send']);

let seen: Map<string, IDataObject[]>;
beforeAll(async () => {
	seen = await observeAll(bench);
	// Without a record there is nothing to describe: the test below says so.
	const shown = everyOperation.filter(({ id }) => open.has(id) || (seen.get(id) ?? []).length > 0);
	for (const { id } of shown.filter((operation) => isToWrite(operation.id))) {
		const preview = open.has(id) ? { type: 'object', properties: {} } : describeRecords(seen.get(id) ?? []);
		mkdirSync(path.dirname(fileOf(id)), { recursive: true });
		writeFileSync(fileOf(id), `${JSON.stringify({ ...preview, version: 1 }, undefined, '\t')}\n`);
	}
	// Every operation runs once before the first test: a limit against hanging only.
});

describe('Output previews', () => {
	test.each(everyOperation.map(({ id }) => [id]))(
		'%s has one, and it fits what comes: everything in it, and nothing else',
		(id) => {
			const records = seen.get(id) ?? [];
			if (!open.has(id) && records.length === 0)
				throw new Error(`${id} gave no record: the sandbox has none (sandbox/seed/), or its handler finds none`);
			expect(existsSync(fileOf(id))).toBe(true);
			const { version, ...preview } = readPreview(nameOf(id));
			expect({ version, type: preview.type }).toEqual({ version: 1, type: 'object' });
			if (open.has(id)) return;
			expect(records.flatMap((record) => misfits(record, preview))).toEqual([]);
			expect(unkept(records, preview)).toEqual([]);
		},
	);
});

test('a preview holds no field that the tables of fields lack', () => {
	const preview = describeRecords([{ timesheetId: 1, staffName: 'Ann', colour: 'red' }]);
	expect(Object.keys(preview.properties ?? {})).toEqual(['timesheetId', 'staffName']);
});
