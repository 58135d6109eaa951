import { type JsonObject, usableId } from '../../contract';
import type { Finding } from '../core/finding';
import { counted, safeText } from '../core/text';
import type { ChangeKind, CopyChange } from './detect';

/** How records of a kind are spoken of. */
export interface CopyWords {
	/** One of them, such as “employee”. */
	noun: string;
	/** All of them, such as “the staff”. */
	all: string;
	/** The name of one of them; undefined if it has none. */
	nameOf: (record: JsonObject) => string | undefined;
	/** The name is that of the record, and not of somebody. */
	isOwnName?: true;
	/** Whether the service lists active and inactive ones apart. */
	hasHalves?: true;
	/** All that is left of one that is gone. */
	idsOf: (id: string) => JsonObject;
}

/** The first of the named fields that can be read. */
export const named =
	(...fields: string[]) =>
	(record: JsonObject): string | undefined =>
		fields.map((field) => safeText(record[field])).find((name) => name !== undefined);

/** Of a record whose record is at hand; without it only its id is known. */
function sentence(
	words: CopyWords,
	{ id, change, isFirst }: Pick<CopyChange, 'id' | 'change' | 'isFirst'>,
	record: JsonObject,
): string {
	const shown = `${words.noun} ${safeText(id) ?? ''}`;
	const name = words.nameOf(record) ?? shown;
	const begin = name.charAt(0).toUpperCase() + name.slice(1);
	const whole = words.isOwnName ? begin : `The record of ${name}`;
	switch (change) {
		case 'created':
			return `${begin} is ${isFirst ? '' : 'new '}among ${words.all}`;
		case 'updated':
			return `${whole} was changed`;
		case 'deactivated':
			return `${begin} is not active any more`;
		case 'reactivated':
			return `${begin} is active again`;
		case 'gone':
			return `The ${shown} is not among ${words.all} of the service any more`;
	}
}

/** An id as the service writes most of its own. */
export const typedId = (id: string): number | string =>
	usableId(id) === undefined || String(Number(id)) !== id ? id : Number(id);

/** What is said of a change beside the record. */
export const described = (
	words: CopyWords,
	change: Pick<CopyChange, 'id' | 'change' | 'isFirst'>,
	record: JsonObject,
	isActive: boolean | undefined,
): Pick<Finding, 'record' | 'reason' | 'numbers'> => ({
	record: change.change === 'gone' ? words.idsOf(change.id) : record,
	reason: sentence(words, change, record),
	numbers: { change: change.change, active: !words.hasHalves || change.change === 'gone' ? null : (isActive ?? null) },
});

/** The key of a finding: its record, the change, and a hash of what was told. */
export const keyOf = ({ id, change, print }: CopyChange): string =>
	`${id}:${change}:${print.rest.toString(36)}${(print.sums[0] ?? 0).toString(36)}`;

const HELD = 'held';

export interface CopyKey {
	id: string;
	change: ChangeKind;
	hash: string;
}

/** What a key is made of; an id may hold colons. Undefined for the key of what is held. */
export function partsOf(key: string): CopyKey | undefined {
	const [, id, change, hash] = /^(.*):([a-z]+):([^:]*)$/s.exec(key) ?? [];
	return id === undefined || hash === undefined ? undefined : { id, change: change as ChangeKind, hash };
}

export const isHeldKey = (key: string): boolean => key.startsWith(`${HELD}:`) && partsOf(key) === undefined;

export const heldWords = (words: CopyWords, held: number): Pick<Finding, 'record' | 'reason' | 'numbers'> => ({
	record: {},
	reason: `${counted(held, 'record')} of ${words.all} would be gone or inactive at once, and nothing is reported of them. Check the API key and the service, and publish the workflow again if it is so`,
	numbers: { change: HELD, active: null, count: held },
});

/** That so many are held. */
export const heldFinding = (words: CopyWords, held: number, now: number): Finding => ({
	key: `${HELD}:${Math.floor(now / 1000).toString(36)}`,
	at: now,
	locator: now,
	...heldWords(words, held),
});
