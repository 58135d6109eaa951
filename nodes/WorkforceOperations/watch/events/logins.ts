import { createHash } from 'crypto';
import type { JsonObject } from '../../contract';
import type { Entry } from '../engines/log';
import type { Finding } from '../engines/types';
import { clockTime, counted, idOf, momentOf, textOf } from '../words';

const ADDRESS = 'address';
const USER = 'user';

/** A group's name that tells nobody who is in it: it is stored. */
const groupOf = (kind: string, value: string): string =>
	`${kind}:${createHash('sha256').update(`${kind}|${value.toLowerCase()}`).digest('base64url').slice(0, 12)}`;

interface Place {
	now: number;
	timeZone: string;
}

const who = (record: JsonObject): string =>
	textOf(record.emailAttempted) ??
	(idOf(record.userId) === undefined ? 'Somebody' : `User ${idOf(record.userId) ?? ''}`);

/** One failed login as an entry of the log; undefined where it can't be told apart or has no time. */
export function loginEntry(record: JsonObject, place: Place): Entry | undefined {
	const [key, at] = [idOf(record.id), momentOf(record.occurredUtc)];
	if (key === undefined || at === undefined) return undefined;
	const address = textOf(record.ipAddress);
	const user = idOf(record.userId) ?? textOf(record.emailAttempted);
	const why = textOf(record.failureReason);
	return {
		key,
		at,
		place: at,
		record,
		groups: [
			...(address === undefined ? [] : [groupOf(ADDRESS, address)]),
			...(user === undefined ? [] : [groupOf(USER, user)]),
		],
		reason: `${who(record)} failed to log in at ${clockTime(at, undefined, place)}${address === undefined ? '' : ` from ${address}`}${why === undefined ? '' : `: ${why}`}`,
		numbers: { count: 1 },
	};
}

/** Several failures of one address or one user, told by the last of them. */
export function describeBurst(
	{ record, at }: Entry,
	groups: readonly string[],
	{ atLeast, minutes, ...place }: Place & { atLeast: number; minutes: number },
): Pick<Finding, 'reason' | 'numbers'> {
	const address = textOf(record.ipAddress);
	const sameAddress = groups.some((group) => group.startsWith(ADDRESS)) && address !== undefined;
	const sameUser = groups.some((group) => group.startsWith(USER));
	const whose = [sameUser ? `for ${who(record)}` : undefined, sameAddress ? `from ${address}` : undefined]
		.filter((part) => part !== undefined)
		.join(' ');
	return {
		reason: `${counted(atLeast, 'failed login')} ${whose} within ${counted(minutes, 'minute')}, the last at ${clockTime(at, undefined, place)}`,
		numbers: { count: atLeast, sameAddress, sameUser },
	};
}
