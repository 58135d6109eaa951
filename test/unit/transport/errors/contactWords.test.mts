// Texts that an AI agent may read hold no e-mail address and no telephone number, and all of their other numbers.
import { describe, expect, test } from '@jest/globals';
import fc from 'fast-check';
import { withoutContacts } from '../../../../nodes/WorkforceOperations/transport/errors/contactWords.ts';

const digits = (from: number, to = from) =>
	fc.string({ unit: fc.constantFrom(...'0123456789'), minLength: from, maxLength: to });

/** Digits in groups with something between them. */
const grouped = (number: string, sizes: readonly number[], between: string): string => {
	let at = 0;
	return sizes.map((size) => number.slice(at, (at += size))).join(between);
};

const between = fc.constantFrom(
	' ',
	'-',
	'.',
	'\u00a0',
	' - ',
	'–',
	'\u2011',
	'/',
	'\u200b',
	'\t',
	'  ',
	'+',
	'&nbsp;',
	'%20',
);
const mobile = fc
	.tuple(digits(8), between, fc.constantFrom([10], [4, 3, 3], [4, 6], [2, 4, 4], [4, 2, 2, 2], [3, 3, 4]))
	.map(([rest, sep, sizes]) => grouped(`04${rest}`, sizes, sep));
const british = fc
	.tuple(digits(9), between, fc.constantFrom([11], [5, 6], [5, 3, 3], [4, 3, 4], [5, 2, 2, 2]))
	.map(([rest, sep, sizes]) => grouped(`07${rest}`, sizes, sep));
const landline = fc
	.tuple(fc.constantFrom('02', '03', '07', '08'), digits(3), digits(4), fc.constantFrom(' ', '', '\u00a0'))
	.map(([area, one, two, sep]) => `(${area})${sep}9${one}${sep}${two}`);
const abroad = fc
	.tuple(
		fc.constantFrom('+', '+ ', '00', '0011', '＋', '%2B', '&#43;', '\\u002b'),
		fc.constantFrom(['61', '4'], ['61', '(0)4'], ['44', '7'], ['44', '(0)20']),
		digits(8),
		fc.constantFrom(' ', '', '-'),
	)
	.map(([plus, [code, start], rest, sep]) => `${plus}${code}${sep}${start}${rest}${start?.endsWith('7') ? '1' : ''}`);
const telephone = fc.oneof(mobile, british, landline, abroad);

const inSentence = (number: string): string[] => [
	number,
	`Call ${number} at once`,
	`His number is ${number}.`,
	`Aroha:${number};Liam`,
	`(${number})`,
	`<a href="tel:${number}">ring</a>`,
	`{"mobile":"${number}"}`,
	`At 18:00 on 2026-11-23, ${number}, timesheet 500123456`,
];

/** The digits of a text without everything between them. */
const digitsOf = (text: string): string =>
	text
		.replace(/%20|%2B|&nbsp;|&#43;|\\u002b/gi, '')
		.normalize('NFKC')
		.replace(/\D/g, '');

describe('Telephone numbers', () => {
	test('of Australia and the United Kingdom are hidden in every spelling', () => {
		fc.assert(
			fc.property(telephone, (number) => {
				// The digits around the number may be those of its end by chance.
				const end = digitsOf(number).slice(-7);
				fc.pre(inSentence('').every((around) => !digitsOf(around).includes(end)));
				for (const text of inSentence(number)) {
					const clean = withoutContacts(text);
					expect(clean).toContain('[telephone hidden]');
					expect(digitsOf(clean)).not.toContain(end);
					expect(withoutContacts(clean)).toBe(clean);
				}
			}),
			{ numRuns: 2000 },
		);
	});

	test.each([
		'+61 490 123 456',
		'0044 7700 900123',
		'+64 21 123 4567',
		'+1 (555) 123-4567',
		'０４９０ １２３ ４５６',
		'٠٤٩٠ ١٢٣ ٤٥٦',
		'0490123456',
		'490 123 456',
		'mob 490123456',
		'Phone: 9123 4567',
		'1300 123 456',
		'0 4 9 0 1 2 3 4 5 6',
		'tel0490123456',
		'0490123456 x12',
		'0490 <b>123</b> 456',
		'0490\u200b123\u200b456',
		'0490\u2066123\u2069456',
		'04–0000–0000',
		'0490&ndash;123&thinsp;456',
		'0490%E2%80%93123%E2%80%93456',
		'0\ufe0f\u20e34\ufe0f\u20e39\ufe0f\u20e30123456',
		'⓪④⑨⓪①②③④⑤⑥',
		'𝟎𝟒𝟗𝟎 𝟏𝟐𝟑 𝟒𝟓𝟔',
		'contact no. 9123 4567',
		'<b>Phone</b>: 9123 4567',
	])('%s is one', (number) => {
		expect(withoutContacts(`Ask for ${number}`)).toMatch(/^Ask for .*\[telephone hidden\]( x12)?$/);
	});

	test.each(['Call 9123 4567', 'rang her on 91234567', 'texted 0490123456', 'Call Ann Lee on 9123 4567'])(
		'%s dials one',
		(text) => {
			expect(withoutContacts(text)).toMatch(/^[A-Za-z ]+ \[telephone hidden\]$/);
		},
	);

	test.each(['Mobile', 'Contact phone', 'Witness’s telephone number?', 'Contact number', 'Phone (mobile preferred)'])(
		'that answer “%s” need no more than their digits',
		(question) => {
			for (const answer of ['9123 4567', '91234567', '490123456'])
				expect([withoutContacts(answer, false, question), withoutContacts(`${question}\n  ${answer}`)]).toEqual([
					'[telephone hidden]',
					`${question}\n  [telephone hidden]`,
				]);
		},
	);

	test('beside one another are hidden both', () => {
		expect(withoutContacts('0490 123 456 0412 345 678, 0433111222')).toBe(
			'[telephone hidden] [telephone hidden], [telephone hidden]',
		);
	});
});

describe('E-mail addresses', () => {
	const word = fc.string({ unit: fc.constantFrom(...'abcxyzßéω0129'), minLength: 1, maxLength: 8 });
	const address = fc
		.tuple(
			fc.array(word, { minLength: 1, maxLength: 3 }),
			fc.constantFrom('.', '+', '_', '-'),
			fc.array(word, { minLength: 1, maxLength: 3 }),
			fc.constantFrom('com', 'com.au', 'example', 'co.uk', 'email', 'москва'),
		)
		.map(([mailbox, sep, host, top]): [string, string] => [mailbox.join(sep), `${host.join('.')}.${top}`]);

	test('are hidden in texts, links, HTML and JSON, whole', () => {
		fc.assert(
			fc.property(
				address,
				fc.constantFrom('@', '%40', '＠', '&#64;', '&#x40;', '\\u0040', '%2540', ' (at) ', '[at]'),
				([mailbox, host], at) => {
					const written = `${mailbox}${at}${host}`;
					for (const text of [
						written,
						`Ask ${written}, please`,
						`<a href="mailto:${written}">x</a>`,
						`{"a":"${written}"}`,
						`(${written})`,
					]) {
						const clean = withoutContacts(text);
						expect(clean).toContain('[e-mail hidden]');
						expect(clean).not.toContain(host);
						expect(withoutContacts(clean)).toBe(clean);
					}
				},
			),
			{ numRuns: 1000 },
		);
	});

	test.each([
		'"Aroha Ngata"@example.com',
		'aroha@[10.0.0.1]',
		'aroha.ngata@southerncross-guar',
		'aroha @ example.com',
		'aroha\u200b@exam\u00adple.com',
		'aro\u200bha@exa\u200dmple.c\u2060om',
		'aroha\u202e@\u2063example.com',
		'aroha [at] example [dot] com',
		'aroha at example dot com',
		'aroha(@)example(.)com',
		'aroha@example. com',
		'aroha@\n  example.com',
		'aroha&commat;example&period;com',
		'aroha﹫example.com',
	])('%s is one', (address) => {
		expect(withoutContacts(`To ${address}`)).toBe('To [e-mail hidden]');
	});
});

test.each(['https://files.example/x?sig=abc', 'http:\\/\\/files.example\\/x', 'https://wa.me/61490123456'])(
	'A link such as %s is hidden, with what it may open',
	(link) => {
		expect(withoutContacts(`Photo: ${link}`)).toBe('Photo: [link hidden]');
		expect(withoutContacts(`<a href="${link}">x</a>`)).toBe('<a href="[link hidden]">x</a>');
	},
);

describe('What stays', () => {
	test.each([
		'2026-11-23T18:00:00+10:00',
		'2026-11-23 18:00:00.000Z',
		'20261123',
		'timesheetId: 500123456',
		'timesheet 500123456',
		'ID 500123456, 500123457 and 3 more',
		'GPS -27.4698, 153.0251',
		'02-11-2026 18:00 to 03-11-2026 06:00',
		'23/11/2026 0600-1800',
		'0700-1500, 30 min break',
		'0600 - 1400 30 minutes',
		'$1,234,567.00 and 0.412345678',
		'INC-2026-000123',
		'Report INC-0412345678',
		'licence 0412345678',
		'Licence number 412 345 678',
		'#0412345678',
		'1764000000000',
		'/Date(1764000000000)/',
		'0f8fad5b-d9cb-469f-a165-70867728950e',
		'2 guards @ 30.50',
		'Coffee@Work',
		'Meet @ gate 3',
		'10.0.0.1',
		'3 of 400 records; page 12 of 20',
		'Mon 16 to Sun 22 Nov 2026, Australia/Brisbane',
		'ABN 51 824 753 556',
		'11.50 + 12.75 = 24.25',
		'17 minutes after the start at 18:00',
		'called 20261123',
		'Call timesheet 500123456',
		'Was a mobile patrol sent?\n  500123456',
		'called the control room on site',
		'The guard was at red dot gate',
		'Meet at Coffee Dot Club',
		'Signed at gate 3. Come back on 20261123',
		'<td>0600</td><td>1800</td>',
	])('%s', (text) => {
		expect(withoutContacts(text)).toBe(text);
	});

	test('ids, dates and amounts in sentences', () => {
		const id = fc.integer({ min: 1, max: 399_999_999 }).map(String);
		const day = fc.date({ min: new Date('1990-01-01'), max: new Date('2039-12-31'), noInvalidDate: true });
		const amount = fc.float({ min: 0, max: 1_000_000, noNaN: true }).map((value) => value.toFixed(2));
		fc.assert(
			fc.property(id, day, amount, (number, at, money) => {
				const iso = at.toISOString();
				for (const text of [
					number,
					`${number}, ${number}; ${number}`,
					`Timesheet ${number} of ${iso} is over $${money}`,
					`${iso.slice(0, 10)} to ${iso.slice(0, 10)}: ${money} hours`,
					`${iso.replace('Z', '+10:00')} ${number}`,
					iso.slice(0, 10).split('-').reverse().join('/') + ` ${iso.slice(11, 16)}-${iso.slice(14, 19)}`,
					iso.slice(0, 10).replaceAll('-', ''),
				])
					expect(withoutContacts(text)).toBe(text);
			}),
			{ numRuns: 2000 },
		);
	});

	test('in fields for numbers, digits that could be a telephone number', () => {
		for (const number of ['0412345678', '61412345678', '412 345 678', 'VIC-0412345678'])
			expect(withoutContacts(number, true)).toBe(number);
		for (const number of ['+61 412 345 678', '0412 345 678', 'a@example.com'])
			expect(withoutContacts(number, true)).toMatch(/hidden/);
	});
});
