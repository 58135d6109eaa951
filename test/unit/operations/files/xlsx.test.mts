import { describe, expect, test } from '@jest/globals';
import type { IDataObject } from 'n8n-workflow';
import { crc32, inflateRawSync } from 'node:zlib';
import { Widths, xlsxFile } from '../../../../nodes/WorkforceOperations/operations/files/xlsx.ts';
import { zipFile } from '../../../../nodes/WorkforceOperations/operations/files/zip.ts';
import XLSX from '@e965/xlsx';
import { inPages, rowsOf, sheetOf, whole } from './support.mts';

const fileOf = (columns: string[], ...pages: IDataObject[][]): Promise<Buffer> =>
	whole(xlsxFile(columns, inPages(...pages), new Widths(false), 'Staff'));

/** The same with widths by its content, and dates as such. */
const datedOf = (columns: string[], ...pages: IDataObject[][]): Promise<Buffer> => {
	const widths = new Widths(true);
	for (const rows of pages) widths.add(rows);
	return whole(xlsxFile(columns, inPages(...pages), widths, 'Live operations (shifts)'));
};

const cell = async (value: unknown): Promise<{ t: string; v: unknown } | undefined> =>
	sheetOf(await fileOf(['a'], [{ a: value } as IDataObject]))['A2'] as { t: string; v: unknown } | undefined;

/** The entries of a zip file, by its directory, each of them checked. */
function entriesOf(file: Buffer): Map<string, string> {
	const end = file.length - 22;
	expect(file.readUInt32LE(end)).toBe(0x06054b50);
	const entries = new Map<string, string>();
	let at = file.readUInt32LE(end + 16);
	for (let left = file.readUInt16LE(end + 10); left > 0; left--) {
		const [crc, packed, size, nameLength] = [16, 20, 24]
			.map((field) => file.readUInt32LE(at + field))
			.concat(file.readUInt16LE(at + 28)) as [number, number, number, number];
		const name = file.toString('utf8', at + 46, at + 46 + nameLength);
		const local = file.readUInt32LE(at + 42);
		expect(file.readUInt32LE(local)).toBe(0x04034b50);
		const begin = local + 30 + file.readUInt16LE(local + 26);
		const content = inflateRawSync(file.subarray(begin, begin + packed));
		expect({ size: content.length, crc: crc32(content) }).toEqual({ size, crc });
		const behind = [0, 4, 8, 12].map((field) => file.readUInt32LE(begin + packed + field));
		expect(behind).toEqual([0x08074b50, crc, packed, size]);
		entries.set(name, content.toString('utf8'));
		at += 46 + nameLength;
	}
	expect(at).toBe(end);
	return entries;
}

describe('An Excel file', () => {
	test('holds the rows of all pages below one header', async () => {
		const file = await fileOf(['id', 'name', 'other'], [{ id: 1, name: 'Ann' }], [{ id: 2, other: 'é🙂' }, {}]);
		expect(rowsOf(file)).toEqual([
			['id', 'name', 'other'],
			[1, 'Ann', null],
			[2, null, 'é🙂'],
			[null, null, null],
		]);
	});

	test.each([
		[12.5, 'n', 12.5],
		[-3, 'n', -3],
		[0, 'n', 0],
		[999_999_999_999_999, 'n', 999_999_999_999_999],
		[1_000_000_000_000_000, 's', '1000000000000000'],
		[2 ** 60, 's', '1152921504606846976'],
		[Infinity, 's', 'Infinity'],
		[true, 'b', true],
		[false, 'b', false],
		['007', 's', '007'],
		['12345678901234567890', 's', '12345678901234567890'],
		['2026-07-01T08:00:00Z', 's', '2026-07-01T08:00:00Z'],
		['=1+1', 's', '=1+1'],
		['<b> & "c"\'', 's', '<b> & "c"\''],
		['  two\nlines\tand\r more ', 's', '  two\nlines\tand\r more '],
		['bell\u0007 and \uffff', 's', 'bell\u0007 and \uffff'],
		['_x0041_ stays', 's', '_x0041_ stays'],
		[{ a: [1] }, 's', '{"a":[1]}'],
	])('holds %j as itself', async (value, type, expected) => {
		expect(await cell(value)).toMatchObject({ t: type, v: expected });
	});

	test('has no cell where there is no value', async () => {
		expect(await cell(null)).toBeUndefined();
	});

	test('is a zip file whose sizes and sums are right, in well-formed parts', async () => {
		const entries = entriesOf(await fileOf(['a', 'b'], [{ a: 1, b: 'x' }]));
		const outer = ['[Content_Types].xml', '_rels/.rels', 'xl/_rels/workbook.xml.rels'];
		const inner = ['xl/styles.xml', 'xl/workbook.xml', 'xl/worksheets/sheet1.xml'];
		expect([...entries.keys()]).toEqual([...outer, ...inner]);
		for (const content of entries.values()) expect(content).toMatch(/^<\?xml version="1\.0" encoding="UTF-8"/);
	});

	test('has the headers of the zip format: deflated, with the sizes behind the content, of its first day', async () => {
		const file = await fileOf(['a'], [{ a: 1 }]);
		/** Numbers one behind the other, of so many bytes each. */
		const numbersAt = (at: number, sizes: string): number[] => {
			let next = at;
			return [...sizes].map((size) => file.readUIntLE((next += Number(size)) - Number(size), Number(size)));
		};
		const end = file.length - 22;
		const directory = file.readUInt32LE(end + 16);
		const nameLength = '[Content_Types].xml'.length;
		expect(numbersAt(0, '42222244422')).toEqual([0x04034b50, 20, 8, 8, 0, 0x21, 0, 0, 0, nameLength, 0]);
		const central = numbersAt(directory, '42222224442222244');
		expect(central.slice(0, 7)).toEqual([0x02014b50, 20, 20, 8, 8, 0, 0x21]);
		expect(central.slice(10)).toEqual([nameLength, 0, 0, 0, 0, 0, 0]);
		expect(numbersAt(end, '42222442')).toEqual([0x06054b50, 0, 0, 6, 6, end - directory, directory, 0]);
	});

	test('keeps its first row in sight', async () => {
		const sheet = entriesOf(await fileOf(['a'])).get('xl/worksheets/sheet1.xml');
		expect(sheet).toContain('<pane ySplit="1" topLeftCell="A2" activePane="bottomLeft" state="frozen"/>');
	});

	test('names its columns as Excel does, also beyond Z and ZZ', async () => {
		const columns = Array.from({ length: 800 }, (_, index) => `column ${index}`);
		const sheet = sheetOf(await fileOf(columns, [{ 'column 26': 'AA', 'column 702': 'AAA' }]));
		expect([sheet['AA2'], sheet['AAA2']]).toMatchObject([{ v: 'AA' }, { v: 'AAA' }]);
	});

	test('names its sheet', async () => {
		const names = XLSX.read(await datedOf(['a'])).SheetNames;
		expect(names).toEqual(['Live operations (shifts)']);
	});

	test('has columns as wide as what the pages hold, a date as it is shown, and none without end', async () => {
		const file = await datedOf(
			['id', 'a long heading', 'note', 'start', 'lines', 'x'],
			[{ id: 1, note: 'short', start: '2026-07-01T08:00:00+10:00', lines: 'one\nthe longest line\n3' }],
			[{ id: 2, note: 'a note that is longer', x: 'y'.repeat(5000) }],
		);
		const sheet = entriesOf(file).get('xl/worksheets/sheet1.xml') ?? '';
		const columns = [...sheet.matchAll(/<col min="(\d+)" max="\1" width="(\d+)" customWidth="1"\/>/g)];
		expect(columns.map(([, , width]) => width)).toEqual(['8', '16', '23', '18', '18', '60']);
		expect(sheet.indexOf('<cols>')).toBeLessThan(sheet.indexOf('<sheetData>'));
		expect(sheet).toContain('<cols><col min="1" ');
	});

	test.each([
		['2026-07-01T08:30:00+10:00', 'n', '2026-07-01 08:30'],
		['2026-07-01', 'n', '2026-07-01'],
		['2026-02-30', 's', '2026-02-30'],
		['1850-01-01', 's', '1850-01-01'],
		// Excel counts a 29 February 1900, so that earlier days would be shown as their neighbours.
		['1900-03-01', 'n', '1900-03-01'],
		['1900-02-28', 's', '1900-02-28'],
		['2026-07-01T08:30:00Z', 's', '2026-07-01T08:30:00Z'],
		['on 2026-07-01', 's', 'on 2026-07-01'],
	])('with dates, %s is a cell of the kind %s that shows %s', async (value, t, shown) =>
		expect(sheetOf(await datedOf(['a'], [{ a: value }]))['A2']).toMatchObject({ t, w: shown }),
	);

	test('with dates, a time is its day and the part of it, without noise', async () => {
		const sheet = sheetOf(await datedOf(['a'], [{ a: '2026-07-01T08:30:00+10:00' }]));
		expect(sheet['A2']).toMatchObject({ v: 46_204.3541666667 });
	});

	test('leaves out half of a character, which UTF-8 can’t hold', async () =>
		expect(await cell('cut \ud83d')).toMatchObject({ v: 'cut ' }));

	test('refuses a text that no cell holds, and says what to do', async () => {
		expect(await cell('x'.repeat(32_767))).toMatchObject({ t: 's' });
		await expect(fileOf(['notes'], [{ notes: 'x'.repeat(32_768) }])).rejects.toMatchObject({
			message: 'A value in “notes” is too long for Excel',
			cure: expect.stringContaining('32,768 characters'),
		});
		await expect(fileOf(['n'.repeat(81)], [{ ['n'.repeat(81)]: 'x'.repeat(32_768) }])).rejects.toMatchObject({
			message: `A value in “${'n'.repeat(80)}” is too long for Excel`,
		});
	});

	test('of more than 4 GB is refused, with what to do', async () => {
		// As long as it says, without its bytes.
		const large = Object.defineProperty(Buffer.alloc(0), 'length', { value: 2 ** 32 });
		async function* content(): AsyncGenerator<Buffer<ArrayBuffer>> {
			yield large;
		}
		await expect(whole(zipFile([{ name: 'a', content: content() }]))).rejects.toMatchObject({
			message: 'The list is too large for an Excel file (the limit is 4 GB)',
			cure: expect.anything(),
		});
	});

	test('is the same for the same rows', async () => {
		const rows = [{ a: 1 }];
		expect((await fileOf(['a'], rows)).equals(await fileOf(['a'], rows))).toBe(true);
	});

	test('ends with the failure of what it is made from', async () => {
		async function* failing(): AsyncGenerator<IDataObject[]> {
			yield [{ a: 1 }];
			throw new Error('the service is gone');
		}
		await expect(whole(xlsxFile(['a'], failing(), new Widths(false), 'Staff'))).rejects.toThrow('the service is gone');
	});
});
