import type { IDataObject } from 'n8n-workflow';
import {
	activeOf,
	endpoints,
	idNamesOf,
	idOf,
	isOpen,
	type JsonObject,
	nameKey,
	nameWithNumber,
	personName,
	valueUnder,
} from '../contract';
import { collection, inputError } from '../form/item';
import { NAMED, type NamedFields } from '../form/namedLists';
import { moment } from '../form/read';
import { type Call, collect, isKind, Problem, settingsFor, settle } from '../transport';
import { cached } from '../transport/cachedLists';
import { collectList } from './listPages';
import type { OperationItem } from './types';

/** Fields that take a name in place of an ID; customers first, because sites are looked for among those of the customer. */
const LISTS: Readonly<Record<string, NamedFields>> = {
	customerId: NAMED.customers,
	siteId: NAMED.sites,
	siteIds: NAMED.sites,
	employeeId: NAMED.employees,
	formTemplateId: NAMED.formTemplates,
};

/** A user is in no list but that of the login events. */
const USER = 'userId';

export const ARGUMENTS = [...Object.keys(LISTS), USER];

/** How many are offered where a name fits several, or none. */
const MOST_CANDIDATES = 5;

const LONGEST_SHOWN = 80;

/** Something with a name and an ID, and what tells it apart from others of the name. */
export interface NamedRecord extends IDataObject {
	id: string;
	name: string;
	customerName?: string;
	isActive?: boolean;
}

export interface NamedList {
	/** The name of the field in the form. */
	argument: string;
	/** What is listed: “sites”. */
	what: string;
	idsFrom: string;
	/** Why nobody can say that a name is the only one; undefined where the list is all. */
	doubt?: string;
	/** Where they were seen, of those that are in no list: any text without a name there is an ID. */
	among?: string;
	ids: ReadonlySet<string>;
	/** For each key of a name who has it. */
	byKey: ReadonlyMap<string, ReadonlySet<NamedRecord>>;
}

/** A list of names from its entries, each with the names that it goes by. */
function listOfNames(
	about: Omit<NamedList, 'ids' | 'byKey'>,
	all: ReadonlyArray<{ named: NamedRecord; names: readonly string[] }>,
): NamedList {
	const [entries, byKey] = [new Map<string, NamedRecord>(), new Map<string, Set<NamedRecord>>()];
	for (const { named, names } of all) {
		const entry = entries.get(named.id) ?? named;
		entries.set(named.id, entry);
		for (const key of names.map(nameKey)) if (key !== '') byKey.set(key, (byKey.get(key) ?? new Set()).add(entry));
	}
	return { ...about, ids: new Set(entries.keys()), byKey };
}

/** A text as messages show it: on one line, and not for ever. */
export const shownText = (text: string): string =>
	[...text.replace(/\s+/g, ' ')].slice(0, LONGEST_SHOWN).join('').trim();

/** A candidate in words; undefined if it can’t be shown in full: too long, or with something that an agent may not see. */
function inWords(item: OperationItem, { id, name, customerName, isActive }: NamedRecord): string | undefined {
	const isShowable = (text: string): boolean =>
		text.length <= LONGEST_SHOWN && (item.view?.words(text) ?? text) === text;
	if (![name, customerName ?? ''].every(isShowable)) return undefined;
	const more = [customerName, isActive === false ? 'inactive' : undefined].filter((part) => part !== undefined);
	return `${id} “${shownText(name)}”${more.length === 0 ? '' : ` (${more.map(shownText).join(', ')})`}`;
}

/** Those of exactly this name, in any letter case and with any blanks and punctuation; else those whose names hold it, the shortest first. */
export function alikeIn({ byKey }: NamedList, text: string): readonly NamedRecord[] {
	const key = nameKey(text);
	const holding =
		key === '' ? [] : [...byKey].filter(([other]) => other.includes(key)).flatMap(([, those]) => [...those]);
	const same = byKey.get(key) ?? holding;
	return [...new Set(same)].sort((one, other) => one.name.length - other.name.length);
}

/** The only one of a name; throws, with those that may be meant, where there isn't exactly one. */
export function theOne(item: OperationItem, list: NamedList, text: string): NamedRecord {
	const { argument, what, ids, byKey, doubt, idsFrom } = list;
	const given = shownText(text);
	const alike = alikeIn(list, text);
	const isSame = byKey.has(nameKey(text));
	const [one, ...others] = alike;
	if (doubt === undefined && isSame && one !== undefined && others.length === 0) return one;
	const message =
		doubt !== undefined
			? `“${given}” can’t be matched for certain: ${doubt}`
			: isSame
				? `${alike.length} ${what} are called “${given}”`
				: `None of the ${one === undefined ? `${ids.size} ` : ''}${what} is called ${one === undefined ? '' : 'exactly '}“${given}”`;
	const showable = alike.filter((each) => inWords(item, each) !== undefined).slice(0, MOST_CANDIDATES);
	const left = alike.length - showable.length;
	const shown = showable.map((each) => inWords(item, each)).join('; ');
	const words =
		shown === ''
			? `Call again with ${doubt === undefined ? 'the name as it is in the service, or ' : ''}the ID: ${idsFrom}.`
			: `Call again with the ID of one of these: ${shown}${left > 0 ? `; and ${left} more` : ''}.`;
	throw Object.assign(inputError(item, message, words), { candidates: { [argument]: showable } });
}

/** What an employee is called: with and without the middle name and the employee number. */
const namesOfPerson = (record: JsonObject): string[] =>
	[
		nameWithNumber(record),
		personName(record, ['firstName', 'middle', 'lastName']),
		personName(record, ['firstName', 'lastName']),
	].filter((name) => name !== undefined);

/** Both halves of a list: what is inactive has a name as well. */
async function readNames(item: OperationItem, argument: string, naming: NamedFields, customerId?: string) {
	const endpoint = endpoints[naming.endpoint];
	const activeOnly = endpoint.query.find(({ name }) => name === 'isActive' || name === 'showActiveOnly')?.name ?? '';
	const call: Call = { endpoint, query: { [activeOnly]: 'false', customerId }, itemIndex: item.itemIndex };
	const { records, incomplete } = await collectList(item.connection, call, {}, { activeOnly }, false);
	const ids = idNamesOf(endpoint.ids ?? [], item.connection.settings.details);
	// Whatever the service filters: a site is of the customer that it names itself.
	const ownerOf = (record: JsonObject): string | undefined => valueUnder(record, ['customerId']);
	const theirs = records.filter(
		(record) => customerId === undefined || [undefined, customerId].includes(ownerOf(record)),
	);
	const all = theirs.flatMap((record) => {
		const id = valueUnder(record, ids);
		const name = valueUnder(record, naming.names);
		const names = name === undefined ? namesOfPerson(record) : [name];
		const named = {
			name: names[0] ?? '',
			customerName: valueUnder(record, ['customerName']),
			isActive: activeOf(record),
		};
		return id === undefined ? [] : [{ named: { id, ...named }, names }];
	});
	const [doubt] = [
		all.length < theirs.length ? `some of the ${naming.what} have no ID` : [],
		customerId !== undefined && theirs.some((record) => ownerOf(record) === undefined)
			? `some of the ${naming.what} don’t say whose they are`
			: [],
		incomplete !== undefined ? `the list of ${naming.what} may be incomplete` : [],
	].flat();
	const what = customerId === undefined ? naming.what : `${naming.what} of customer ${customerId}`;
	return listOfNames({ argument, what, doubt, idsFrom: naming.idsFrom }, all);
}

/** Events in which a user is looked for: one request. */
const MOST_EVENTS = 500;

/** The users in the newest login events of the period that is asked for: nothing else lists users. */
async function readUsers(item: OperationItem): Promise<NamedList> {
	const { from, to } = collection(item, 'filters');
	const query = { from: moment(item, from, 'From'), to: moment(item, to, 'To', true) };
	const call = { endpoint: endpoints['loginAudit.getAll'], query, itemIndex: item.itemIndex };
	const { records } = await collect(item.connection, call, { limit: MOST_EVENTS, largest: MOST_EVENTS });
	const all = records.flatMap(({ userId, emailAttempted }) => {
		const [id, name] = [userId, emailAttempted].map(idOf);
		if (id === undefined || id === '0' || name === undefined) return [];
		// “dana.whitlock” of an address.
		return [{ named: { id, name }, names: [name, name.split('@')[0] ?? ''] }];
	});
	const among = `the ${records.length} login events that were read`;
	return listOfNames({ argument: USER, what: `users in ${among}`, idsFrom: 'an event’s “userId”', among }, all);
}

/** The list of names for an argument, kept for a minute like those of the pickers. Throws, with what to give instead, where the key may not read it. */
export async function namesFor(item: OperationItem, argument: string, customer?: string): Promise<NamedList> {
	const naming = LISTS[argument];
	if (naming === undefined) return await readUsers(item);
	const { connection } = item;
	const { access } = endpoints[naming.endpoint];
	const customerId = naming === NAMED.sites ? customer : undefined;
	const reading = async (): Promise<NamedList> => {
		const { budgetKey, details } = settingsFor(connection.settings, access);
		const key = ['names', budgetKey, argument, customerId ?? '', JSON.stringify(details)].join('|');
		return await cached(key, async () => await readNames(item, argument, naming, customerId));
	};
	const first = await settle(reading());
	// Another run that was reading the list may have been stopped.
	const isOthers = 'error' in first && isKind(first.error, 'stopped') && connection.signal?.aborted !== true;
	const read = isOthers ? await settle(reading()) : first;
	if ('result' in read) return read.result;
	if (read.error instanceof Problem === false && (isOpen(access) || !isKind(read.error, 'forbidden'))) throw read.error;
	const message = `This API key can’t look up names of ${naming.what}`;
	throw inputError(item, message, `Call again with the ID: ${naming.idsFrom}.`);
}
