/** A piece of advice and who can follow it: whoever fills in the call, a person alone, or who sees n8n's editor. */
interface Addressed {
	text: string;
	who: 'person' | 'editor';
	/** What a model reads in its place. */
	instead?: string;
	/** To try again; left out if a write may have been carried out. */
	isRetry?: true;
}

/** A plain text is the caller's. */
export type Cure = string | Addressed;

export type Cures = Cure | ReadonlyArray<Cure | undefined> | undefined;

export const forPerson = (text: string): Cure => ({ text, who: 'person' });

export const forEditor = (text: string, instead?: string): Cure => ({ text, who: 'editor', instead });

export const toRetry = (text: string, instead: string): Cure => ({ text, who: 'editor', instead, isRetry: true });

/** What happened, and what to do about it. */
export interface Advice {
	message: string;
	description?: Cures;
}

const listOf = (cures: Cures): Cure[] =>
	[cures].flat().filter((cure): cure is Cure => cure !== undefined && cure !== '');

/** All advice, as the editor prints it. */
export const inWords = (cures: Cures): string =>
	listOf(cures)
		.map((cure) => (typeof cure === 'string' ? cure : cure.text))
		.join(' ');

/** The same with its texts changed; one that is changed to nothing is left out. */
export const mapped = (cures: Cures, change: (text: string) => string): Cure[] =>
	listOf(
		listOf(cures).map((cure) => {
			if (typeof cure === 'string') return change(cure);
			const text = change(cure.text);
			return text === '' ? text : { ...cure, text, instead: cure.instead && change(cure.instead) };
		}),
	);

export const withoutRetry = (cures: Cures): Cure[] =>
	listOf(cures).filter((cure) => typeof cure === 'string' || cure.isRetry !== true);

const toModel = (cure: Cure): string => {
	if (typeof cure === 'string') return cure;
	if (cure.who === 'editor') return cure.instead ?? '';
	return `Ask a person to ${cure.text.charAt(0).toLowerCase()}${cure.text.slice(1)}`;
};

/** The advice of an error: n8n's classes have no place for it, and store whatever is put on them. */
const known = new WeakMap<Error, Cures>();

export function withCures<Failed extends Error>(error: Failed, cures: Cures): Failed {
	known.set(error, cures);
	return error;
}

/** An error's advice for a model: the caller's, what to ask a person for, and what was added to the description since. */
export function adviceToModel(error: Error, description: string): string {
	const cures = known.get(error);
	const base = inWords(cures);
	if (base === '' || !description.startsWith(base)) return description;
	return [...listOf(cures).map(toModel), description.slice(base.length).trim()].filter((text) => text !== '').join(' ');
}
