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

What this package and its sandbox know of the service, and from where:

- **documented**: the service document says so;
- **published**: the operator's public reference says so;
- **said**: the operator's [help centre](#help-centre) says so, of its screens; no field rests on it alone;
- **assumed**: none of them does. The sandbox and the package had to choose, and may be wrong.

Numbers in the overview are documented · published · assumed. Fields of a body or an answer count by what is known of them at that very
endpoint: where the sources show a record for another endpoint only, it is assumed, and the section of the endpoint says so. Fields of the
envelope are counted apart, once per envelope. Behaviour that is assumed (order of checks, states, retries and so on) is listed in
[the sandbox's README](../../sandbox/README.md#what-is-assumed).
\`npm run compare\` holds all of it against the real service.

*Reached by* is read from the package's sources: first the operations that are made of the endpoint, then whatever else sends it, if only with
an option (*Include Rates*, licences by columns) or to look something up. Besides, *Custom Request* reaches every path.

Every endpoint is tested by the walks over [every call of the sandbox](../../test/sandbox/calls.mts) and
[every operation of the node](../../test/engine/support/everyOperation.mts).
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
	const titles = ['Endpoint', 'Known from', 'Parameters', 'Body fields', 'Answer fields', 'Reached by'];
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

/** What is known of a body or an answer as a whole, in words. */
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
			...(row.ids === '' ? [] : [`- Rows are told apart by: ${row.ids}`]),
			`- Reached by: ${reachedBy(row)}`,
		].join('\n'),
	];
	return [
		`### ${row.method} ${row.path}`,
		...facts,
		parameters.length === 0 ? '' : table(['Parameter', 'In', 'Type', 'Required', 'Known from', 'Notes'], parameters),
		fieldList('body', row.body, row.bodyShape),
		fieldList('answer', row.answer, row.answerShape),
	]
		.filter((part) => part !== '')
		.join('\n\n');
}

/** What is assumed of the end of a list. */
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
		'Neither source says what stands for “no more”, nor what a total counts. A list ends where the field for the next page is null or blank, on a page that isn’t full, or on an empty page. Where a full page says nothing of a next one, the list is undecided (a warning; `listEnd` in Service Details settles it). The sandbox plays each of these, and `npm run compare` finds which one a service has.',
		table(['Choice of the sandbox', 'Meaning', 'Known from'], meanings),
	];
}

/** The readings that no source gives. */
function readyFor(): string[] {
	return [
		'## What is a guess',
		'Where the sources leave a question open, the package holds one reading, in the files of this table. A second one stays only where the wrong one would look like a right answer. The sandbox plays several answers to each question, and `npm run compare` ends with those that it found.',
		table(['Guess', 'Is about', 'Answers that are played', 'Files of the package (code lines)', 'Lines'], guessRows()),
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
