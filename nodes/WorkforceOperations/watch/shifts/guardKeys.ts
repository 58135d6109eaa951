import { rosteredGuard, type JsonObject, textOf } from '../../contract';
import type { Hashes } from '../core/hashes';
import type { KeyForms } from './detect';

/*
 * A key of a shift ends in a hash of its guard, as there may be several guards of one shift.
 */

/** A hash of whom the record is about, by e-mail, else mobile, else name; empty where it says none of them. */
export function personOf(record: JsonObject, hashes: Hashes): string {
	const person = rosteredGuard(record);
	return person === undefined ? '' : hashes.of('person', person.normalize('NFC').toLowerCase(), 8);
}

/**
 * A short hash of what stays the same where an id of a shift is corrected: its guard, site and start. Undefined where that
 * says too little.
 */
export function twinOf(record: JsonObject, start: number | undefined, hashes: Hashes): string | undefined {
	const site = textOf(record.siteName)?.normalize('NFC').toLowerCase();
	if (start === undefined || site === undefined) return undefined;
	const whole = JSON.stringify([personOf(record, hashes), site, Math.floor(start / 1000)]);
	return hashes.of('twin', whole, 4).slice(hashes.keyTag.length);
}

/** Behind it stands the hash of a key. */
const HASH = '~';

export const hashedKey = (stem: string, hash: string): string => `${stem}${HASH}${hash}`;

/** A key without its hash. */
export const stemOf = (key: string): string => key.split(HASH, 1)[0] ?? key;

/** Whether a key is of the form that it would be given now, with this API key. */
export function isOfNow(key: string, keyTag: string): boolean {
	const hash = key.split(HASH)[1];
	return hash !== undefined && (hash === '' || hash.startsWith(keyTag));
}

export const keyForms = (hashes: Hashes): KeyForms => ({ stemOf, isOfNow: (key) => isOfNow(key, hashes.keyTag) });
