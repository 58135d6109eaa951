// A generated part of a hand-written page, between two marks.

/** The page with this content between the marks of that name. */
export function withBlock(page: string, name: string, content: string): string {
	const [start, end] = [`<!-- ${name}: made by npm run docs -->`, `<!-- end of ${name} -->`];
	const [from, to] = [page.indexOf(start), page.indexOf(end)];
	if (from === -1 || to < from) throw new Error(`The page has no place for ${name}: ${start} … ${end}`);
	return `${page.slice(0, from + start.length)}\n\n${content}\n\n${page.slice(to)}`;
}
