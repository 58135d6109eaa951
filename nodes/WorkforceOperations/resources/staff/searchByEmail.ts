import { endpoints, isBlank, isDefault, isJsonObject, type JsonObject, usableId } from '../../contract';
import { additionalQuery } from '../../form/additionalParameters';
import { inputError } from '../../form/item';
import { textKey } from '../../operations/compareValues';
import type { OperationItem } from '../../operations/types';
import { settle, type Call, nodeError, sendCall, ServiceError } from '../../transport';

/** A 404 of the service itself means that there is no such employee; that of a gateway or of a wrong URL means nothing. */
const saysNobody = (error: unknown): boolean =>
	error instanceof ServiceError && error.spoken && (error.kind === 'notFound' || error.code === '404');

/**
 * The employee with an e-mail address; undefined if there is none. Whether the service's search ignores letter case is
 * undocumented: before somebody is treated as new, the lower-case address is searched for as well.
 */
export async function searchByEmail(item: OperationItem, email: string): Promise<JsonObject | undefined> {
	const small = email.toLowerCase();
	return (await searchFor(item, email)) ?? (small === email ? undefined : await searchFor(item, small));
}

/**
 * The employee found by one search; undefined if the service says that there is none. Any other response is an error:
 * treated as “nobody”, it would duplicate a person.
 */
async function searchFor(item: OperationItem, email: string): Promise<JsonObject | undefined> {
	const call: Call = {
		endpoint: endpoints['staff.getByEmail'],
		query: { email },
		additionalQuery: additionalQuery(item),
		itemIndex: item.itemIndex,
	};
	const searched = await settle(sendCall(item.connection, call));
	if ('error' in searched) {
		if (saysNobody(searched.error)) return undefined;
		throw searched.error;
	}
	const { data, success } = searched.result;
	const entries: unknown[] = Array.isArray(data) ? data : [data];
	const people = entries.filter((entry): entry is JsonObject => isJsonObject(entry) && !isDefault(entry));
	if (people.length === 0) {
		// A number or a word is not a record, but it isn't “nobody” either.
		if (success && entries.every((entry) => isBlank(entry) || isJsonObject(entry))) return undefined;
		throw nodeError(item.connection, UNCLEAR, { itemIndex: item.itemIndex });
	}
	const own = people.filter((record) => textKey(record.email) === textKey(email));
	const [person] = own;
	if (person === undefined) throw strangerError(item, email, people);
	const ids = [...new Set(own.map(({ id }) => usableId(id)))];
	if (ids.length > 1) throw severalError(item, `the e-mail address “${email}”`, ids);
	if (ids[0] === undefined) throw withoutIdError(item, email);
	return person;
}

/** The error of a search that returned others than the one searched for. */
const strangerError = (item: OperationItem, email: string, people: JsonObject[]): Error =>
	people.every((record) => isBlank(record.email))
		? inputError(
				item,
				`The search for “${email}” brought a record without an e-mail address`,
				'Whether it is this employee can’t be told; taken for nobody, it might make a second one. Nothing was written for this item. Where the ID is known, match by “ID”.',
			)
		: inputError(
				item,
				`The search for “${email}” brought somebody else`,
				'The service may call the address otherwise in its search: name it as “emailParameter” in Service Details of the credential. Nothing was written for this item.',
			);

const UNCLEAR = {
	kind: 'unreadable',
	message: 'The search by e-mail answered with nothing that says whether the employee exists',
	description:
		'It is not taken for “nobody”, which would create the employee a second time. Something between this n8n and the service may have answered in its place: look at the region (or the Base URL) of the credential.',
} as const;

/** The error for an employee whose record has no usable id. */
export const withoutIdError = (item: OperationItem, value: string): Error =>
	inputError(
		item,
		`The service found “${value}”, but gives no ID that can be used`,
		'Without one the employee can’t be updated, and would be created a second time. Nothing was written for this item.',
	);

const searchResult = (ids: Array<number | undefined>): string => {
	const known = ids.filter((id) => id !== undefined).map(String);
	const all = known.length < ids.length ? [...known, 'none'] : known;
	return `${all.slice(0, -1).join(', ')} and ${all.at(-1)}`;
};

/** The error for a value that several people share. */
export const severalError = (item: OperationItem, value: string, ids: Array<number | undefined>): Error =>
	inputError(
		item,
		`${ids.length} employees have ${value}: their IDs are ${searchResult(ids)}`,
		'Nothing was written for this item. Correct it in the service, or match by “ID”.',
	);
