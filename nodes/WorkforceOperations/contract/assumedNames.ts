import { isJsonObject } from './types';
import { isBlank } from './values';

// Guess: answers.names

/** Maps each part of a line or answer to its field names: the assumed one, or the user's. */
type Names<What extends string> = Readonly<Record<What, readonly string[]>>;

/** `pay`: what guards are paid; `charge`: what clients are charged. */
export type Side = 'pay' | 'charge';

export type LineNames = Names<'name' | 'code' | 'quantity' | 'rate' | 'amount'>;

const LINES: LineNames = { name: ['name'], code: ['code'], quantity: ['hours'], rate: ['rate'], amount: ['amount'] };

export const lineNames = (given: Partial<LineNames> = {}): LineNames => ({ ...LINES, ...given });

export type AnswerNames = Names<'question' | 'answer' | 'fileLink' | 'fileName'>;

const ANSWERS: AnswerNames = {
	question: ['question'],
	answer: ['answer'],
	fileLink: ['attachmentLink'],
	fileName: ['attachmentName'],
};

export const answerNames = (given: Partial<AnswerNames> = {}): AnswerNames => ({ ...ANSWERS, ...given });

/** Whether a value, or anything nested in it, isn't blank. */
export const saysSomething = (value: unknown): boolean =>
	typeof value === 'object' && value !== null ? Object.values(value).some(saysSomething) : !isBlank(value);

/** If no field has the name, its dots are read as a path. */
function at(record: object, name: string): unknown {
	if (Object.hasOwn(record, name)) return (record as Record<string, unknown>)[name];
	const [head = '', rest] = name.split(/\.(.*)/s);
	if (rest === undefined) return undefined;
	const inner = at(record, head);
	return isJsonObject(inner) ? at(inner, rest) : undefined;
}

export const filledField = (record: object, names: readonly string[]): unknown =>
	names.map((name) => at(record, name)).find(saysSomething);

/** A scalar as text; undefined if blank or anything else. */
export function scalarText(value: unknown): string | undefined {
	const isPlain = ['string', 'number', 'boolean'].includes(typeof value) && !isBlank(value);
	return isPlain ? String(value).trim() : undefined;
}

/** A JSON number, or text that is only a number: `"30.00"`. */
export function numberOf(value: unknown): number | undefined {
	const isWritten = typeof value === 'string' && /^-?\d+(?:\.\d+)?$/.test(value.trim());
	const number = isWritten ? Number(value) : value;
	return typeof number === 'number' && Number.isFinite(number) ? number : undefined;
}
