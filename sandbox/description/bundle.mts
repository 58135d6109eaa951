// Joins the hand-written parts in this folder to `sandbox/openapi.yaml`. Run it after a change of a part:
//   npm run docs
import { readFileSync, readdirSync, writeFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { parse, stringify } from 'yaml';
import { descriptionFile } from './load.mts';

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

/** The whole description as text; throws when two parts define the same thing. */
export function bundle(): string {
	const names = readdirSync(folder).filter((name) => name.endsWith('.yaml') && name !== 'base.yaml');
	const whole = parse(readFileSync(`${folder}base.yaml`, 'utf8')) as Part;
	whole.paths = {};
	whole.webhooks = {};
	whole['x-facts'] = {};
	for (const name of names.sort()) {
		const part = parse(readFileSync(`${folder}${name}`, 'utf8'), { merge: true }) as Part;
		addAll(whole.paths, part.paths ?? {}, name);
		addAll(whole.webhooks, part.webhooks ?? {}, name);
		addAll(whole['x-facts'], part['x-facts'] ?? {}, name);
		for (const [kind, entries] of Object.entries(part.components ?? {})) {
			whole.components ??= {};
			whole.components[kind] ??= {};
			addAll(whole.components[kind], entries, name);
		}
	}
	return heading + stringify(whole, { lineWidth: 0, aliasDuplicateObjects: false });
}

function addAll(target: Record<string, unknown>, entries: Record<string, unknown>, name: string): void {
	for (const [key, value] of Object.entries(entries)) {
		if (key in target) throw new Error(`${name} defines ${key} a second time`);
		target[key] = value;
	}
}

/** Writes the whole description to its file. */
export const writeBundle = (): void => writeFileSync(descriptionFile, bundle());
