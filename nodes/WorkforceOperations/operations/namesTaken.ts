import type { IDataObject, INodeProperties } from 'n8n-workflow';
import { isBlank, isJsonObject, nameKey, splitList } from '../contract';
import { plain } from '../form/item';
import { wellFormed } from '../form/read';
import { alikeIn, ARGUMENTS, type NamedList, namesFor, shownText, theOne } from './nameLookup';
import { ownWords } from './shownToAgent';
import { idsShown, type ItemOperation, type OperationItem, type Outcome } from './types';

const isId = (text: string): boolean => /^\d+$/.test(text);

/** A field that takes a name, and the collection that it stands in. */
interface Place {
	collection?: string;
	field: INodeProperties;
}

function placesOf(fields: readonly INodeProperties[]): Place[] {
	const places = fields.flatMap((field): Place[] => {
		if (field.type !== 'collection') return [{ field }];
		const entries = (field.options ?? []).filter((entry): entry is INodeProperties => 'type' in entry);
		return entries.map((entry) => ({ collection: field.name, field: entry }));
	});
	return ARGUMENTS.flatMap((argument) => places.filter(({ field }) => field.name === argument));
}

function valueAt({ collection, field }: Place, get: (name: string) => unknown): unknown {
	const held = get(collection ?? field.name);
	if (collection === undefined) return held;
	return isJsonObject(held) ? held[field.name] : undefined;
}

/** What was given at a place as texts; none where it is empty, or nothing that can be a name. */
function textsAt(item: OperationItem, place: Place): string[] {
	const entries: unknown[] = [valueAt(place, (name) => item.get(name, ''))].flat();
	const filled = entries.map(plain).filter((entry) => !isBlank(entry));
	const isText = (entry: unknown): boolean => typeof entry === 'string' || typeof entry === 'number';
	if (!filled.every(isText)) return [];
	return filled.map((entry) => wellFormed(item, String(entry).trim(), place.field.displayName));
}

/** Whether a person has chosen it from the list, which nothing that a model fills is. */
function isPicked({ node: { parameters } }: OperationItem, place: Place): boolean {
	const raw = valueAt(place, (name) => parameters[name]);
	return isJsonObject(raw) && raw.mode === 'list' && !String(raw.value).startsWith('=');
}

/** What was given, and the ID that it was taken for; without a name it was an ID already. */
interface Taken {
	given: string;
	id: string;
	name?: string;
}

const asId = (id: string): Taken => ({ given: id, id });

/** What a text was taken for. Throws where several have the name, or none. */
function taken(item: OperationItem, list: NamedList, given: string): Taken {
	const { among, ids } = list;
	const shown = shownText(given);
	if (among !== undefined && (ids.has(given) || (!/[@\s]/.test(given) && alikeIn(list, given).length === 0))) {
		item.hints.say(`“${shown}” was treated as a user ID, because nobody among ${among} has this name.`);
		return asId(given);
	}
	const { id, name } = theOne(item, list, given);
	if (among !== undefined) item.hints.say(`“${shown}” was found among ${among}.`);
	return { given: shown, id, name };
}

/**
 * What parts such as “Coral Coast Library; Smith, Jones & Co” were taken for: always the longest that is known, because a
 * name may hold a comma.
 */
function longestTaken(item: OperationItem, list: NamedList, parts: readonly string[]): Taken[] {
	const longest = Math.max(...[...list.byKey.keys()].map(({ length }) => length));
	const all: Taken[] = [];
	for (let start = 0, behind = 0; start < parts.length; start = behind) {
		behind = start + 1;
		for (let [end, key] = [start, '']; end < parts.length && key.length <= longest; end++) {
			key += nameKey(parts[end] ?? '');
			if (list.byKey.has(key)) behind = end + 1;
		}
		const given = parts.slice(start, behind).join(', ');
		all.push(isId(given) ? asId(given) : taken(item, list, given));
	}
	return all;
}

async function takenAt(item: OperationItem, { field }: Place, texts: string[], customerId?: string): Promise<Taken[]> {
	const parts = texts.map((text) => (field.type === 'multiOptions' ? splitList(text) : [text]));
	if (parts.flat().every(isId)) return parts.flat().map(asId);
	const list = await namesFor(item, field.name, customerId);
	return parts.flatMap((some) => longestTaken(item, list, some));
}

const idsOf = (those: readonly Taken[]): string[] => [...new Set(those.map(({ id }) => id))];

/** The item with IDs where names were given. */
function withIds(item: OperationItem, resolved: ReadonlyMap<Place, Taken[]>): OperationItem {
	const get = (name: string, fallback: unknown): unknown => {
		let value = item.get(name, fallback);
		for (const [{ collection, field }, those] of resolved) {
			const ids = field.type === 'multiOptions' ? idsOf(those) : those[0]?.id;
			if (collection === undefined && field.name === name) value = ids;
			else if (collection === name && isJsonObject(value)) value = { ...value, [field.name]: ids };
		}
		return value;
	};
	return { ...item, get };
}

/** Runs a read for an AI agent, which may give names where the service takes IDs; its answer tells what they were taken for. */
export async function runWithNames(operation: ItemOperation, item: OperationItem): Promise<Outcome[]> {
	const places = new Map<Place, Taken[]>();
	let customerId: string | undefined;
	const resolved = ownWords<IDataObject>({});
	for (const place of placesOf(operation.fields)) {
		const argument = place.field.name;
		const texts = textsAt(item, place);
		if (texts.length === 0) continue;
		const isChosen = isPicked(item, place);
		const those = isChosen ? texts.map(asId) : await takenAt(item, place, texts, customerId);
		places.set(place, those);
		const ids = idsOf(those);
		if (argument === 'customerId') customerId = ids.length === 1 ? ids[0] : undefined;
		const [one, ...others] = those.filter(({ name }) => name !== undefined);
		if (one !== undefined)
			resolved[argument] = others.length === 0 ? { ...one } : [one, ...others].map((each) => ({ ...each }));
		const given = idsOf(those.filter(({ id, name }) => name === undefined && isId(id)));
		if (given.length > 0 && !isChosen)
			item.hints.say(`${argument} ${idsShown(given)}: treated as an ID, not as a name.`);
	}
	const outcomes = await operation.run(withIds(item, places));
	if (Object.keys(resolved).length === 0) return outcomes;
	return outcomes.map((outcome) => ({ ...outcome, json: { ...outcome.json, resolved } }));
}
