// Tables and links in Markdown.

const cell = (text: string): string => text.replace(/\|/g, '\\|').replace(/\s+/g, ' ').trim();

export const table = (titles: readonly string[], rows: readonly string[][]): string =>
	[titles, titles.map(() => '---'), ...rows].map((row) => `| ${row.map(cell).join(' | ')} |`).join('\n');

/** GitHub's anchor for a heading. */
export const anchorOf = (heading: string | { method: string; path: string }): string =>
	(typeof heading === 'string' ? heading : `${heading.method} ${heading.path}`)
		.toLowerCase()
		.replace(/[^a-z0-9 -]/g, '')
		.replace(/ /g, '-');
