import type { IDataObject } from 'n8n-workflow';
import {
	activeOf,
	endpoints,
	idNamesOf,
	isOpen,
	type JsonObject,
	nameKey,
	nameWithNumber,
	personName,
	valueUnder,
} from '../contract';
import { inputError } from '../form/item';
import type { NamedFields } from '../form/namedLists';
import { type Call, isKind, Problem, settingsFor, settle } from '../transport';
import { cached } from '../transport/cachedLists';
import { collectList } from './listPages';
import type { OperationItem } from './types';

/** How many are offered where a name fits several, or none. */
const MOST_CANDIDATES = 5;

const LONGEST_SHOWN = 80;

/** Whether a candidate can be shown in full: not too long, and with nothing that an agent may not see. */
const isShowable = (item: OperationItem, { name, customerName = '' }: NamedRecord): boolean =>
	[name, customerName].every((text) => text.length <= LONGEST_SHOWN && (item.view?.words(text) ?? text) === text);

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
	entries: NamedRecord[];
	/** For each key of a name who has it. */
	byKey: ReadonlyMap<string, readonly NamedRecord[]>;
	/** Why nobody can say that a name is the only one; undefined where the list is all. */
	doubt?: string;
	idsFrom: string;
}

/** A text as messages show it: on one line, and not for ever. */
export const shownText = (text: string): string =>
	[...text.replace(/\s+/g, ' ')].slice(0, LONGEST_SHOWN).join('').trim();

const inWords = ({ id, name, customerName, isActive }: NamedRecord): string => {
	const more = [customerName, isActive === false ? 'inactive' : undefined].filter((part) => part !== undefined);
	return `${id} “${shownText(name)}”${more.length === 0 ? '' : ` (${more.map(shownText).join(', ')})`}`;
};

/** An error with those that may be meant: in words, and as records for whoever shows names otherwise. */
function candidatesError(
	item: OperationItem,
	{ argument, idsFrom, doubt }: NamedList,
	message: string,
	candidates: readonly NamedRecord[],
): Error {
	const shown = candidates.filter((each) => isShowable(item, each)).slice(0, MOST_CANDIDATES);
	const left = candidates.length - shown.length;
	const words =
		shown.length === 0
			? `Call again with ${doubt === undefined ? 'the name as the service has it, or ' : ''}the ID: ${idsFrom}.`
			: `Call again with the ID of one of these: ${shown.map(inWords).join('; ')}${left > 0 ? `; and ${left} more` : ''}.`;
	return Object.assign(inputError(item, message, words), { candidates: { [argument]: shown } });
}

/** Those of exactly this name, in any letter case and with any blanks and punctuation; else those whose names hold it, the shortest first. */
export function alikeIn({ byKey }: NamedList, text: string): readonly NamedRecord[] {
	const key = nameKey(text);
	const same = byKey.get(key);
	if (same !== undefined || key === '') return same ?? [];
	const holding = [...byKey].filter(([other]) => other.includes(key)).flatMap(([, those]) => those);
	return [...new Set(holding)].sort((one, other) => one.name.length - other.name.length);
}

/** The only one of a name; throws, with those that may be meant, where there isn't exactly one. */
export function theOne(item: OperationItem, list: NamedList, text: string): NamedRecord {
	const { what, entries, byKey, doubt, idsFrom } = list;
	const given = shownText(text);
	const key = nameKey(text);
	if (key === '')
		throw inputError(item, `“${given}” is no name`, `Call again with a name, or with the ID: ${idsFrom}.`);
	const alike = alikeIn(list, text);
	if (doubt !== undefined)
		throw candidatesError(item, list, `“${given}” can’t be matched for certain: ${doubt}`, alike);
	const [one, ...others] = alike;
	const isSame = byKey.has(key);
	if (one !== undefined && isSame && others.length === 0) return one;
	const message = isSame
		? `${alike.length} ${what} are called “${given}”`
		: one !== undefined
			? `None of the ${what} is called just “${given}”`
			: `None of the ${entries.length} ${what} is called “${given}”`;
	throw candidatesError(item, list, message, alike);
}

/** A list of names from its entries, each with the names that it goes by. */
export function listOfNames(
	about: Omit<NamedList, 'entries' | 'byKey'>,
	all: ReadonlyArray<{ named: NamedRecord; names: readonly string[] }>,
): NamedList {
	const byKey = new Map<string, NamedRecord[]>();
	const known = new Map<string, NamedRecord>();
	for (const { named, names } of all) {
		const entry = known.get(named.id) ?? named;
		known.set(named.id, entry);
		for (const key of new Set(names.map(nameKey))) {
			const those = byKey.get(key) ?? [];
			if (key !== '' && !those.includes(entry)) byKey.set(key, [...those, entry]);
		}
	}
	return { ...about, entries: [...known.values()], byKey };
}

/** What an employee is called: with and without the middle name and the employee number. */
const namesOfPerson = (record: JsonObject): string[] =>
	[
		personName(record, ['firstName', 'lastName']),
		personName(record, ['firstName', 'middle', 'lastName']),
		nameWithNumber(record),
	].filter((name) => name !== undefined);

const IDS_FROM: Partial<Record<NamedFields['endpoint'], string>> = {
	'staff.getAll': '“id” of an employee, “staffId” of a timesheet',
	'customer.getAll': '“id” of a customer',
	'site.getAll': '“id” of a site',
	'formTemplate.getAll': '“formTemplateId” of a form template',
};

/** What to look a name up in. */
interface NameSought {
	argument: string;
	naming: NamedFields;
	/** Only what belongs to this customer. */
	customerId?: string;
}

/** Both halves of a list: what is inactive has a name as well. */
async function readNames(item: OperationItem, { argument, naming, customerId }: NameSought): Promise<NamedList> {
	const endpoint = endpoints[naming.endpoint];
	const { details } = item.connection.settings;
	const activeOnly = endpoint.query.find(({ name }) => name === 'isActive' || name === 'showActiveOnly')?.name ?? '';
	const call: Call = { endpoint, query: { [activeOnly]: 'false', customerId }, itemIndex: item.itemIndex };
	const { records, incomplete } = await collectList(item.connection, call, {}, { activeOnly }, false);
	const ids = idNamesOf(endpoint.ids ?? [], details);
	// Whatever the service filters: a site is of the customer that it names itself.
	const isOf = (record: JsonObject): boolean => [undefined, customerId].includes(valueUnder(record, ['customerId']));
	const theirs = customerId === undefined ? records : records.filter(isOf);
	const isUnsure =
		customerId !== undefined && theirs.some((record) => valueUnder(record, ['customerId']) === undefined);
	const all = theirs.flatMap((record) => {
		const id = valueUnder(record, ids);
		const name = valueUnder(record, naming.names);
		const [shown = '', ...names] = name === undefined ? namesOfPerson(record).reverse() : [name];
		if (id === undefined) return [];
		const customerName = valueUnder(record, ['customerName']);
		const isActive = activeOf(record);
		return [{ named: { id, name: shown, customerName, isActive }, names: [shown, ...names] }];
	});
	const doubt =
		all.length < theirs.length
			? `some of the ${naming.what} have no ID`
			: isUnsure
				? `some of the ${naming.what} don’t say whose they are`
				: incomplete !== undefined
					? `the list of ${naming.what} may be incomplete`
					: undefined;
	const what = customerId === undefined ? naming.what : `${naming.what} of customer ${customerId}`;
	return listOfNames({ argument, what, doubt, idsFrom: IDS_FROM[naming.endpoint] ?? 'of a record' }, all);
}

/** The list of those names, kept for a minute like those of the pickers. Throws, with what to give instead, where the key may not read it. */
export async function namesAt(item: OperationItem, sought: NameSought): Promise<NamedList> {
	const { connection } = item;
	const { endpoint, what } = sought.naming;
	const { access } = endpoints[endpoint];
	const reading = async (): Promise<NamedList> => {
		const { budgetKey, details } = settingsFor(connection.settings, access);
		const key = ['names', budgetKey, sought.argument, sought.customerId ?? '', JSON.stringify(details)].join('|');
		return await cached(key, async () => await readNames(item, sought));
	};
	const first = await settle(reading());
	// Another run that was reading the list may have been stopped.
	const isOthers = 'error' in first && isKind(first.error, 'stopped') && connection.signal?.aborted !== true;
	const read = isOthers ? await settle(reading()) : first;
	if ('result' in read) return read.result;
	const mayNotList = read.error instanceof Problem || (!isOpen(access) && isKind(read.error, 'forbidden'));
	if (!mayNotList) throw read.error;
	throw inputError(
		item,
		`Names of ${what} can’t be looked up with this API key`,
		`Call again with the ID: ${IDS_FROM[endpoint]}.`,
	);
}
