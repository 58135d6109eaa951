import type { IDataObject, INodeProperties } from 'n8n-workflow';
import { endpoints, idOf, isBlank, isJsonObject, nameKey, splitList } from '../contract';
import { collection, plain } from '../form/item';
import { NAMED, type NamedFields } from '../form/namedLists';
import { moment, wellFormed } from '../form/read';
import { alikeIn, listOfNames, type NamedList, type NamedRecord, namesAt, shownText, theOne } from './nameLookup';
import { idsShown, type ItemOperation, type OperationItem, type Outcome } from './types';
import { collect } from '../transport';

/** Events in which a user is looked for: one request. */
const MOST_EVENTS = 500;

/** “dana.whitlock” of an address. */
const mailboxOf = (address: string): string => address.split('@')[0] ?? '';

/** What a text stands for, and the events in which that was looked for. */
interface UserRead {
	/** Undefined for an ID, which may be any text. */
	user?: NamedRecord;
	among: string;
}

/**
 * The user of an address, or of the name in one, among the newest login events of the period that is asked for: nothing else
 * lists users. Throws where several fit, or none.
 */
async function userRead(item: OperationItem, text: string): Promise<UserRead> {
	const { from, to } = collection(item, 'filters');
	const query = { from: moment(item, from, 'From'), to: moment(item, to, 'To', true) };
	const call = { endpoint: endpoints['loginAudit.getAll'], query, itemIndex: item.itemIndex };
	const { records } = await collect(item.connection, call, { limit: MOST_EVENTS, largest: MOST_EVENTS });
	const all = records.flatMap(({ userId, emailAttempted }) => {
		const [id, name] = [userId, emailAttempted].map(idOf);
		if (id === undefined || id === '0' || name === undefined) return [];
		return [{ named: { id, name }, names: [name, mailboxOf(name)] }];
	});
	const among = `the ${records.length} login events that were read`;
	const list = listOfNames({ argument: 'userId', what: `users in ${among}`, idsFrom: '“userId” of an event' }, all);
	const isKnown = list.entries.some(({ id }) => id === text);
	const mayBeId = !/[@\s]/.test(text) && alikeIn(list, text).length === 0;
	return isKnown || mayBeId ? { among } : { user: theOne(item, list, text), among };
}

/** Fields that take a name in place of an ID; customers first, because sites are looked for among those of the customer. */
const ARGUMENTS: Readonly<Record<string, NamedFields>> = {
	customerId: NAMED.customers,
	siteId: NAMED.sites,
	siteIds: NAMED.sites,
	employeeId: NAMED.employees,
	formTemplateId: NAMED.formTemplates,
};

/** A user is in no list but that of the login events. */
const USER = 'userId';

const isId = (text: string): boolean => /^\d+$/.test(text);

/** A field that takes a name, and the collection that it stands in. */
interface Place {
	collection?: string;
	field: INodeProperties;
}

function placesOf(fields: readonly INodeProperties[]): Place[] {
	const places = fields.flatMap((field): Place[] =>
		field.type === 'collection'
			? (field.options ?? []).flatMap((entry) =>
					'displayName' in entry && 'type' in entry ? [{ collection: field.name, field: entry }] : [],
				)
			: [{ field }],
	);
	return [...Object.keys(ARGUMENTS), USER].flatMap((argument) => places.filter(({ field }) => field.name === argument));
}

/** What was given at a place as texts; none where it is empty, or nothing that can be a name. */
function textsAt(item: OperationItem, { collection, field }: Place): string[] {
	const held = item.get(collection ?? field.name, '');
	const value = collection === undefined ? held : isJsonObject(held) ? held[field.name] : '';
	const entries: unknown[] = (Array.isArray(value) ? value : [value]).map(plain).filter((entry) => !isBlank(entry));
	const isText = (entry: unknown): boolean => typeof entry === 'string' || typeof entry === 'number';
	return entries.every(isText) ? entries.map((entry) => wellFormed(item, String(entry).trim(), field.displayName)) : [];
}

/** Whether a person has chosen it from the list, which nothing that a model fills is. */
function isPicked({ node: { parameters } }: OperationItem, { collection, field }: Place): boolean {
	const within: unknown = collection === undefined ? parameters : parameters[collection];
	const raw = isJsonObject(within) ? within[field.name] : undefined;
	return isJsonObject(raw) && raw.mode === 'list' && !String(raw.value).startsWith('=');
}

/** What was given, and the ID that it was taken for. */
interface Taken {
	given: string;
	id: string;
	/** Absent for what was an ID already. */
	name?: string;
}

const asId = (id: string): Taken => ({ given: id, id });

const takenAs = (given: string, { id, name }: NamedRecord): Taken => ({ given: shownText(given), id, name });

/**
 * The names of a text such as “Coral Coast Library; Smith, Jones & Co”: always the longest that is known, because a name may
 * hold a comma. Throws for the first that isn't known.
 */
async function severalIn(item: OperationItem, text: string, list: () => Promise<NamedList>): Promise<Taken[]> {
	const parts = splitList(text);
	if (parts.every(isId)) return parts.map(asId);
	const known = await list();
	const longest = Math.max(...[...known.byKey.keys()].map(({ length }) => length));
	const taken: Taken[] = [];
	for (let start = 0, behind = 0; start < parts.length; start = behind) {
		behind = start + 1;
		for (let [end, key] = [start, '']; end < parts.length && key.length <= longest; end++) {
			key += nameKey(parts[end] ?? '');
			if (known.byKey.has(key)) behind = end + 1;
		}
		const given = parts.slice(start, behind).join(', ');
		taken.push(isId(given) ? asId(given) : takenAs(given, theOne(item, known, given)));
	}
	return taken;
}

async function userIn(item: OperationItem, text: string): Promise<Taken> {
	const { user, among } = await userRead(item, text);
	item.hints.say(
		`“${shownText(text)}” was ${user ? 'found among' : 'taken for a user ID: nobody has this name among'} ${among}.`,
	);
	return user ? takenAs(text, user) : asId(text);
}

/** What the texts at a place stand for; sites are looked for among those of the customer, if there is one. */
async function takenAt(
	item: OperationItem,
	{ field: { name: argument, type } }: Place,
	texts: readonly string[],
	customerId: string | undefined,
): Promise<Taken[]> {
	const naming = ARGUMENTS[argument];
	if (naming === undefined)
		return await Promise.all(texts.map(async (text) => (isId(text) ? asId(text) : await userIn(item, text))));
	const within = naming === NAMED.sites ? customerId : undefined;
	const list = async (): Promise<NamedList> => await namesAt(item, { argument, naming, customerId: within });
	const one = async (text: string): Promise<Taken[]> =>
		isId(text) ? [asId(text)] : [takenAs(text, theOne(item, await list(), text))];
	const taken = texts.map(async (text) =>
		type === 'multiOptions' ? await severalIn(item, text, list) : await one(text),
	);
	return (await Promise.all(taken)).flat();
}

const idsOf = (taken: readonly Taken[]): string[] => [...new Set(taken.map(({ id }) => id))];

/** The item with IDs where names were given. */
function withIds(item: OperationItem, taken: ReadonlyMap<Place, Taken[]>): OperationItem {
	const get = (name: string, fallback: unknown): unknown => {
		let value = item.get(name, fallback);
		for (const [{ collection, field }, those] of taken) {
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
	const taken = new Map<Place, Taken[]>();
	let customerId: string | undefined;
	const resolved: IDataObject = {};
	for (const place of placesOf(operation.fields)) {
		const texts = textsAt(item, place);
		const { name: argument } = place.field;
		const picked = isPicked(item, place);
		if (texts.length === 0 || (picked && argument === USER)) continue;
		const those = await takenAt(item, place, texts, customerId);
		taken.set(place, those);
		const ids = idsOf(those);
		if (argument === 'customerId') customerId = ids.length === 1 ? ids[0] : undefined;
		const [one, ...others] = those.filter(({ name }) => name !== undefined);
		if (one !== undefined)
			resolved[argument] = others.length === 0 ? { ...one } : [one, ...others].map((each) => ({ ...each }));
		const given = ids.filter((id) => isId(id) && those.some((each) => each.id === id && each.name === undefined));
		if (given.length > 0 && !picked) item.hints.say(`${argument} ${idsShown(given)}: taken for an ID, not for a name.`);
	}
	const outcomes = await operation.run(withIds(item, taken));
	if (Object.keys(resolved).length === 0) return outcomes;
	return outcomes.map((outcome) => ({ ...outcome, json: { ...outcome.json, resolved } }));
}
