import { endpoints, idOf } from '../contract';
import { collection } from '../form/item';
import { moment } from '../form/read';
import { collect } from '../transport';
import { alikeIn, listOfNames, type NamedRecord, theOne } from './nameLookup';
import type { OperationItem } from './types';

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
export async function userRead(item: OperationItem, text: string): Promise<UserRead> {
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
