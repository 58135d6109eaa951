// What a table of the code holds, and a page for people lists as well: the page lists all of it, and nothing else.
import { expect, test } from '@jest/globals';
import { watchEvents } from '../../../kit/sandbox/watchEvents.mts';
import { regions } from '../../../nodes/WorkforceOperations/contract/index.ts';
import * as resources from '../../../nodes/WorkforceOperations/resources/index.ts';
import { watchedEvents } from '../../../nodes/WorkforceOperations/watch/events.ts';
import { withOperations } from '../../../scripts/docs/operations.mts';
import { read } from '../files.mts';

/** The cells of the table that begins with this heading, without its head. */
function rowsBelow(text: string, heading: string): string[][] {
	const lines = text.split('\n');
	const begin = lines.findIndex((line) => line.startsWith(`| ${heading} |`));
	if (begin < 0) throw new Error(`There is no table with the heading ${heading}`);
	const rest = lines.slice(begin + 2);
	const end = rest.findIndex((line) => !line.startsWith('|'));
	return rest.slice(0, end < 0 ? undefined : end).map((line) =>
		line
			.split('|')
			.map((cell) => cell.trim())
			.slice(1, -1),
	);
}

const list = (cell = ''): string[] => cell.split(', ');

test('README.md lists every operation, as `npm run docs` would write it', () => {
	const readme = read('README.md');
	const listed = rowsBelow(readme, 'Resource').flatMap(([names, operations]) =>
		list(names).flatMap((name) => list(operations).map((operation) => `${name}: ${operation}`)),
	);
	const all = resources.resources.flatMap(({ name, operations }) => operations.map((each) => `${name}: ${each.name}`));
	expect(listed.sort()).toEqual(all.sort());
	expect(readme).toBe(withOperations(readme, resources));
});

test('README.md begins with the address of every region', () => {
	const [beginning = ''] = read('README.md').split('\n## ');
	const hosts = Object.values(regions).map(({ baseUrl }) => new URL(baseUrl).host);
	expect(hosts.filter((host) => !beginning.includes(`\`${host}\``))).toEqual([]);
});

test('README.md leads to installing, updating, removing, support and what was tested before its first table', () => {
	const [beginning = ''] = read('README.md').split('\n| ');
	const leads = [...beginning.matchAll(/\]\(([^)]+)\)/g)].map(([, link]) => link);
	const asked = ['install.md', 'install.md#update', 'install.md#remove-it', 'install.md#what-was-tested'];
	expect(leads).toEqual(expect.arrayContaining([...asked.map((page) => `docs/${page}`), 'SECURITY.md#support']));
});

test('docs/watch-trigger.md lists every event that can be watched', () => {
	const listed = rowsBelow(read('docs/watch-trigger.md'), '*Trigger On*').flatMap(([names]) =>
		list(names).map((name) => name.replaceAll('*', '')),
	);
	expect(listed.sort()).toEqual(watchedEvents.map(({ name }) => name).sort());
});

test('sandbox/README.md lists every happening that an event reports', () => {
	const listed = rowsBelow(read('sandbox/README.md'), '`kind`').flatMap(([names = '']) => names.split(' · '));
	expect(watchEvents.map(({ event }) => event).filter((event) => !listed.includes(`\`${event}\``))).toEqual([]);
});
