import type { IDataObject } from 'n8n-workflow';
import { firstFew, isBlank, nameKey, splitList } from '../contract';
import { inputError, plain } from '../form/item';
import { NAMES_OF } from '../form/namedLists';
import { type FieldPlace, givenAt, isPicked, placesOf, withValues } from '../form/places';
import { wellFormed } from '../form/read';
import { type NamedList, type NamedRecord, namesFor } from './nameLookup';
import { ownWords } from './shownToAgent';
import type { ItemOperation, OperationItem, Outcome } from './types';

/** The maximum number of candidates shown if several records have a name, or none. */
const MOST_CANDIDATES = 5;

const LONGEST_SHOWN = 80;

/** Text for messages: on one line, and with a maximum length. */
const shownText = (text: string): string => [...text.replace(/\s+/g, ' ')].slice(0, LONGEST_SHOWN).join('').trim();

/** A candidate in words; undefined if it is too long, or has something that an agent may not see. */
function inWords(item: OperationItem, { id, name, customerName, isActive }: NamedRecord): string | undefined {
	const isShowable = (text: string): boolean =>
		text.length <= LONGEST_SHOWN && (item.view?.words(text) ?? text) === text;
	if (![name, customerName ?? ''].every(isShowable)) return undefined;
	const more = [customerName, isActive === false ? 'inactive' : undefined].filter((part) => part !== undefined);
	return `${id} “${shownText(name)}”${more.length === 0 ? '' : ` (${more.map(shownText).join(', ')})`}`;
}

/** What was given, and the ID that it was resolved to. Without a name, it was an ID already. */
type Taken = Record<'given' | 'id', string> & { name?: string };

const isId = (text: string): boolean => /^\d+$/.test(text);

const asId = (id: string): Taken => ({ given: id, id });

const idsOf = (those: readonly Taken[]): string[] => [...new Set(those.map(({ id }) => id))];

/**
 * The records with exactly this name, regardless of letter case, spaces and punctuation. If there are none, those whose
 * names contain it. The shortest names come first.
 */
function alikeIn({ byKey }: NamedList, text: string): NamedRecord[] {
	const key = nameKey(text);
	const holding = [...byKey].flatMap(([other, those]) => (key !== '' && other.includes(key) ? [...those] : []));
	return [...new Set(byKey.get(key) ?? holding)].sort((one, other) => one.name.length - other.name.length);
}

/** Resolves text to an ID. Throws, with candidates, unless exactly one record has the name. */
function taken(item: OperationItem, argument: string, list: NamedList, text: string): Taken {
	const { what, entries, byKey, doubt, idsFrom, among } = list;
	const given = shownText(text);
	// A user's ID may be any text.
	const known = among === undefined ? undefined : entries.get(text);
	const alike = known === undefined ? alikeIn(list, text) : [known];
	if (among !== undefined && alike.length === 0 && !/[@\s]/.test(text)) {
		item.hints.say(`“${given}” was treated as a user ID, because nobody in ${among} has this name.`);
		return asId(text);
	}
	const isSame = known !== undefined || byKey.has(nameKey(text));
	const [one, ...others] = alike;
	if (one !== undefined && isSame && others.length === 0 && doubt === undefined) {
		if (among !== undefined) item.hints.say(`“${given}” was found in ${among}.`);
		return { given, id: one.id, name: one.name };
	}
	const none =
		one === undefined ? `None of the ${entries.size} ${what} is called` : `None of the ${what} is called exactly`;
	const message = isSame ? `${alike.length} ${what} are called “${given}”` : `${none} “${given}”`;
	const showable = alike.filter((each) => inWords(item, each) !== undefined).slice(0, MOST_CANDIDATES);
	const left = alike.length - showable.length;
	const shown = showable.map((each) => inWords(item, each)).join('; ');
	const words =
		shown === ''
			? `Call again with ${doubt === undefined ? 'the name as spelled in the service, or ' : ''}${idsFrom}.`
			: `Call again with the ID of one of these: ${shown}${left > 0 ? `; and ${left} more` : ''}.`;
	const why = doubt === undefined ? message : `“${given}” can’t be matched with certainty: ${doubt}`;
	throw Object.assign(inputError(item, why, words), { candidates: { [argument]: showable } });
}

/**
 * Resolves parts such as “Coral Coast Library; Smith, Jones & Co”. The longest known name is used, because a name may
 * contain a comma.
 */
function longestTaken(item: OperationItem, argument: string, list: NamedList, parts: readonly string[]): Taken[] {
	const longest = Math.max(...[...list.byKey.keys()].map(({ length }) => length));
	const all: Taken[] = [];
	for (let start = 0, behind = 0; start < parts.length; start = behind) {
		behind = start + 1;
		for (let [end, key] = [start, '']; end < parts.length && key.length <= longest; end++) {
			key += nameKey(parts[end] ?? '');
			if (list.byKey.has(key)) behind = end + 1;
		}
		const given = parts.slice(start, behind).join(', ');
		all.push(isId(given) ? asId(given) : taken(item, argument, list, given));
	}
	return all;
}

/** Resolves the values of a field. Empty if the field is, or if it has values that can't be names. */
async function takenAt(item: OperationItem, place: FieldPlace, customerId: string | undefined): Promise<Taken[]> {
	const { name, type, displayName } = place.field;
	const given = [givenAt(item, place)].flat();
	const filled = given.map(plain).filter((entry) => !isBlank(entry));
	if (!filled.every((entry) => typeof entry === 'string' || typeof entry === 'number')) return [];
	const texts = filled.map((entry) => wellFormed(item, String(entry).trim(), displayName));
	if (isPicked(item, place)) return texts.map(asId);
	const parts = texts.map((text) => (type === 'multiOptions' ? splitList(text) : [text]));
	const list = parts.flat().every(isId) ? undefined : await namesFor(item, name, customerId);
	const those = parts.flatMap((some) => (list === undefined ? some.map(asId) : longestTaken(item, name, list, some)));
	const ids = idsOf(those.filter((each) => each.name === undefined && isId(each.id)));
	if (ids.length > 0) item.hints.say(`${name} ${firstFew(ids)}: a number is treated as an ID, not as a name.`);
	return those;
}

/**
 * Runs a read for an AI agent, which may give names instead of IDs. Its answer says which records they were resolved
 * to.
 */
export async function runWithNames(operation: ItemOperation, item: OperationItem): Promise<Outcome[]> {
	const ids = new Map<FieldPlace, unknown>();
	const resolved = ownWords<IDataObject>({});
	let customerId: string | undefined;
	const places = placesOf(operation.fields);
	for (const place of Object.keys(NAMES_OF).flatMap((name) => places.filter(({ field }) => field.name === name))) {
		const { name, type } = place.field;
		const those = await takenAt(item, place, customerId);
		if (those.length === 0) continue;
		const [one, ...others] = idsOf(those);
		ids.set(place, type === 'multiOptions' ? [one, ...others] : one);
		if (name === 'customerId') customerId = others.length === 0 ? one : undefined;
		const named = those.filter((each) => each.name !== undefined);
		if (named.length > 0) resolved[name] = named.length === 1 ? named[0] : named;
	}
	const outcomes = await operation.run(withValues(item, ids));
	if (Object.keys(resolved).length === 0) return outcomes;
	return outcomes.map((outcome) => ({ ...outcome, json: { ...outcome.json, resolved } }));
}
