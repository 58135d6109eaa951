import { expect, test } from '@jest/globals';
import type { INodeProperties } from 'n8n-workflow';
import * as contract from '../../../nodes/WorkforceOperations/contract/index.ts';
import * as resources from '../../../nodes/WorkforceOperations/resources/index.ts';
import * as events from '../../../nodes/WorkforceOperations/watch/events.ts';
import { WorkforceOperations } from '../../../nodes/WorkforceOperations/WorkforceOperations.node.ts';
import { WorkforceOperationsTrigger } from '../../../nodes/WorkforceOperations/WorkforceOperationsTrigger.node.ts';
import { WorkforceOperationsWatchTrigger } from '../../../nodes/WorkforceOperations/WorkforceOperationsWatchTrigger.node.ts';
import { FIELD_TITLES, fieldRows } from '../../../scripts/docs/fieldRows.mts';
import { operationsPage } from '../../../scripts/docs/operations.mts';
import { read } from '../files.mts';

const written = read('docs/reference/operations.md');

const [node, trigger, watch] = [
	new WorkforceOperations(),
	new WorkforceOperationsTrigger(),
	new WorkforceOperationsWatchTrigger(),
].map(({ description }) => description) as [
	WorkforceOperations['description'],
	WorkforceOperations['description'],
	WorkforceOperations['description'],
];

/** From its heading to the next one. */
const sectionOf = (heading: string): string => written.split(`\n${heading}\n`)[1]?.split(/\n##/)[0] ?? '';

/** What stands in its second column. */
const namesIn = (section: string): string[] =>
	[...section.matchAll(/^\| [^|]+ \| `([^`]+)` \|/gm)].map(([, name]) => name ?? '');

test('docs/reference/operations.md is what `npm run docs` would write', () =>
	expect(written).toBe(operationsPage({ contract, resources, events, nodes: [node, trigger, watch] })));

test('it has a part for every operation and for every event, each of which says what it returns', () => {
	const all = [
		...resources.resources.flatMap(({ name, operations }) => operations.map((each) => `### ${name}: ${each.name}`)),
		`## ${trigger.displayName}`,
		...events.watchedEvents.map(({ name }) => `### ${name}`),
	];
	expect(all.filter((heading) => !sectionOf(heading).includes('\nReturns: '))).toEqual([]);
	expect(
		contract.eventCatalogue.filter(({ value }) => !sectionOf(`## ${trigger.displayName}`).includes(`| \`${value}\` |`)),
	).toEqual([]);
});

/** What an operation’s own fields are called, wherever they are. */
const leaves = (fields: readonly INodeProperties[]): string[] =>
	fields.flatMap(({ name, type, options = [] }) => {
		if (type === 'notice' || type === 'hidden') return [];
		if (type === 'collection') return leaves(options as INodeProperties[]);
		const inGroups = options.flatMap((option) => ('values' in option ? leaves(option.values) : []));
		return inGroups.length > 0 ? inGroups : [name];
	});

test('each operation lists all the fields that its form has, and no others', () => {
	for (const { value, name, operations } of resources.resources)
		for (const operation of operations) {
			const own = node.properties.filter(({ displayOptions, name: field }) => {
				const { resource, operation: of } = displayOptions?.show ?? {};
				return (
					field !== 'operation' &&
					(resource?.includes(value) ?? false) &&
					(of === undefined || of.includes(operation.value))
				);
			});
			const listed = namesIn(sectionOf(`### ${name}: ${operation.name}`)).map((path) => path.split('.').at(-1) ?? '');
			expect([name, operation.name, listed.sort()]).toEqual([name, operation.name, leaves(own).sort()]);
		}
});

test('an event that can be watched lists the fields that are shown for it', () => {
	expect(namesIn(sectionOf('### Guard Not Clocked In'))).toEqual(
		expect.arrayContaining(['minutes', 'startWith', 'options.repeatEveryMinutes']),
	);
	expect(namesIn(sectionOf('### Licence Expiring'))).toContain('daysBefore');
	expect(namesIn(sectionOf('### Licence Expiring'))).not.toContain('minutes');
});

test('a row says what a collection asks, which choices there are, and how the field begins', () => {
	const field = (more: Partial<INodeProperties>): INodeProperties => ({
		displayName: 'Kind',
		name: 'kind',
		type: 'options',
		default: true,
		...more,
	});
	const collection = field({
		displayName: 'More',
		name: 'more',
		type: 'collection',
		displayOptions: { show: { operation: ['get'], way: ['long', 'short'] }, hide: { '@tool': [true] } },
		options: [
			field({
				description: 'See <a href="https://example.com">there</a>',
				options: [
					{ name: 'Active', value: true },
					{ name: 'Last Week', value: 'lastWeek' },
				],
			}),
		],
	});
	expect(FIELD_TITLES).toHaveLength(5);
	expect(fieldRows([collection, field({ type: 'notice' })], { operation: 'get' })).toEqual([
		[
			'More → Kind',
			'`more.kind`',
			'one of `true` (Active), `lastWeek`',
			'`true`',
			'If `way` is long, short. Not in agents’ tools. See there.',
		],
	]);
	expect(fieldRows([collection], { operation: 'getAll' })).toEqual([]);
});
