import { describe, expect, test } from '@jest/globals';
import type { IDataObject } from 'n8n-workflow';
import { csvFile } from '../../../../nodes/WorkforceOperations/operations/files/csv.ts';
import { inPages, whole } from './support.mts';

const fileOf = async (columns: string[], ...pages: IDataObject[][]): Promise<string> =>
	(await whole(csvFile(columns, inPages(...pages)))).toString('utf8');

/** The one cell of a file that holds nothing else. */
const cell = async (value: unknown): Promise<string> =>
	/^\ufeffid,a\r\n1,([^]*)\r\n$/.exec(await fileOf(['id', 'a'], [{ id: 1, a: value } as IDataObject]))?.[1] ?? 'none';

describe('A CSV file', () => {
	test('begins with the mark of UTF-8, has one header, and ends each line by RFC 4180', async () => {
		const bytes = await whole(csvFile(['a', 'b'], inPages([{ a: 1, b: 'é' }], [{ b: true }, { a: null, b: false }])));
		expect([...bytes.subarray(0, 3)]).toEqual([0xef, 0xbb, 0xbf]);
		expect(bytes.subarray(3).toString('utf8')).toBe('a,b\r\n1,é\r\n,true\r\n,false\r\n');
	});

	test.each([
		['say "no", twice', '"say ""no"", twice"'],
		['two\r\nlines', '"two\r\nlines"'],
		['a;b', '"a;b"'],
		[' padded ', '" padded "'],
	])('quotes what would end a cell, and doubles quotes: %j', async (value, quoted) => {
		expect(await cell(value)).toBe(quoted);
	});

	test.each([
		['=HYPERLINK("http://x")', `"'=HYPERLINK(""http://x"")"`],
		['=A1-1', `'=A1-1`],
		['+cmd|calc', `'+cmd|calc`],
		['-1+cmd', `'-1+cmd`],
		['@SUM(A1)', `'@SUM(A1)`],
		['\t=1', `"'\t=1"`],
		[' =1', `' =1`],
		['＝1', `'＝1`],
		['\n=1', `"'\n=1"`],
		['a;=1', `"a;'=1"`],
		['a; \u00a0\t=1', `"a; \u00a0\t'=1"`],
		['a\t@SUM(A1)', `"a\t'@SUM(A1)"`],
		['a;＝1;＠b', `"a;'＝1;'＠b"`],
		[';=1', `";'=1"`],
		['=1;=2', `"'=1;'=2"`],
		['-1+cmd;=2', `"'-1+cmd;'=2"`],
		['{"a":";=1"}', `"{""a"":"";'=1""}"`],
	])('makes %j harmless', async (value, expected) => {
		expect(await cell(value)).toBe(expected);
	});

	test.each([
		[-12.5, '-12.5'],
		['-12.5', '-12.5'],
		['+61 (2) 9999 0000', '+61 (2) 9999 0000'],
		['-', '-'],
		['007', '007'],
		['a=b', 'a=b'],
		['Gate shut; -5', '"Gate shut; -5"'],
		['a;+61 2 9999;\t-1', '"a;+61 2 9999;\t-1"'],
		['a;b=c; d @e', '"a;b=c; d @e"'],
		['a,=1', '"a,=1"'],
		[1e21, '1e+21'],
		[0, '0'],
		['', ''],
	])('leaves %j as it is', async (value, expected) => {
		expect(await cell(value)).toBe(expected);
	});

	test('makes a heading harmless that a spreadsheet would run', async () => {
		expect(await fileOf(['=1', 'b'])).toBe(`\ufeff'=1,b\r\n`);
	});

	test('holds nested values as JSON that can be read back', async () => {
		const value = { tiers: [{ from: 0, words: 'a "b"' }], none: null };
		const text = (await cell(value)).slice(1, -1).replaceAll('""', '"');
		expect(JSON.parse(text)).toEqual(value);
		expect(await cell({})).toBe('{}');
		expect(await cell([])).toBe('[]');
	});

	test('of one column keeps the rows without a value, which readers would skip', async () => {
		expect(await fileOf(['a'], [{ a: 1 }, { a: null }, {}])).toBe('\ufeffa\r\n1\r\n""\r\n""\r\n');
	});

	test('without rows has its header, and without columns not even that', async () => {
		expect(await fileOf(['a', 'b'])).toBe('\ufeffa,b\r\n');
		expect(await fileOf([])).toBe('\ufeff');
	});

	test('takes no field from what objects have by themselves', async () => {
		expect(await fileOf(['id', 'constructor', 'toString'], [{ id: 1 }])).toBe(
			'\ufeffid,constructor,toString\r\n1,,\r\n',
		);
	});

	test('leaves out half of a character, which UTF-8 can’t hold', async () => {
		expect(await cell('a\ud83d')).toBe('a');
	});
});
