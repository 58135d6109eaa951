// English as spoken: phrases that read as if translated don't come back, and sentences stay short. Code, quotes and names are exempt.
import { describe, expect, test } from '@jest/globals';
import { below, read, shippedSources } from '../files.mts';
import { literalsIn, prose, words } from './pages.mts';

const guides = [
	'README.md',
	...below('docs', '.md').filter((file) => !/\/(reference|develop|pictures)\//.test(file)),
	...below('recipes', 'README.md'),
];

/** Of the table in which each was replaced, what a page or a message could easily say again. */
const PHRASES = [
	/\bFor whoever\b/i,
	/\bhands? out\b/i,
	/\b(comes?|came) to nothing\b/i,
	/\bstands? ready\b/i,
	/\bplays the service\b/i,
	/\bclick workflows together\b/i,
	/\bfor those who\b/i,
	/\b(is|are) handed over again\b/i,
	/\bcopy in step\b/i,
	/\bspoils\b/i,
	/\bWho has none\b/,
	/\bWho is not in\b/,
	/\bWho isn’t in\b/,
	/\bHow does it go\b/i,
	/\bWhom to ask\b/i,
	/\bcan’t be told\b/i,
	/\bnobody may\b/i,
	/\bdoes not want to be asked\b/i,
	/\btells what\b/i,
	/\bWhat Is So Already\b/,
	/\bTell Repeats\b/,
	/\banew\b/i,
	/\binside of\b/i,
	/\bof (an earlier time|before)\b(?! [a-z])/i,
	/\bthe one of (then|now)\b/i,
	/\b(can’t|could) be had\b/i,
	/\bis to tell\b|\bdid not tell\b/i,
	/\bgoes? along with\b/i,
	/\bWho (joins|comes|goes|has|stands)\b/,
	/\bWhat (becomes of|is so|waits for)\b/,
	/\bis none (with|of)\b|\bis no (day|failure|web address)\b/i,
	/\breaches inside\b/i,
	/\bLook at the (region|subscription|base url)\b/i,
	/\blicen[cs]es? (runs?|ran|has run) out\b/i,
	/\bit is so\b|\bis so already\b/i,
	/\bof (him|her|them) alone\b/i,
];

/** The longest sentence of a guide, in words. */
const MOST_WORDS = 25;

/** Sentences of a page: without code, pictures and addresses of links; each cell of a table by itself. */
function sentencesOf(page: string): string[] {
	const text = prose(page)
		.replace(/<!--[^]*?-->|<[^>]+>/g, '')
		.replace(/!?\[([^\]]*)\]\([^)]*\)/g, '$1')
		.replace(/`[^`\n]*`/g, 'x')
		.replace(/\*+/g, '');
	return text
		.split(/\n\s*\n|\n(?=\s*(?:[-|#]|\d+\.) ?)|\|/)
		.flatMap((part) => part.replace(/\s+/g, ' ').split(/(?<=[.!?:;…])\s+|\s·\s/))
		.map((sentence) => sentence.trim())
		.filter((sentence) => sentence !== '');
}

const foundIn = (text: string): string[] => PHRASES.flatMap((phrase) => phrase.exec(text)?.[0] ?? []);

test.each(guides)(
	`%s has no phrase that reads as if translated, and no sentence of more than ${MOST_WORDS} words`,
	(guide) => {
		const page = read(guide);
		expect({
			phrases: foundIn(prose(page).replace(/`[^`\n]*`|“[^”\n]*”/g, '')),
			long: sentencesOf(page).filter((sentence) => words(sentence) > MOST_WORDS),
		}).toEqual({ phrases: [], long: [] });
	},
);

test('no form and no message has one', () => {
	const texts = shippedSources().flatMap(([file, source]) => literalsIn(source).map((text) => [file, text] as const));
	expect(texts.length).toBeGreaterThan(1000);
	expect(texts.filter(([, text]) => foundIn(text).length > 0)).toEqual([]);
});

describe('The checks see', () => {
	test('a phrase', () => expect(foundIn('For whoever looks after n8n')).toEqual(['For whoever']));

	test('a long sentence, and only its own words', () => {
		const long = Array.from({ length: 26 }, () => 'word').join(' ');
		const found = sentencesOf(`- **${long}.** Short one.\n\n\`\`\`\n${long}\n\`\`\`\n`).map(words);
		expect(found).toEqual([26, 2]);
	});
});
