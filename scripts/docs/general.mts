// The part of the coverage page that is about no single endpoint: headers, key types, claims, limits, errors, notifications.
import { choiceMarkdown } from '../../sandbox/core/choices.mts';
import type { Description, Fact } from '../../sandbox/description/load.mts';
import { fieldsOf, type Described } from './description.mts';
import { factSources } from './known.mts';
import { table } from './table.mts';

export function factsOf(description: Description, topic: string): string[][] {
	const list: Fact[] | undefined = description['x-facts'][topic];
	if (list === undefined) throw new Error(`openapi.yaml: x-facts has nothing on ${topic}`);
	return list.map(({ name, meaning, source }) => {
		if (!factSources.some((known) => known === source))
			throw new Error(`openapi.yaml, ${topic}, ${name}: source must be one of ${factSources.join(', ')}`);
		return [['Limits', 'Help centre'].includes(topic) ? String(name) : `\`${name}\``, meaning, source];
	});
}

/** Key type → the endpoints it has access to. */
function keyTypes(rows: readonly Described[]): string[][] {
	const guarded = rows.filter(({ open }) => !open);
	const names = [...new Set(guarded.flatMap((row) => row.keyTypes))].sort();
	const paths = (list: readonly Described[]): string =>
		[...new Set(list.map(({ method, path }) => `\`${method} ${path}\``))].join(', ');
	const scopes = [...new Set(guarded.flatMap(({ scope }) => (scope === null ? [] : [scope])))];
	return [
		...names.map((name) => [`\`${name}\``, paths(guarded.filter((row) => row.keyTypes.includes(name)))]),
		...scopes.map((scope) => [`any, with the scope \`${scope}\``, paths(guarded.filter((row) => row.scope === scope))]),
		['any', paths(guarded.filter((row) => row.keyTypes.length === 0 && row.scope === null))],
	];
}

/** The known facts about page sizes, from the parameters themselves. */
const pageSizes = (rows: readonly Described[]): string[][] =>
	rows.flatMap(({ method, path, parameters }) =>
		parameters
			.filter(({ name }) => ['limit', 'pageSize', 'take'].includes(name))
			.map(({ name, notes, source }) => [`\`${name}\` of \`${method} ${path}\``, notes, source]),
	);

function notification(description: Description, name: string): string {
	const post = description.webhooks[name]?.post;
	if (post === undefined) throw new Error(`openapi.yaml: there is no webhook ${name}`);
	const fields = fieldsOf(description, post.requestBody.content?.['application/json']?.schema ?? {});
	return `**${name}**: ${post.summary}\n\n${table(
		['Field', 'Source'],
		fields.map((field) => [`\`${field.name}\``, field.source]),
	)}`;
}

const TITLES = ['Name', 'Meaning', 'Source'];

/** The sections between the envelopes and the endpoints. */
export const general = (description: Description, rows: readonly Described[]): string[] => [
	'## Headers',
	table(TITLES, factsOf(description, 'Headers')),
	'## Key types',
	'The service document says what each key type gives access to. It contradicts itself twice. For webhooks (`developer` in its table, `webhook` in its guide), the package accepts both. For reading staff (`developer`, or any key), it uses `developer`.',
	table(['Key type', 'Gives access to'], keyTypes(rows)),
	'## Claims of a token',
	table(TITLES, factsOf(description, 'Claims')),
	'## Limits',
	table(TITLES, [...factsOf(description, 'Limits'), ...pageSizes(rows)]),
	'## Errors',
	table(TITLES, factsOf(description, 'Errors')),
	'## Help centre',
	'This is what the operator’s help centre says about **the screens**, with article numbers (read in November 2026; most articles are undated). It doesn’t say whether the API behaves the same way.',
	table(TITLES, factsOf(description, 'Help centre')),
	'## Open questions',
	'The sources leave these questions open, or contradict each other. Each answer is **assumed**, and the package works with all of them. The sandbox simulates them, in its two variants or one by one (`--choose isApproved=unapproved`). For some of them, `npm run compare` finds out which answer a service gives.',
	choiceMarkdown().join('\n'),
	'## Notifications',
	`Neither source shows the body; only the identifier is documented. These are the fields that the sandbox sends by default. The choices \`notification\` and \`batch\` simulate other shapes, listed in [the sandbox’s README](../../sandbox/README.md#two-possible-meanings). The trigger passes on everything that it receives; each record of a list becomes an item. It finds the identifier at the top level or one level down.`,
	...Object.keys(description.webhooks).map((name) => notification(description, name)),
];
