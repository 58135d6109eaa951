// The table of errors, read as text: short sentences for their readers, each said once, and nothing said whose fact is missing.
import { describe, expect, test } from '@jest/globals';
import { type Cure, inWords } from '../../../../nodes/WorkforceOperations/transport/failures/cure.ts';
import { ERRORS, type Happened, inTable } from '../../../../nodes/WorkforceOperations/transport/errors/table.ts';

const rows = Object.entries(ERRORS) as Array<[Happened, { title: string; cure: readonly Cure[] }]>;
const FACTS = [
	...[
		'origin',
		'host',
		'key',
		'network',
		'status',
		'wait',
		'until',
		'minutes',
		'path',
		'target',
		'what',
		'came',
		'reason',
	],
	...['words', 'field', 'code', 'needs', 'has', 'fields', 'area', 'scope', 'description'],
];

/** What an editor and a model read of a cure. */
const textsOf = (cure: Cure): string[] => (typeof cure === 'string' ? [cure] : [cure.text, cure.instead ?? '']);

const sentencesOf = (text: string): string[] => text.split(/(?<=[.:])\s+(?=[A-Z{])/).filter((part) => part !== '');

describe.each(rows)('%s', (happened, { title, cure }) => {
	test('has three sentences at most of its own, and none over twenty words', () => {
		const own = cure.filter((each) => !/\{(?:words|field|code|target|description|area|path)\}/.test(inWords(each)));
		expect(sentencesOf(own.map((each) => inWords(each)).join(' ')).length).toBeLessThanOrEqual(4);
		for (const sentence of [title, ...cure.flatMap(textsOf).flatMap(sentencesOf)])
			expect(sentence.split(' ').length).toBeLessThanOrEqual(20);
	});

	test('says nothing twice, and names no fact that nobody gives', () => {
		const texts = [title, ...cure.map((each) => inWords(each))];
		expect(new Set(texts).size).toBe(texts.length);
		for (const text of cure.flatMap(textsOf).concat(title))
			for (const [, name] of text.matchAll(/\{(\w+)\}/g)) expect(FACTS).toContain(name);
	});

	test('leaves out whatever has no fact', () => {
		const { message, description } = inTable(happened, {});
		expect(message).not.toMatch(/[{}]|undefined/);
		expect(inWords(description)).not.toMatch(/[{}]|undefined|“”|\(\)| {2}/);
		expect(description.every((each) => inWords(each) !== '')).toBe(true);
	});
});

test('only the words of the service stand in place of a title', () => {
	const said = 'page must be 1';
	expect(inTable('refused', { said, status: 400 })).toMatchObject({ message: said, isSaid: true });
	expect(inTable('refused', { status: 400 })).toMatchObject({ isSaid: false });
	const message = 'The service could not answer (HTTP 500)';
	expect(inTable('unavailable', { said, status: 500 })).toMatchObject({ message, isSaid: false });
});

test('a fact is text: it fills no other place', () => {
	const { description } = inTable('tooLarge', { words: '{code} $& {field}', code: 'c', field: 'f' });
	expect(inWords(description)).toBe('Send fewer rows, or smaller files. The service says: “{code} $& {field}”.');
});
