// Reads pages of Markdown, and the texts of sources that they speak of.
import ts from 'typescript';

const withoutCode = (text: string): string => text.replace(/^ *```[\s\S]*?^ *```/gm, '');

/** A page without its blocks of code. */
export const prose = withoutCode;

/** Relative links of a page, those to its pictures among them. */
export const linksOf = (text: string): string[] =>
	[...withoutCode(text).matchAll(/(?:\]\(|<img src=")([^)"\s]+)[)"]/g)]
		.map(([, link]) => link ?? '')
		.filter((link) => !/^[a-z]+:/.test(link));

/** The anchors that GitHub makes of the headings. */
export function anchorsOf(text: string): string[] {
	const seen = new Map<string, number>();
	return [...withoutCode(text).matchAll(/^#+ (.+)$/gm)].map(([, heading]) => {
		const plain = (heading ?? '').replace(/\[([^\]]*)\]\([^)]*\)/g, '$1').toLowerCase();
		const anchor = plain.replace(/[^\p{L}\p{N}\s_-]/gu, '').replace(/ /g, '-');
		const before = seen.get(anchor) ?? 0;
		seen.set(anchor, before + 1);
		return before === 0 ? anchor : `${anchor}-${before}`;
	});
}

/** What stands between blank lines, if it is no table, no heading and no code; a point of a list is one by itself. */
export const paragraphsOf = (text: string): string[] =>
	withoutCode(text)
		.split(/\n\s*\n|\n(?=\s*(?:[-*]|\d+\.) )/)
		.filter((part) => !/^\s*[|#<!]/.test(part));

/** How many words a text has. */
export const words = (text: string): number => text.split(/\s+/).filter((word) => /\w/.test(word)).length;

/** What is set in italics: labels, messages. Code and what is bold is left out. */
export const inItalics = (text: string): string[] =>
	[
		...text
			.replace(/\*\*/g, '')
			.replace(/`[^`\n]*`/g, '`')
			.matchAll(/(?<![\w*])\*([^*\n]+)\*(?![\w*])/g),
	].map(([, inner]) => (inner ?? '').trim());

/** The parts of a message between the places for names and numbers, where they are long enough to say something. */
export const fragmentsOf = (message: string): string[] =>
	message
		.split('…')
		.map((part) => part.replace(/^[\s“”:,()]+|[\s“”:,.()]+$/g, ''))
		.filter((part) => part.length >= 6);

/** Every text in a source; the places of templates are `…`. */
export function literalsIn(source: string): string[] {
	const texts: string[] = [];
	const visit = (node: ts.Node): void => {
		if (ts.isStringLiteralLike(node)) texts.push(node.text);
		else if (ts.isTemplateExpression(node))
			texts.push(node.head.text + node.templateSpans.map((span) => `…${span.literal.text}`).join(''));
		ts.forEachChild(node, visit);
	};
	visit(ts.createSourceFile('all.ts', source, ts.ScriptTarget.Latest));
	return texts;
}
