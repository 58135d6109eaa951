// The pages for people: their links lead somewhere, they stay short, and what they name exists in the code.
import fs from 'node:fs';
import path from 'node:path';
import { describe, expect, test } from '@jest/globals';
import { inClone } from '../../../kit/lib/paths.mts';
import { below, read, shippedSources } from '../files.mts';
import { anchorsOf, fragmentsOf, inItalics, linksOf, literalsIn, paragraphsOf, prose, words } from './pages.mts';

const guides = below('docs', '.md').filter((file) => !/\/(reference|develop)\//.test(file));
const pages = [
	...['README.md', 'CONTRIBUTING.md', 'SECURITY.md', 'sandbox/README.md'],
	...below('docs', '.md'),
	...below('recipes', 'README.md'),
];
const shipped = shippedSources().map(([, text]) => text);
const code = shipped.join('\n');

test.each(pages)('%s links to what is there', (page) => {
	const broken = linksOf(read(page)).filter((link) => {
		const [target = '', anchor] = link.split('#');
		const file = target === '' ? page : path.posix.join(path.posix.dirname(page), target);
		if (!fs.existsSync(inClone(file))) return true;
		return anchor !== undefined && !anchorsOf(read(file)).includes(anchor);
	});
	expect(broken).toEqual([]);
});

test('what the forms and the package link to in README.md is there', () => {
	const linked = [...shipped, ...below('nodes', '.node.json').map(read), read('package.json')].flatMap((text) =>
		[...text.matchAll(/n8n-nodes-workforce-operations#([\w-]+)/g)].map(([, anchor]) => anchor ?? ''),
	);
	expect(linked.length).toBeGreaterThan(6);
	expect(linked.filter((anchor) => anchor !== 'readme' && !anchorsOf(read('README.md')).includes(anchor))).toEqual([]);
});

describe('The pages stay short', () => {
	test('README.md is one page', () => {
		const text = read('README.md');
		expect(Buffer.byteLength(text)).toBeLessThanOrEqual(8 * 1024);
		expect(words(text)).toBeLessThanOrEqual(1300);
		expect(paragraphsOf(text).filter((paragraph) => words(paragraph) > 80)).toEqual([]);
	});

	test('CONTRIBUTING.md leads to the pages that tell more', () => {
		expect(Buffer.byteLength(read('CONTRIBUTING.md'))).toBeLessThanOrEqual(4 * 1024);
	});

	test.each(guides)('%s has up to 12 kB, and links to what is assumed', (guide) => {
		expect(Buffer.byteLength(read(guide))).toBeLessThanOrEqual(12 * 1024);
		const isFree = /(README|troubleshooting)\.md$/.test(guide);
		const leading = linksOf(read(guide)).filter((link) => link.startsWith('reference/assumptions.md'));
		expect(isFree || leading.length > 0).toBe(true);
	});
});

/** What n8n, the web application of the service and other programs call theirs. */
const OTHERS = new Set(
	`Settings|Community nodes|Install|Install a community node|Code|Download ZIP|Publish|Execute step|Executions|Create workflow|Add first step|Trigger manually|On a schedule|
	Fetch Test Event|Poll Times|On Error|Continue|If|Summarize|Extract from File|HTTP Request|Predefined Credential Type|AI Agent|Webhook|company settings|API and integrations|
	Credentials|Create|Approve|Timeout Workflow|Save successful production executions|Do not save|Output|Selected Fields|✨|workforce|crashed|Map Each Column Manually|
	contrary|GitHub Actions|Trusted Publisher|Used by|Help|⋯|Timezone|Couldn’t connect with these settings|More details|Allowed HTTP Request Domains|All|
	Timesheet actions|Schedule Trigger|Got it|Save|is true|Logs|Rename Keys|Google Sheets|Every Minute|Mode|Every X`
		.split('|')
		.map((name) => name.trim()),
);

/** Names of recipes, columns of sheets and records, which the pages name in italics as well. */
const EXAMPLES =
	/^(Mobile \(old\)|Surname|E-mail|DOB|Employee no\.|Nightly catch-up|History to files|On timesheet approved|submittedDate|staffSubmittedTimesheetTimes|approvedDateTime|timesheetId|…|Workforce Operations sandbox: all keys)$/;

const table = read('test/unit/rules/table.txt');
const said = literalsIn(code);
const labels = new Set([...[...table.matchAll(/“([^”\n]+)”/g)].map(([, label]) => label ?? ''), ...said]);
// Messages of recipes stand in their workflows.
const recipesSay = below('recipes', 'workflow.json').flatMap((file) =>
	[...read(file).matchAll(/"errorMessage": "(.*)"/g)].map(([, text]) => text),
);
// n8n's own messages, which troubleshooting.md names as such.
const n8nSays =
	'Could not remove webhooks of workflow \nN8N_COMMUNITY_PACKAGES is not valid JSON\nvalidation failed\nno checksum available for \nUnrecognized node type';

const messages = [...said, n8nSays, ...recipesSay].join('\n');

/** Whether a name is a label of a form, or what a message is made of. */
function isKnown(name: string): boolean {
	if (OTHERS.has(name) || EXAMPLES.test(name) || labels.has(name)) return true;
	const fragments = fragmentsOf(name);
	return fragments.length > 0 && fragments.every((fragment) => messages.includes(fragment));
}

describe.each(['README.md', ...guides])('%s', (page) => {
	test('names fields, options and messages that exist', () => {
		const named = inItalics(prose(read(page))).flatMap((text) => text.split(/ → |: (?=[A-Z])/));
		expect(named.filter((name) => !isKnown(name))).toEqual([]);
	});

	test('names fields of items that exist', () => {
		const named = [...prose(read(page)).matchAll(/`(?:watch\.)?([a-z]+[A-Z]\w*)`/g)].map(([, name]) => name ?? '');
		expect(named.filter((name) => !new RegExp(`\\b${name}\\b`).test(code))).toEqual([]);
	});
});

/** The labels in each of the two collections, of all forms. */
const inCollection = new Map<string, Set<string>>();
let collection: string | undefined;
for (const line of table.split('\n')) {
	const [, indent, label = ''] = /^( *)\S+ “([^”]+)”: /.exec(line) ?? [];
	// What isn't a field, such as a choice of one.
	if (indent === undefined) continue;
	if (indent === '') collection = label;
	else if (indent.length === 2 && collection !== undefined)
		inCollection.set(collection, (inCollection.get(collection) ?? new Set()).add(label));
}

/** “Options → Page Size”: what a page seeks in a collection that doesn't have it. */
const misplacedIn = (text: string): string[] =>
	[...text.matchAll(/\*([^*\n]*\b(?:Advanced )?Options) → ([^*→\n]+)/g)].flatMap(([, before = '', label = '']) => {
		const name = before.endsWith('Advanced Options') ? 'Advanced Options' : 'Options';
		// What follows in brackets is left out in words: “Repeat Every (Minutes)”.
		const has = [...(inCollection.get(name) ?? [])].some(
			(known) => known.replace(/ \(.*\)$/, '') === label.trim().replace(/ \(.*\)$/, ''),
		);
		return has ? [] : [`${name} → ${label.trim()}`];
	});

test.each(pages.filter((page) => !page.startsWith('docs/develop') && !page.startsWith('sandbox')))(
	'%s seeks options where the forms have them',
	(page) => expect(misplacedIn(read(page))).toEqual([]),
);

test('the check sees an option in the wrong collection', () => {
	expect(
		misplacedIn('*Options → Page Size*, *Advanced Options → Page Size* and *Timesheet → Options → Flatten*'),
	).toEqual(['Options → Page Size']);
});

test('the check sees a field and a message that do not exist', () => {
	expect(
		['Return All', 'The filter “…” is empty', 'Run Twice', 'Nobody says … this'].filter((name) => !isKnown(name)),
	).toEqual(['Run Twice', 'Nobody says … this']);
});
