import { createHmac } from 'crypto';

/** Letters and digits that nobody confuses: 32, so that a byte takes one without preferring any. */
const SIGNS = 'ABCDEFGHJKLMNPQRSTUVWXYZ23456789';

const SHORT = 6;
const LONGER = 4;

/** One key for the spellings of a name: “Ngata, Aroha”, “AROHA NGATA (SCG100)”. Empty for what is no name. */
const keyOf = (name: string): string =>
	name
		.normalize('NFKD')
		// Accents of Latin, Greek and Cyrillic letters; the vowel signs of other scripts make other names.
		.replace(/[\u0300-\u036f]/g, '')
		.replace(/\s*\([^()]*\)\s*$/, '')
		.replace(/^([^,]+),([^,]+)$/, '$2 $1')
		.toLowerCase()
		.replace(/[^\p{L}\p{M}\p{N}]/gu, '');

/**
 * Other names for people. They are made of the name, which is all that every list has of a person: shifts have no id. So one
 * person is called the same in all of them. Where two people would share one in an answer, their ids make it longer.
 */
export class Pseudonyms {
	/** Who has a short code in this run: the ids by the names. */
	private readonly met = new Map<string, Map<string, Set<string>>>();

	private readonly given = new Set<string>();

	private readonly key: string;

	/** Keyed by the credential: nobody without its key can tell whose a code is, and no code tells the key. */
	constructor(key: string) {
		this.key = key;
	}

	private code(words: string, length: number): string {
		const bytes = createHmac('sha256', this.key).update(`people\n${words}`).digest();
		return [...bytes.subarray(0, length)].map((byte) => SIGNS.charAt(byte % SIGNS.length)).join('');
	}

	/** Notes a person of an answer, before any of its names is replaced. */
	meet(name: string, id = ''): void {
		const key = keyOf(name);
		if (key === '' || this.given.has(name)) return;
		const code = this.code(key, SHORT);
		const names = this.met.get(code) ?? new Map<string, Set<string>>();
		const ids = names.get(key) ?? new Set<string>();
		if (id !== '') ids.add(id);
		this.met.set(code, names.set(key, ids));
	}

	/** “Guard K7Q2MD”; one that was given already stays. */
	of(name: string, id = ''): string {
		const key = keyOf(name);
		if (key === '' || this.given.has(name)) return name;
		const code = this.code(key, SHORT);
		const names = this.met.get(code) ?? new Map<string, Set<string>>();
		const isShared = names.size > 1 || (names.get(key)?.size ?? 0) > 1;
		const pseudonym = `Guard ${code}${isShared ? this.code(`${key}\n${id}`, LONGER) : ''}`;
		this.given.add(pseudonym);
		return pseudonym;
	}
}
