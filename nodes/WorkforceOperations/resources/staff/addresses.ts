import { type JsonObject, usableId } from '../../contract';
import { inputError } from '../../form/item';
import { READS_AT_ONCE, runItems } from '../../operations/concurrency';
import type { OperationItem } from '../../operations/types';
import { type Incomplete, incompleteWords, settle } from '../../transport';
import { Directory, severalError, type StaffList, staffPages } from './directory';

/*
 * Somebody who is found on a part of the list may share their address with somebody on the rest of it, and the search by
 * e-mail returns only one employee (documented), whichever that is. So before anything is written to them, it is verified
 * that nobody else has the address: on the rest of the list or, if that is long and the rows are few, by the list's
 * free-text search. What that searches is undocumented, so it counts only if it finds the employee in question.
 */

/** An employee who was matched by an address and is to be written to. */
export interface EmailMatch {
	item: OperationItem;
	email: string;
	record: JsonObject;
}

/** The error for an address that several people share; undefined while nobody else is known to have it. */
export function sharedError({ item, email, record }: EmailMatch, directory: Directory): Error | undefined {
	const ids = new Set([record, ...directory.find('email', email)].map(({ id }) => usableId(id)));
	return ids.size < 2 ? undefined : severalError(item, `the e-mail address “${email}”`, [...ids]);
}

/** The error for an address that somebody missing from an incomplete list may have, too. */
const unprovenError = ({ item, email }: EmailMatch, incomplete: Incomplete): Error =>
	inputError(
		item,
		`Whether “${email}” is the address of one employee alone can’t be told: the staff list may be incomplete`,
		`Nothing was written for this row. ${incompleteWords(incomplete)} Match by “ID” where it is known.`,
	);

/** Requests for one employee by free-text search: for active people, and for the others. */
const REQUESTS_EACH = 2;

/** Reads on in the list while that costs no more requests than verifying each claim by search. */
async function readOnWhileCheaper(list: StaffList, claims: number): Promise<void> {
	const before = list.read;
	while (list.read - before + list.left <= claims * REQUESTS_EACH) if (!(await list.readOn())) return;
}

/** Everybody whom the free-text search finds by the address of a claim; undefined if the search doesn't cover addresses. */
async function namesakesOf({ item, email, record }: EmailMatch): Promise<Directory | undefined> {
	const text = String(record.email).trim();
	const isMeant = (entry: JsonObject): boolean => JSON.stringify(entry).toLowerCase().includes(text.toLowerCase());
	const directory = new Directory();
	for await (const { records, incomplete } of staffPages(item, text)) {
		if (incomplete !== undefined || !records.every(isMeant)) return undefined;
		directory.add(records);
	}
	const isShown = directory.find('email', email).some(({ id }) => usableId(id) === usableId(record.id));
	return isShown ? directory : undefined;
}

/** The errors of the claims whose address somebody else has, too, or for which that can't be determined. */
export async function sharedAddressErrors(claims: EmailMatch[], list: StaffList): Promise<Map<EmailMatch, unknown>> {
	const errors = new Map<EmailMatch, unknown>();
	const judge = (claim: EmailMatch, directory: Directory): void => {
		const error = sharedError(claim, directory);
		if (error !== undefined) errors.set(claim, error);
	};
	const readOn = async (reading: Promise<void>, open: EmailMatch[]): Promise<void> => {
		const read = await settle(reading);
		for (const claim of open)
			if ('error' in read) errors.set(claim, read.error);
			else judge(claim, list.directory);
	};
	const isOpen = (claim: EmailMatch): boolean => !errors.has(claim);

	await readOn(readOnWhileCheaper(list, claims.length), claims);
	if (list.isWhole) return errors;
	const proven = new Set<EmailMatch>();
	const search = async (claim: EmailMatch): Promise<void> => {
		// A failed search proves nothing; then the list decides, or says why it can't.
		const searched = await settle(namesakesOf(claim));
		if ('error' in searched || searched.result === undefined) return;
		proven.add(claim);
		judge(claim, searched.result);
	};
	const [first, ...others] = claims.filter(isOpen);
	if (first === undefined) return errors;
	await search(first);
	// If the search doesn't cover addresses, the other claims needn't try.
	if (proven.has(first)) await runItems(others, READS_AT_ONCE, search);
	const left = claims.filter((claim) => isOpen(claim) && !proven.has(claim));
	if (left.length === 0) return errors;
	await readOn(list.readToEnd(), left);
	const { incomplete } = list.directory;
	if (incomplete !== undefined)
		for (const claim of left.filter(isOpen)) errors.set(claim, unprovenError(claim, incomplete));
	return errors;
}
