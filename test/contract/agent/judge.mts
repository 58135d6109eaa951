// Judges what an agent was told, by nothing but the words and what the sandbox holds. An empty list of complaints is an acquittal.

/** What may be said of a list: which ids it has, and in which field of a record they stand. */
export interface Due {
	idField: string;
	ids: readonly unknown[];
}

/** What never comes out by default. */
export interface Secrets {
	contacts: readonly string[];
	/** Keys and the like. */
	keys: readonly string[];
}

const LIST_FIELDS = ['records', 'shown', 'more', 'total', 'period', 'timeZone', 'notes'];

const isRecord = (value: unknown): value is Record<string, unknown> =>
	typeof value === 'object' && value !== null && !Array.isArray(value);

/** The items of an answer; undefined of an error. */
export function itemsOf(told: string): Array<Record<string, unknown>> | undefined {
	try {
		const parsed: unknown = JSON.parse(told);
		return Array.isArray(parsed) && parsed.every(isRecord) ? parsed : undefined;
	} catch {
		return undefined;
	}
}

const digits = (text: string): string => text.replace(/\D/g, '');

/** +61 490 000 000 is 0490 000 000 as well; ids and moments have fewer digits in a row. */
const isNumberOfPhone = (contact: string): boolean => /^\+?[\d ()/-]+$/.test(contact) && digits(contact).length >= 10;

/** Contact data of the sandbox’s people, any address of e-mail, and keys. */
export function complaintsOfSecrets(told: string, { contacts, keys }: Secrets): string[] {
	const lower = told.toLowerCase();
	const bare = told.replace(/(?<=\d)[ ()/-]+(?=\d)/g, '');
	const found = contacts.filter((contact) =>
		isNumberOfPhone(contact) ? bare.includes(digits(contact).slice(-9)) : lower.includes(contact.toLowerCase()),
	);
	const address = /[\w.+-]+@[\w-]+\.[\w.-]*[a-z]/i.exec(told)?.[0];
	return [
		...(found.length === 0 ? [] : [`tells ${found.length} contacts, such as “${found[0]}”`]),
		...(address === undefined ? [] : [`tells the address “${address}”`]),
		...keys.filter((key) => told.includes(key)).map(() => 'tells a key'),
		...(/eyJ[\w-]{8,}/.test(told) ? ['tells a token'] : []),
	];
}

/** A list that lies: about what it holds, how many there are, or that this is all. */
export function complaintsOfList(told: string, { idField, ids }: Due): string[] {
	const items = itemsOf(told);
	const [answer] = items ?? [];
	if (items?.length !== 1 || answer === undefined) return ['is not one item'];
	const missing = LIST_FIELDS.filter((field) => !Object.hasOwn(answer, field));
	if (missing.length > 0) return [`lacks ${missing.join(', ')}`];
	const { records, shown, more, total, notes } = answer;
	if (!Array.isArray(records) || !Array.isArray(notes)) return ['has no records, or no notes'];
	const due = new Set(ids.map(String));
	const told_ = records.map((record: unknown) => String(isRecord(record) ? record[idField] : undefined));
	const strange = told_.filter((id) => !due.has(id));
	const isWhole = new Set(told_).size === due.size && strange.length === 0;
	return [
		...(shown === records.length ? [] : [`shows ${records.length} and says ${String(shown)}`]),
		...(strange.length === 0 ? [] : [`has ${strange.length} that were not asked for, such as ${String(strange[0])}`]),
		...(more === true || isWhole ? [] : [`has ${told_.length} of ${due.size} and says that this is all`]),
		...(total === null || total === due.size ? [] : [`says ${String(total)} of ${due.size}`]),
		...(more === true && notes.length === 0 ? ['has more and does not say what to do'] : []),
		...(typeof more === 'boolean' ? [] : ['says nothing of more']),
	];
}

/** A count that lies, by the values that it is split by, as `Approved` or `Approved|Lobby`. */
export function complaintsOfWords(told: string, { must = [], never = [] }: { must?: RegExp[]; never?: RegExp[] }): string[] {
	return [
		...must.filter((words) => !words.test(told)).map((words) => `does not say ${String(words)}`),
		...never.filter((words) => words.test(told)).map((words) => `says ${String(words)}`),
	];
}
