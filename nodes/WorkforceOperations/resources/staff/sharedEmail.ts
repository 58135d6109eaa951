import { type JsonObject, usableId } from '../../contract';
import { inputError } from '../../form/item';
import { READS_AT_ONCE, runItems } from '../../operations/concurrency';
import type { OperationItem } from '../../operations/types';
import { settle, type Incomplete, incompleteWords } from '../../transport';
import { Directory } from './directory';
import { severalError } from './searchByEmail';
import { type StaffList, staffPages } from './staffList';

/*
 * Whoever is found on a part of the list may share the address with somebody on the rest of it, and the search by e-mail
 * brings one employee (documented), whoever that is. Before anything is written to them it is therefore made sure that
 * nobody else has the address: by the rest of the list, or, where that is long and the rows are few, by the list's
 * free-text search. What that looks for isn't documented, so that it counts only where it shows the very employee.
 */

/** An employee who was found by an address and is to be written to. */
export interface EmailMatch {
	item: OperationItem;
	email: string;
	record: JsonObject;
}

/** The error for an address that several people have; undefined as long as nobody else is known to have it. */
export function sharedError({ item, email, record }: EmailMatch, directory: Directory): Error | undefined {
	const ids = new Set([record, ...directory.find('email', email)].map(({ id }) => usableId(id)));
	return ids.size < 2 ? undefined : severalError(item, `the e-mail address “${email}”`, [...ids]);
}

/** For an address that somebody else may have whom the list doesn't show. */
const unprovenError = ({ item, email }: EmailMatch, incomplete: Incomplete): Error =>
	inputError(
		item,
		`Whether “${email}” is the address of one employee alone can’t be told: the staff list may be incomplete`,
		`Nothing was written for this item. ${incompleteWords(incomplete)} Match by “ID” where it is known.`,
	);

/** What one claim takes by free-text search: the active, and the others. */
const REQUESTS_EACH = 2;

/** Reads on in the list for as long as that, at the least, costs no more than the claims would one by one. */
async function readOnWhileCheaper(list: StaffList, claims: number): Promise<void> {
	const before = list.read;
	while (list.read - before + list.left <= claims * REQUESTS_EACH) if (!(await list.readOn())) return;
}

/** Everybody whom the free-text search finds by the address of a claim; undefined where it looks for something else. */
async function namesakesOf({ item, email, record }: EmailMatch): Promise<Directory | undefined> {
	const text = String(record.email ?? email).trim();
	const isMeant = (entry: JsonObject): boolean => JSON.stringify(entry).toLowerCase().includes(text.toLowerCase());
	const directory = new Directory();
	for await (const { records, incomplete } of staffPages(item, text)) {
		if (incomplete !== undefined || !records.every(isMeant)) return undefined;
		directory.add(records);
	}
	const isShown = directory.find('email', email).some(({ id }) => usableId(id) === usableId(record.id));
	return isShown ? directory : undefined;
}

/** The error of each claim whose address somebody else has, too, or of whom that can't be told. */
export async function disproved(claims: EmailMatch[], list: StaffList): Promise<Map<EmailMatch, unknown>> {
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
		// A search that fails proves nothing; the list then says why, or tells by itself.
		const searched = await settle(namesakesOf(claim));
		if ('error' in searched || searched.result === undefined) return;
		proven.add(claim);
		judge(claim, searched.result);
	};
	const [first, ...others] = claims.filter(isOpen);
	if (first === undefined) return errors;
	await search(first);
	// Where it looks for something else, it isn't asked for the others.
	if (proven.has(first))
		await runItems(others.length, READS_AT_ONCE, async (index) => {
			const claim = others[index];
			if (claim !== undefined) await search(claim);
		});
	const left = claims.filter((claim) => isOpen(claim) && !proven.has(claim));
	if (left.length === 0) return errors;
	await readOn(list.readToEnd(), left);
	const { incomplete } = list.directory;
	if (incomplete !== undefined)
		for (const claim of left.filter(isOpen)) errors.set(claim, unprovenError(claim, incomplete));
	return errors;
}
