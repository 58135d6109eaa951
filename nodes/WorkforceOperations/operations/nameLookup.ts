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

/** A record with a name and an ID, and fields that distinguish it from others of the same name. */
export interface NamedRecord extends IDataObject {
	id: string;
	name: string;
	customerName?: string;
	isActive?: boolean;
}

export interface NamedList extends Pick<NamedFields, 'what' | 'idsFrom'> {
	/** Why a name may not be unique; undefined if the list is complete. */
	doubt?: string;
	/** Where the records were found, if no list has them. Other text is then taken as an ID. */
	among?: string;
	/** By ID. */
	entries: ReadonlyMap<string, NamedRecord>;
	/** The records with a name, by the key of the name. */
	byKey: ReadonlyMap<string, ReadonlySet<NamedRecord>>;
}

/** Builds a list of names from entries, each with all its names. */
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

/** Reads both halves of a list, because inactive records have names as well. */
async function readNames(item: OperationItem, naming: NamedFields, customerId?: string): Promise<NamedList> {
	const endpoint = endpoints[naming.endpoint];
	const activeOnly = endpoint.query.find(({ name }) => name === 'isActive' || name === 'showActiveOnly')?.name ?? '';
	const call: Call = { endpoint, query: { [activeOnly]: 'false', customerId }, itemIndex: item.itemIndex };
	const { records, incomplete } = await collectList(item.connection, call, {}, { activeOnly }, false);
	const ids = idNamesOf(endpoint.ids ?? [], item.connection.settings.details);
	// Doesn't rely on the service's filter: a site belongs to the customer that it names.
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

/** The number of login events searched for a user: one request. */
const MOST_EVENTS = 500;

/** The users in the newest login events of the requested period, because no list has users. */
async function readUsers(item: OperationItem): Promise<NamedList> {
	const { from, to } = collection(item, 'filters');
	const query = { from: moment(item, from, 'From'), to: moment(item, to, 'To', true) };
	const call = { endpoint: endpoints['loginAudit.getAll'], query, itemIndex: item.itemIndex };
	const { records } = await collect(item.connection, call, { limit: MOST_EVENTS, largest: MOST_EVENTS });
	const all = records.flatMap(({ userId, emailAttempted }) => {
		const [id, name] = [userId, emailAttempted].map(idOf);
		if (id === undefined || id === '0' || name === undefined) return [];
		// The second name is the start of an address, such as “dana.whitlock”.
		return [{ named: { id, name }, names: [name, name.split('@')[0] ?? ''] }];
	});
	const among = `the login events that were read (${records.length})`;
	return listOfNames({ what: `users in ${among}`, idsFrom: 'an event’s “userId”', among }, all);
}

/**
 * The list of names for an argument, cached for a minute like the pickers' lists. If the key may not read it, throws an
 * error that says what to give instead.
 */
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
	throw inputError(item, message, `Call again with ${naming.idsFrom}.`);
}
