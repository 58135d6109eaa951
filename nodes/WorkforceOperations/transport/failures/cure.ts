/** A piece of advice that only some can follow: a person, or whoever sees n8n's editor. */
interface Addressed {
	text: string;
	who: 'person' | 'editor';
	/** What a model reads instead. */
	instead?: string;
	/** Advises a retry; left out if a write may have been carried out. */
	isRetry?: true;
}

/** Plain text is for the caller. */
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

/** Changes the texts of advice. One that becomes empty is left out. */
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

/** The advice of errors. n8n's classes have no field for it, and store whatever is added to them. */
const known = new WeakMap<Error, Cures>();

export function withCures<Failed extends Error>(error: Failed, cures: Cures): Failed {
	known.set(error, cures);
	return error;
}

/**
 * An error's advice for a model: the caller's, what to ask a person for, and anything added to the description since.
 */
export function adviceToModel(error: Error, description: string): string {
	const cures = known.get(error);
	const base = inWords(cures);
	if (base === '' || !description.startsWith(base)) return description;
	return [...listOf(cures).map(toModel), description.slice(base.length).trim()].filter((text) => text !== '').join(' ');
}
