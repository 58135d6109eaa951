// Texts that an AI agent may read hold no e-mail address, no link and no telephone number as people type them.
import { describe, expect, test } from '@jest/globals';
import fc from 'fast-check';
import { withoutContacts } from '../../../nodes/WorkforceOperations/contract/contactWords.ts';

const digits = (length: number) =>
	fc.string({ unit: fc.constantFrom(...'0123456789'), minLength: length, maxLength: length });

/** Digits in groups with something between them. */
const grouped = (number: string, sizes: readonly number[], between: string): string => {
	let at = 0;
	return sizes.map((size) => number.slice(at, (at += size))).join(between);
};

const between = fc.constantFrom(' ', '-', '.', '\u00a0', ' - ', '–', '\u2011', '/', '\t', '  ', ') ');
const telephone = fc
	.tuple(
		fc.constantFrom('04', '07', '+61 4', '+44 7', '(02)9', '0061 4'),
		digits(8),
		between,
		fc.constantFrom([8], [2, 3, 3], [4, 4], [2, 2, 2, 2], [1, 7]),
	)
	.map(([start, rest, sep, sizes]) => `${start}${grouped(rest, sizes, sep)}`);

describe('Telephone numbers', () => {
	test('are hidden whole, in whatever groups', () => {
		fc.assert(
			fc.property(telephone, (number) => {
				for (const text of [
					number,
					`Call ${number} at once`,
					`His number is ${number}.`,
					`Aroha:${number};Liam`,
					`At 18:00 on 2026-11-23, ${number}`,
				]) {
					const clean = withoutContacts(text);
					expect(clean).toContain('[telephone hidden]');
					expect(clean.replace('2026-11-23', '').replace('18:00', '')).not.toMatch(/\d{2}/);
					expect(withoutContacts(clean)).toBe(clean);
				}
			}),
			{ numRuns: 2000 },
		);
	});

	test.each([
		'+1 (555) 123-4567',
		'1300 123 456',
		'0 4 9 0 1 2 3 4 5 6',
		'04–0000–0000',
		'tel0490123456',
		'91234567',
		'0490 123.456',
	])('%s is one', (number) => {
		expect(withoutContacts(`Ask for ${number} now`)).toMatch(/^Ask for (?:tel)?\[telephone hidden\] now$/);
	});

	test.each([
		'Mobile',
		'3. Contact phone (best)',
		'What is the witness’s telephone number, if there is one?',
		'contact_no',
		'Tel.',
		'mobile_2',
	])('that answer “%s” need six digits, beside the question, under it and in HTML', (question) => {
		for (const answer of ['9123 45', '912345', '490-123-456']) {
			expect(withoutContacts(answer, { question })).toBe('[telephone hidden]');
			expect(withoutContacts(`${question}: ${answer}\nBadge: 912345`)).toBe(
				`${question}: [telephone hidden]\nBadge: 912345`,
			);
			expect(withoutContacts(`${question}\n  ${answer}\nBadge: 912345`)).toBe(
				`${question}\n  [telephone hidden]\nBadge: 912345`,
			);
			expect(withoutContacts(`<b>${question}</b> ${answer}<br>`)).toBe(`<b>${question}</b> [telephone hidden]<br>`);
		}
		expect(withoutContacts('91234', { question })).toBe('91234');
	});

	test('are told from the ids that are known, unless these begin with 0', () => {
		expect(withoutContacts('Ask 91234560', { ids: ['91234560'] })).toBe('Ask 91234560');
		expect(withoutContacts('Ask 0490123456', { ids: ['0490123456'] })).toBe('Ask [telephone hidden]');
		expect(withoutContacts('Badge: 912345\nPhone: 912345')).toBe('Badge: 912345\nPhone: [telephone hidden]');
	});

	test('stand out of what is beside them', () => {
		expect(withoutContacts('2026-07-01 0490 123 456 18:00, 12.50')).toBe('2026-07-01 [telephone hidden] 18:00, 12.50');
		expect(withoutContacts('0490 123 456, 0433111222')).toBe('[telephone hidden], [telephone hidden]');
	});
});

describe('E-mail addresses and links', () => {
	test.each(['a.b+c@example.com.au', 'ß_é@exämple.de', "o'brien@x.co.uk", '1@2.email', '"Aroha"@example.com'])(
		'%s is hidden whole',
		(address) => {
			expect(withoutContacts(`To ${address}.`)).toMatch(/^To \[e-mail hidden\]\.$/);
			expect(withoutContacts(`<a href="mailto:${address}">x</a> (${address})`)).not.toContain('@');
		},
	);

	test.each([
		'https://files.example/x?sig=abc',
		'http:\\/\\/files.example\\/x',
		'https://user@wa.me/61490123456',
		'www.example.net?x=1',
		'bit.ly/3xYz',
		'files.example.org:8080/a',
		'maps.example.com.au',
	])('A link such as %s is hidden, with what it may open', (link) => {
		expect(withoutContacts(`Photo: ${link} here`)).toBe('Photo: [link hidden] here');
	});
});

describe('What stays', () => {
	test.each([
		'2026-11-23T18:00:00+10:00',
		'2026-11-23 18:00:00.000Z',
		'20261123',
		'timesheetId: 5001234',
		'Timesheet ID 500123456, 500123457 and 3 more',
		'GPS -27.46981234, 153.02512345',
		'-27.46981234 153.02512345',
		'02-11-2026 18:00 to 03-11-2026 06:00',
		'01/07/26 18:00',
		'23/11/2026 0600-1800',
		'0700-1500, 30 min break',
		'0600 - 1400',
		'2025-2026',
		'$1,234,567.00 and 0.412345678',
		'0f8fad5b-d9cb-469f-a165-70867728950e',
		'2 guards @ 30.50',
		'Coffee@Work',
		'Meet @ gate 3',
		'3 of 400 records; page 12 of 20',
		'finished.Then he went, approx. 3.5 km',
		'17 minutes after the 18:00 start',
		'<td>0600</td><td>1800</td>',
	])('%s', (text) => {
		expect(withoutContacts(text)).toBe(text);
	});

	test('ids, dates and amounts in sentences', () => {
		const day = fc.date({ min: new Date('1990-01-01'), max: new Date('2039-12-31'), noInvalidDate: true });
		const amount = fc.float({ min: 0, max: 1_000_000, noNaN: true }).map((value) => value.toFixed(2));
		fc.assert(
			fc.property(fc.uuid(), day, amount, (id, at, money) => {
				const iso = at.toISOString();
				for (const text of [
					id,
					`Timesheet ${id} of ${iso} is over $${money}`,
					`${iso.slice(0, 10)} to ${iso.slice(0, 10)}: ${money} hours`,
					iso.slice(0, 10).split('-').reverse().join('/') + ` ${iso.slice(11, 16)}-${iso.slice(14, 19)}`,
					iso.slice(0, 10).replaceAll('-', ''),
				])
					expect(withoutContacts(text)).toBe(text);
			}),
			{ numRuns: 2000 },
		);
	});

	test('in fields for numbers, digits; addresses go there as well', () => {
		for (const number of ['0412345678', '61412345678', '412 345 678', 'VIC-0412345678'])
			expect(withoutContacts(number, { isNumber: true })).toBe(number);
		expect(withoutContacts('a@example.com', { isNumber: true })).toBe('[e-mail hidden]');
	});
});

test('is linear in the worst letters of each pattern', () => {
	const worst = [
		...'\\" \n[{(<@.1',
		...['1 ', '1.', '1-', 'a.', 'a@', 'a-', 'https:', 'https:/', 'www.', '+1', '20'],
		...['2026-01-01 ', 'ID 1, ', '1, ', 'phone', 'ph1'],
	];
	for (const letters of worst)
		for (const question of ['', 'phone']) {
			const started = Date.now();
			withoutContacts(`${letters.repeat(200_000 / letters.length)}\u0001`, { question });
			expect([letters, Date.now() - started < 1500]).toEqual([letters, true]);
		}
});
