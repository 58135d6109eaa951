// The coverage page as text.
import { choiceTable } from '../../sandbox/core/choices.mts';
import { loadDescription } from '../../sandbox/description/load.mts';
import type { Row } from './coverage.mts';
import type { DescribedShape } from './description.mts';
import { type FieldTables, fieldsPart } from './fields.mts';
import { general } from './general.mts';
import { guessRows } from './guesses.mts';
import { sourceNames, type Known } from './known.mts';
import { anchorOf, table } from './table.mts';

const envelopes: Record<string, string> = {
	standard: 'standard',
	slimCursor: 'slim cursor',
	incidentReports: 'incident report paged',
	liveOperations: 'live operations',
	loginAudit: 'login audit',
};

const head = `# Service coverage

<!-- Made by \`npm run docs\`. Change sandbox/description/ or the endpoint table, not this page. -->

This page lists what the package and its sandbox know about the service, and where each fact comes from:

- **documented**: the service document says so;
- **published**: the operator’s public reference says so;
- **said**: the operator’s [help centre](#help-centre) says so about its screens; no field depends on it alone;
- **assumed**: none of these sources says so. The sandbox and the package had to choose, and may be wrong.

Numbers in the overview are documented · published · assumed. They count what is known about the fields of a body or an answer at that
endpoint. If the sources show a record only for another endpoint, it counts as assumed, and the endpoint’s section says so. Fields of the
envelope are counted separately, once per envelope. Assumed behaviour (order of checks, states, retries and so on) is listed in
[the sandbox’s README](../../sandbox/README.md#what-is-assumed).
\`npm run compare\` compares all of this with the real service.

*Used by* is read from the package’s source code. It lists the operations for the endpoint first, then everything else that calls it, even if only with
an option (*Include Rates*, licence columns) or to look something up. *Custom Request* can also call every path.

Tests of [every call of the sandbox](../../test/sandbox/calls.mts) and
[every operation of the node](../../test/engine/support/everyOperation.mts) cover every endpoint.
`;

function counts(list: readonly Known[]): string {
	if (list.length === 0) return '–';
	return sourceNames.map((name) => list.filter(({ source }) => source === name).length).join(' · ');
}

function reachedBy({ operations, otherOperations, otherUsers, open }: Row): string {
	if (open) return 'the credential';
	const users = otherUsers.map((user) => `the ${user}`);
	return [...operations, ...otherOperations, ...users].join(', ') || 'none (Custom Request)';
}

function overview(rows: readonly Row[]): string {
	const lines = rows.map((row) => [
		`[\`${row.method} ${row.path}\`](#${anchorOf(row)})`,
		row.source,
		counts(row.parameters),
		counts(row.body),
		counts(row.answer),
		reachedBy(row),
	]);
	const all = (pick: (row: Row) => Known[]): string => counts(rows.flatMap(pick));
	const sources = rows.map(({ path, source }) => ({ name: path, source }));
	const sum = [
		'**Together**',
		counts(sources),
		all((row) => row.parameters),
		all((row) => row.body),
		all((row) => row.answer),
		'',
	];
	const titles = ['Endpoint', 'Source', 'Parameters', 'Body fields', 'Answer fields', 'Used by'];
	return `## Overview\n\n${table(titles, [...lines, sum])}`;
}

function envelopePart(rows: readonly Row[]): string {
	const kinds = [...new Set(rows.map(({ envelope }) => envelope))];
	const lines = kinds.map((kind) => {
		const first = rows.find(({ envelope }) => envelope === kind);
		return [
			envelopes[kind] ?? kind,
			counts(first?.wrapping ?? []),
			(first?.wrapping ?? []).map(({ name }) => `\`${name}\``).join(', '),
		];
	});
	return `## Envelopes\n\n${table(['Envelope', 'Fields', 'Names'], lines)}`;
}

/** How well a body or an answer is known as a whole, in words. */
function inWords({ why, like }: DescribedShape): string {
	if (like === null) return why;
	const other = `[\`${like.method} ${like.path}\`](#${anchorOf(like)})`;
	return [why, `The shape is that of ${other} and is **assumed** here.`].filter((text) => text !== '').join(' ');
}

function fieldList(what: 'body' | 'answer', list: readonly Known[], shape: DescribedShape | null): string {
	const words = shape === null ? '' : inWords(shape);
	if (list.length === 0) return shape === null ? '' : `Fields of the ${what}: none (${shape.source}). ${words}`.trim();
	const title = words === '' ? `Fields of the ${what}:` : `Fields of the ${what}. ${words}`;
	const lines = sourceNames.flatMap((name) => {
		const names = list.filter(({ source }) => source === name).map((field) => `\`${field.name}\``);
		return names.length === 0 ? [] : [`- ${name} (${names.length}): ${names.join(', ')}`];
	});
	return `${title}\n\n${lines.join('\n')}`;
}

function keysOf({ keyTypes, scope, open }: Row): string {
	if (open) return 'anybody with the subscription key, without a token and outside the rate limit';
	const types =
		keyTypes.length === 0 ? 'any key type' : `key type ${keyTypes.map((type) => `\`${type}\``).join(' or ')}`;
	return scope === null ? types : `${types} with the scope \`${scope}\``;
}

function section(row: Row): string {
	const parameters = row.parameters.map(({ name, in: place, type, required, source, notes }) => [
		`\`${name}\``,
		place,
		type,
		required ? 'yes' : '',
		source,
		notes,
	]);
	const envelope = `${envelopes[row.envelope] ?? row.envelope} envelope${row.envelopeSource === 'documented' ? '' : ` (${row.envelopeSource})`}`;
	const facts = [
		`${row.summary} The endpoint is **${row.source}**.`,
		[
			`- Sandbox: open to ${keysOf(row)}; ${envelope}. ${row.answerNote}`.trim(),
			...(row.pageSize === '' ? [] : [`- Page size: ${row.pageSize}`]),
			...(row.ids === '' ? [] : [`- Rows are identified by: ${row.ids}`]),
			`- Used by: ${reachedBy(row)}`,
		].join('\n'),
	];
	return [
		`### ${row.method} ${row.path}`,
		...facts,
		parameters.length === 0 ? '' : table(['Parameter', 'In', 'Type', 'Required', 'Source', 'Notes'], parameters),
		fieldList('body', row.body, row.bodyShape),
		fieldList('answer', row.answer, row.answerShape),
	]
		.filter((part) => part !== '')
		.join('\n\n');
}

/** The assumptions about the end of a list. */
function listEnds(): string[] {
	const meanings = (['end', 'total'] as const).flatMap((name) =>
		Object.entries(choiceTable[name].values).map(([value, words]) => [
			`\`${name}=${value}\``,
			`${choiceTable[name].about}: ${words}`,
			'assumed',
		]),
	);
	return [
		'## How a list ends',
		'Neither source says how a list ends, or what a total counts. A list ends if the field for the next page is null or blank, if a page isn’t full, or if a page is empty. If a full page doesn’t mention a next one, the package can’t tell: it shows a warning, and `listEnd` in Service Details settles the question. The sandbox simulates each of these, and `npm run compare` finds out how a service behaves.',
		table(['Choice of the sandbox', 'Meaning', 'Source'], meanings),
	];
}

/** The readings that no source gives. */
function readyFor(): string[] {
	return [
		'## Guesses',
		'If the sources leave a question open, the package relies on one answer, in the files listed in this table. It supports a second answer only if the wrong one would look right. The sandbox simulates several answers to each question, and `npm run compare` prints those that it found.',
		table(['Guess', 'Question', 'Simulated answers', 'Files of the package (code lines)', 'Lines'], guessRows()),
	];
}

export function page(rows: readonly Row[], fields: FieldTables): string {
	const parts = [
		head.trimEnd(),
		overview(rows),
		envelopePart(rows),
		...general(loadDescription(), rows),
		...listEnds(),
		...readyFor(),
		...fieldsPart(fields),
		'## Endpoints',
		...rows.map(section),
	];
	return `${parts.join('\n\n')}\n`;
}
