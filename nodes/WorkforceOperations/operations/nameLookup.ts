import type { IDataObject } from 'n8n-workflow';
import {
	activeOf,
	endpoints,
	idNamesOf,
	idOf,
	isOpen,
	type JsonObject,
	nameKey,
	namesOfPerson,
	valueUnder,
} from '../contract';
import { collection, inputError } from '../form/item';
import { NAMED, type NamedFields, NAMES_OF } from '../form/namedLists';
import { moment } from '../form/read';
import { type Call, collect, isKind, Problem, settingsFor, settle } from '../transport';
import { cached } from '../transport/cachedLists';
import { collectList } from './listPages';
import type { OperationItem } from './types';

/** Something with a name and an ID, and what tells it apart from others of the name. */
export interface NamedRecord extends IDataObject {
	id: string;
	name: string;
	customerName?: string;
	isActive?: boolean;
}

export interface NamedList extends Pick<NamedFields, 'what' | 'idsFrom'> {
	/** Why nobody can say that a name is the only one; undefined where the list is all. */
	doubt?: string;
	/** Where they were seen, of those that are in no list: any text without a name there is an ID. */
	among?: string;
	/** By their IDs. */
	entries: ReadonlyMap<string, NamedRecord>;
	/** For each key of a name who has it. */
	byKey: ReadonlyMap<string, ReadonlySet<NamedRecord>>;
}

/** A list of names from its entries, each with the names that it goes by. */
function listOfNames(
	about: Omit<NamedList, 'entries' | 'byKey'>,
	all: ReadonlyArray<{ named: NamedRecord; names: readonly string[] }>,
): NamedList {
	const [entries, byKey] = [new Map<string, NamedRecord>(), new Map<string, Set<NamedRecord>>()];
	for (const { named, names } of all) {
		const entry = entries.get(named.id) ?? named;
		entries.set(named.id, entry);
		for (const key of names.map(nameKey)) if (key !== '') byKey.set(key, (byKey.get(key) ?? new Set()).add(entry));
	}
	return { ...about, entries, byKey };
}

/** Both halves of a list: what is inactive has a name as well. */
async function readNames(item: OperationItem, naming: NamedFields, customerId?: string): Promise<NamedList> {
	const endpoint = endpoints[naming.endpoint];
	const activeOnly = endpoint.query.find(({ name }) => name === 'isActive' || name === 'showActiveOnly')?.name ?? '';
	const call: Call = { endpoint, query: { [activeOnly]: 'false', customerId }, itemIndex: item.itemIndex };
	const { records, incomplete } = await collectList(item.connection, call, {}, { activeOnly }, false);
	const ids = idNamesOf(endpoint.ids ?? [], item.connection.settings.details);
	// Whatever the service filters: a site is of the customer that it names itself.
	const ownerOf = (record: JsonObject): string | undefined => valueUnder(record, ['customerId']);
	const theirs = records.filter((record) => customerId === undefined || (ownerOf(record) ?? customerId) === customerId);
	const all = theirs.flatMap((record) => {
		const [id, name] = [valueUnder(record, ids), valueUnder(record, naming.names)];
		if (id === undefined) return [];
		const names = name === undefined ? namesOfPerson(record) : [name];
		const customerName = valueUnder(record, ['customerName']);
		return [{ named: { id, name: names[0] ?? '', customerName, isActive: activeOf(record) }, names }];
	});
	const isUnsaid = customerId !== undefined && theirs.some((record) => ownerOf(record) === undefined);
	const doubts = [
		all.length < theirs.length && `some of the ${naming.what} have no ID`,
		isUnsaid && `some of the ${naming.what} don’t say which customer they belong to`,
		incomplete !== undefined && `the list of ${naming.what} may be incomplete`,
	];
	const what = customerId === undefined ? naming.what : `${naming.what} of customer ${customerId}`;
	return listOfNames({ what, doubt: doubts.find((doubt) => doubt !== false), idsFrom: naming.idsFrom }, all);
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
	return listOfNames({ what: `users in ${among}`, idsFrom: 'an event’s “userId”', among }, all);
}

/** The list of names for an argument, kept for a minute like those of the pickers. Throws, with what to give instead, where the key may not read it. */
export async function namesFor(item: OperationItem, argument: string, customer?: string): Promise<NamedList> {
	const naming = NAMES_OF[argument];
	if (naming === undefined) return await readUsers(item);
	const { access } = endpoints[naming.endpoint];
	const customerId = naming === NAMED.sites ? customer : undefined;
	const reading = async (): Promise<NamedList> => {
		const { budgetKey, details } = settingsFor(item.connection.settings, access);
		const key = ['names', budgetKey, naming.endpoint, customerId ?? '', JSON.stringify(details)].join('|');
		return await cached(key, async () => await readNames(item, naming, customerId));
	};
	const read = await settle(reading());
	if ('result' in read) return read.result;
	if (!(read.error instanceof Problem) && (isOpen(access) || !isKind(read.error, 'forbidden'))) throw read.error;
	const message = `This API key can’t look up ${naming.what} by name`;
	throw inputError(item, message, `Call again with the ID: ${naming.idsFrom}.`);
}
