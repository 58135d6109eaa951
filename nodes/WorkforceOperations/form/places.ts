import type { INodeProperties } from 'n8n-workflow';
import { isJsonObject } from '../contract';
import type { Item } from './item';

/** A field's place in the form: at the top level, or in a collection. */
export interface FieldPlace {
	collection?: string;
	field: INodeProperties;
}

export function placesOf(fields: readonly INodeProperties[]): FieldPlace[] {
	return fields.flatMap((field): FieldPlace[] => {
		if (field.type !== 'collection') return [{ field }];
		const entries = (field.options ?? []).filter((entry): entry is INodeProperties => 'type' in entry);
		return entries.map((entry) => ({ collection: field.name, field: entry }));
	});
}

function valueAt({ collection, field }: FieldPlace, get: (name: string) => unknown): unknown {
	const held = get(collection ?? field.name);
	if (collection === undefined) return held;
	return isJsonObject(held) ? held[field.name] : undefined;
}

export const givenAt = (item: Item, place: FieldPlace): unknown => valueAt(place, (name) => item.get(name, ''));

/** Whether a person picked the value from the list. Values from a model are expressions, so they don't count. */
export function isPicked({ node: { parameters } }: Item, place: FieldPlace): boolean {
	const raw = valueAt(place, (name) => parameters[name]);
	return isJsonObject(raw) && raw.mode === 'list' && !String(raw.value).startsWith('=');
}

/** The item with these values instead of the given ones. */
export function withValues<Of extends Item>(item: Of, values: ReadonlyMap<FieldPlace, unknown>): Of {
	const get = (name: string, fallback: unknown): unknown => {
		let held = item.get(name, fallback);
		for (const [{ collection, field }, value] of values) {
			if (collection === undefined && field.name === name) held = value;
			else if (collection === name && isJsonObject(held)) held = { ...held, [field.name]: value };
		}
		return held;
	};
	return { ...item, get };
}
