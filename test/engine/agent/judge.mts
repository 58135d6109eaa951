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

const LIST_FIELDS = ['records', 'shown', 'more', 'next', 'total', 'period', 'timeZone', 'notes'];

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
export function complaintsOfSecrets(told: string, { contacts, keys }: Secrets, isAllowed = false): string[] {
	const lower = told.toLowerCase();
	const bare = told.replace(/(?<=\d)[ ()/-]+(?=\d)/g, '');
	const found = contacts.filter((contact) =>
		isNumberOfPhone(contact) ? bare.includes(digits(contact).slice(-9)) : lower.includes(contact.toLowerCase()),
	);
	const address = /[\w.+-]+@[\w-]+\.[\w.-]*[a-z]/i.exec(told)?.[0];
	return [
		...(found.length === 0 ? [] : [`tells ${found.length} contacts, such as “${found[0]}”`]),
		...(address === undefined || isAllowed ? [] : [`tells the address “${address}”`]),
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
	const { records, shown, more, next, total, notes } = answer;
	if (!Array.isArray(records) || !Array.isArray(notes)) return ['has no records, or no notes'];
	const due = new Set(ids.map(String));
	const found = records.map((record: unknown) => String(isRecord(record) ? record[idField] : undefined));
	const strange = found.filter((id) => !due.has(id));
	const isWhole = new Set(found).size === due.size && strange.length === 0;
	return [
		...(shown === records.length ? [] : [`shows ${records.length} and says ${String(shown)}`]),
		...(strange.length === 0 ? [] : [`has ${strange.length} that were not asked for, such as ${String(strange[0])}`]),
		...(more === true || isWhole ? [] : [`has ${found.length} of ${due.size} and says that this is all`]),
		...(total === null || total === due.size ? [] : [`says ${String(total)} of ${due.size}`]),
		...(more === true && notes.length === 0 ? ['has more and does not say what to do'] : []),
		...(more === true || next === null ? [] : ['has a way on from what is all']),
		...(typeof more === 'boolean' ? [] : ['says nothing of more']),
	];
}

/** Rows of counts that lie. Labels of a row are joined by “|”. */
export function complaintsOfCounts(
	told: string,
	labels: readonly string[],
	due: ReadonlyMap<string, number>,
): string[] {
	const [answer, ...others] = itemsOf(told) ?? [];
	if (answer === undefined || others.length > 0) return ['is not one item'];
	const rows: unknown = answer['records'];
	if (!Array.isArray(rows) || !rows.every(isRecord)) return ['has no rows'];
	if (answer['more'] === true) return [];
	const labelled = rows.map((row) => labels.map((label) => String(row[label])).join('|'));
	const found = new Map(rows.map((row, index) => [labelled[index] ?? '', row['count']]));
	return [
		...(found.size === rows.length ? [] : ['has two rows of one label']),
		...[...found]
			.filter(([label, count]) => due.get(label) !== count)
			.map(([label, count]) => `counts ${String(count)} of “${label}”, which are ${due.get(label) ?? 0}`),
		...[...due.keys()].filter((label) => !found.has(label)).map((label) => `counts none of “${label}”`),
	];
}

/** Rows of counts that have another sum than there are records, and don’t say that they are not all. */
export function complaintsOfSum(told: string, due: number): string[] {
	const [answer, ...others] = itemsOf(told) ?? [];
	if (answer === undefined || others.length > 0) return ['is not one item'];
	const { shown, more, total } = answer;
	const rows = recordsOf(told);
	const counted = rows.reduce((sum, { count }) => sum + Number(count), 0);
	return [
		...(shown === rows.length ? [] : [`shows ${rows.length} rows and says ${String(shown)}`]),
		...(more === true || counted === due ? [] : [`counts ${counted} of ${due} and says that this is all`]),
		...(total === null || total === due ? [] : [`says ${String(total)} of ${due}`]),
	];
}

/** What an error of a tool is for n8n’s agent: one item that holds its message, and nothing else. */
export function complaintsOfError(told: string): string[] {
	const [item, ...others] = itemsOf(told) ?? [];
	const words = item?.['error'];
	if (typeof words !== 'string' || Object.keys(item ?? {}).length > 1 || others.length > 0) return ['is no error'];
	return words.includes('\n') ? ['is an error of several lines'] : [];
}

/** The records of a list, or its rows of counts; none of anything else. */
export function recordsOf(told: string): Array<Record<string, unknown>> {
	const records = itemsOf(told)?.[0]?.['records'];
	return Array.isArray(records) && records.every(isRecord) ? records : [];
}

export interface Words {
	must?: readonly RegExp[];
	never?: readonly RegExp[];
}

/** What has to be said, and what never may. */
export function complaintsOfWords(told: string, { must = [], never = [] }: Words): string[] {
	return [
		...must.filter((words) => !words.test(told)).map((words) => `does not say ${String(words)}`),
		...never.filter((words) => words.test(told)).map((words) => `says ${String(words)}`),
	];
}
