// Joins the hand-written parts in this folder to `sandbox/openapi.yaml`. Run it after a change of a part:
//   npm run docs
import { readdirSync, writeFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { stringify } from 'yaml';
import { descriptionFile } from './load.mts';
import { readPart } from './part.mts';

interface Part {
	paths?: Record<string, unknown>;
	webhooks?: Record<string, unknown>;
	/** Facts about all endpoints, by topic. */
	'x-facts'?: Record<string, unknown>;
	components?: Record<string, Record<string, unknown>>;
	[key: string]: unknown;
}

const folder = fileURLToPath(new URL('.', import.meta.url));
const heading =
	'# Made by sandbox/description/bundle.mts from the parts in sandbox/description; change those, not this file.\n';

/** The whole description as text; throws if two parts define the same thing. */
export function bundle(): string {
	const names = readdirSync(folder).filter((name) => name.endsWith('.yaml') && name !== 'base.yaml');
	const base = readPart(folder, 'base.yaml');
	const whole: Part = base.content;
	const references = [...base.references];
	whole.paths = {};
	whole.webhooks = {};
	whole['x-facts'] = {};
	for (const name of names.sort()) {
		const read = readPart(folder, name);
		const part: Part = read.content;
		references.push(...read.references);
		addAll(whole.paths, part.paths ?? {}, name);
		addAll(whole.webhooks, part.webhooks ?? {}, name);
		addAll(whole['x-facts'], part['x-facts'] ?? {}, name);
		for (const [kind, entries] of Object.entries(part.components ?? {})) {
			whole.components ??= {};
			whole.components[kind] ??= {};
			addAll(whole.components[kind], entries, name);
		}
	}
	for (const { target, place } of references)
		if (!leadsSomewhere(whole, target)) throw new Error(`${place}: ${target} does not exist`);
	return heading + stringify(whole, { lineWidth: 0, aliasDuplicateObjects: false });
}

/** Whether `#/components/schemas/Site` is in the whole description. */
function leadsSomewhere(whole: Part, target: string): boolean {
	const [start, kind = '', name = '', ...rest] = target.split('/').slice(1);
	return start === 'components' && rest.length === 0 && name in (whole.components?.[kind] ?? {});
}

function addAll(target: Record<string, unknown>, entries: Record<string, unknown>, name: string): void {
	for (const [key, value] of Object.entries(entries)) {
		if (key in target) throw new Error(`sandbox/description/${name} defines ${key} a second time`);
		target[key] = value;
	}
}

/** Writes the whole description to its file. */
export const writeBundle = (): void => writeFileSync(descriptionFile, bundle());
