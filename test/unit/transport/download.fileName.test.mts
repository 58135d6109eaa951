// The file name of a download: from its header, else from its address; never a path, and with its ending.
import { expect, test } from '@jest/globals';
import { fileNameFrom } from '../../../nodes/WorkforceOperations/transport/download.ts';

/** As Node reads the bytes of a header. */
const bytes = (text: string): string => Buffer.from(text, 'utf8').toString('latin1');

test.each([
	['attachment; filename=report.pdf', 'report.pdf'],
	['attachment; filename="report; final.pdf"', 'report; final.pdf'],
	['attachment; filename="a \\"quoted\\" name.pdf"; size=7', 'a "quoted" name.pdf'],
	['inline; FileName = "Übersicht.pdf"', 'Übersicht.pdf'],
	[bytes('attachment; filename="Café – Māori.pdf"'), 'Café – Māori.pdf'],
	['attachment; filename="Caf\u00e9.pdf"', 'Café.pdf'],
	["attachment; filename*=UTF-8''Caf%C3%A9%20%E2%82%AC.pdf; filename=plain.pdf", 'Café €.pdf'],
	["attachment; filename=plain.pdf; filename*=utf-8'en'caf%c3%a9.pdf", 'café.pdf'],
	["attachment; filename*=ISO-8859-1''caf%E9.pdf", 'café.pdf'],
	["attachment; filename*=UTF-8''caf%E9.pdf; filename=plain.pdf", 'plain.pdf'],
	["attachment; filename*=utf8''caf%C3%A9.pdf", 'café.pdf'],
	["attachment; filename*=KOI8-R''x.pdf; filename=plain.pdf", 'plain.pdf'],
	["attachment; filename*=x-ISO-8859-1''x.pdf; filename=plain.pdf", 'plain.pdf'],
	["attachment; filename*=x-utf-8''x.pdf; filename=plain.pdf", 'plain.pdf'],
	["attachment; filename*=?UTF-8''x.pdf; filename=plain.pdf", 'plain.pdf'],
	['attachment; filename=first.pdf; filename=second.pdf', 'first.pdf'],
	['attachment; filename=blank.pdf ; size=7', 'blank.pdf'],
	['attachment; filename="Łask.pdf"', 'Łask.pdf'],
	['attachment; filename="C:\\temp\\scan.pdf"', 'scan.pdf'],
	['attachment; filename="../../etc/passwd"', 'passwd'],
	["attachment; filename*=UTF-8''..%2F..%2Fscan.pdf", 'scan.pdf'],
	['attachment; filename="100%.pdf"', '100%.pdf'],
	['attachment; filename="a%20b.pdf"', 'a b.pdf'],
	['attachment; filename="unclosed.pdf', 'unclosed.pdf'],
	['attachment; filename=""', 'of the address.pdf'],
	['attachment; filename=".."', 'of the address.pdf'],
	['attachment; name="filename=no.pdf"', 'of the address.pdf'],
	['', 'of the address.pdf'],
])('%s', (header, name) => {
	expect(fileNameFrom(header, '/files/of%20the%20address.pdf')).toBe(name);
});

test('a long name keeps its ending', () => {
	const name = fileNameFrom(`attachment; filename="${'x'.repeat(500)}.pdf"`, '/');
	expect(name).toMatch(/^x+\.pdf$/);
	expect(name?.length).toBeLessThan(300);
});
