import { type JsonObject, idOf, momentOf, textOf } from '../../contract';
import type { LogEntry } from './detect';
import type { Finding } from '../core/finding';
import type { Hashes } from '../core/hashes';
import { wholeKey } from '../core/keys';
import { clockTime, counted, safeText } from '../core/text';

const ADDRESS_GROUP = 'address';
const USER = 'user';

/** Length of the hash in a group's name. */
const HASHED = 12;

/** A group's name. It is stored, so it does not reveal who is in it. */
const groupOf = (kind: string, value: string, hashes: Hashes): string =>
	`${kind}:${hashes.of(kind, value.toLowerCase(), HASHED)}`;

interface DisplayTime {
	now: number;
	timeZone: string;
}

function who(record: JsonObject): string {
	const user = safeText(record.userId);
	return safeText(record.emailAttempted) ?? (user === undefined ? 'Somebody' : `User ${user}`);
}

/** A failed login as an entry of the log; undefined if it has no id or no time. */
export function loginEntry(
	record: JsonObject,
	{ hashes, ...display }: DisplayTime & { hashes: Hashes },
): LogEntry | undefined {
	const [key, at] = [wholeKey(record.id), momentOf(record.occurredUtc)];
	if (key === undefined || at === undefined) return undefined;
	const address = textOf(record.ipAddress);
	const user = idOf(record.userId) ?? textOf(record.emailAttempted);
	const from = safeText(address);
	const why = safeText(record.failureReason);
	return {
		key,
		at,
		locator: at,
		record,
		groups: [
			...(address === undefined ? [] : [groupOf(ADDRESS_GROUP, address, hashes)]),
			...(user === undefined ? [] : [groupOf(USER, user, hashes)]),
		],
		reason: `${who(record)} failed to log in at ${clockTime(at, undefined, display)}${from === undefined ? '' : ` from ${from}`}${why === undefined ? '' : `: ${why}`}`,
		numbers: { count: 1 },
	};
}

/** Several failures of an address or a user as one finding, with the record of the last. */
export function describeBurst(
	{ record, at }: LogEntry,
	groups: readonly string[],
	{ atLeast, minutes, ...display }: DisplayTime & { atLeast: number; minutes: number },
): Pick<Finding, 'reason' | 'numbers'> {
	const address = safeText(record.ipAddress);
	const sameAddress = groups.some((group) => group.startsWith(ADDRESS_GROUP)) && address !== undefined;
	const sameUser = groups.some((group) => group.startsWith(USER));
	const whose = [sameUser ? `for ${who(record)}` : undefined, sameAddress ? `from ${address}` : undefined]
		.filter((part) => part !== undefined)
		.join(' ');
	return {
		reason: `${counted(atLeast, 'failed login')} ${whose} within ${counted(minutes, 'minute')}, the last at ${clockTime(at, undefined, display)}`,
		numbers: { count: atLeast, sameAddress, sameUser },
	};
}
