// docs/reference/operations.md: the fields, options and output of each operation and event.
import fs from 'node:fs';
import path from 'node:path';
import type { INodeProperties } from 'n8n-workflow';
import { inClone } from '../../kit/lib/paths.mts';
import { describeService, keyOf } from './description.mts';
import { FIELD_TITLES, fieldRows } from './fieldRows.mts';
import type { PackageContract, PackageEvents, PackageNodes, PackageResources } from './sources.mts';
import { anchorOf, table } from './table.mts';

export interface Forms {
	contract: PackageContract;
	resources: PackageResources;
	events: PackageEvents;
	/** The three nodes: action, trigger, watch trigger. */
	nodes: PackageNodes;
}

interface Schema {
	type?: string;
	properties?: Record<string, Schema>;
	items?: Schema;
}

const HEAD = `# Operations and events

<!-- Made by \`npm run docs\` from the forms and the output previews. Change those, not this page. -->

This page lists the fields, options and output of each operation and event. *Name* is the parameter’s name in a workflow’s JSON. An option has an effect only if you add it to its collection; *Default* is the value that it then has.
*Returns* is the output that the editor shows as a preview, with *Simplify* on if there is one. Other options change it. [Credentials](../credentials.md#what-each-key-gives-access-to) lists the key that each operation needs. [Service coverage](service-coverage.md) lists what we know about each endpoint.`;

const previews = inClone('nodes', 'WorkforceOperations', '__schema__');

function preview(file: string): Schema {
	return JSON.parse(fs.readFileSync(path.join(previews, file), 'utf8')) as Schema;
}

/** `name` string, `rate` (object: …) */
function inWords({ properties = {} }: Schema): string {
	const kind = ({ type = 'anything', properties: inner, items }: Schema): string => {
		if (inner !== undefined) return ` (object: ${inWords({ properties: inner })})`;
		if (items?.properties !== undefined) return ` (list of objects: ${inWords(items)})`;
		return items?.type === undefined ? ` ${type}` : ` (list of ${items.type})`;
	};
	return Object.entries(properties)
		.map(([name, schema]) => `\`${name}\`${kind(schema)}`)
		.join(', ');
}

const fieldsPart = (properties: readonly INodeProperties[], known: Record<string, string>): string => {
	const rows = fieldRows(properties, known);
	return rows.length === 0 ? 'No fields.' : table(FIELD_TITLES, rows);
};

const sentence = (text: string): string => (/[.!?]$/.test(text) ? text : `${text}.`);

function operationParts({ contract, resources: { resources }, nodes: [node] }: Forms): string[] {
	const described = describeService();
	return resources.flatMap(({ value: resource, name: title, operations }) =>
		operations.flatMap(({ value, name, description, endpoint }) => {
			const row = endpoint === undefined ? undefined : contract.endpoints[endpoint];
			// Under the names of the service document, as the other page has it.
			const known = row && described.find(({ key }) => key === keyOf(row.method, row.path));
			const service =
				row === undefined || known === undefined
					? ''
					: ` Needs: ${contract.accessInShort(row.access)}. [\`${known.method} ${known.path}\`](service-coverage.md#${anchorOf(known)})`;
			const returned = inWords(preview(path.join('v1.0.0', resource, `${value}.json`)));
			return [
				`### ${title}: ${name}`,
				`\`resource\` \`${resource}\`, \`operation\` \`${value}\`. ${sentence(description)}${service}`,
				fieldsPart(node.properties, { resource, operation: value }),
				`Returns: ${returned === '' ? 'the service’s answer' : returned}.`,
			];
		}),
	);
}

function triggerParts({ contract: { eventCatalogue }, nodes: [, trigger] }: Forms): string[] {
	return [
		'Every event has the same fields, and returns one item for each delivery.',
		fieldsPart(trigger.properties, {}),
		table(
			['Event', 'Value', 'When', 'ID in the item'],
			eventCatalogue.map(({ name, value, description, identifier }) => [
				name,
				`\`${value}\``,
				description,
				`\`${identifier}\``,
			]),
		),
		`Returns: ${inWords(preview('v1.1.0.json'))}. \`payload\` is what the service sent.`,
	];
}

function watchParts({ contract, resources: { resources }, events: { watchedEvents }, nodes }: Forms): string[] {
	const { properties } = nodes[2];
	const returned = inWords(preview('v1.2.0.json'));
	return [
		`Every event returns one item for each finding: ${returned}, numbers beside the reason, and the record’s fields at the top. n8n’s own field *Poll Times* sets how often it polls.`,
		...watchedEvents.flatMap(({ value, name, description, endpoint, simple }) => {
			const [resource = '', operation = ''] = endpoint.split('.');
			const list = resources.find((one) => one.value === resource);
			const title = `${list?.name ?? ''}: ${list?.operations.find((one) => one.value === operation)?.name ?? ''}`;
			const whole = `the whole record of [${title}](#${anchorOf(title)})`;
			return [
				`### ${name}`,
				`\`event\` \`${value}\`. ${sentence(description)} Needs: ${contract.accessInShort(contract.endpoints[endpoint].access)}.`,
				fieldsPart(properties, { event: value }),
				`Returns: \`watch\`, and ${simple === undefined ? whole : `with *Simplify* ${simple.map((field) => `\`${field}\``).join(', ')}; without it ${whole}`}.`,
			];
		}),
	];
}

export function operationsPage(forms: Forms): string {
	const [node, trigger, watch] = forms.nodes.map(({ displayName }) => `## ${displayName}`);
	const parts = [HEAD, node, ...operationParts(forms), trigger, ...triggerParts(forms), watch, ...watchParts(forms)];
	return `${parts.join('\n\n')}\n`;
}

/** The README with a row for each set of operations; resources that have the same ones share it. */
export function withOperations(readme: string, { resources }: PackageResources): string {
	const names = new Map<string, string[]>();
	for (const { name, operations } of resources) {
		const has = operations.map((operation) => operation.name).join(', ');
		names.set(has, [...(names.get(has) ?? []), name]);
	}
	const rows = [...names].map(([has, these]) => [these.join(', '), has]);
	const made = table(['Resource', 'Operations'], rows);
	return readme.replace(/^\| Resource \| Operations \|\n(?:\|.*\n)+/m, () => `${made}\n`);
}
