import type { INodeProperties } from 'n8n-workflow';
import { isBlank } from '../contract';
import { inputError, itIs, type Item } from './item';

/** A filter for one of two states; without the filter both are returned. */
interface Either {
	displayName: string;
	name: string;
	/** The labels of `true` and `false`. */
	states: readonly [on: string, off: string];
	description: string;
}

export const eitherField = ({ displayName, name, states: [on, off], description }: Either): INodeProperties => ({
	displayName,
	name,
	type: 'options',
	options: [true, false].map((value) => ({ name: value ? on : off, value })),
	default: true,
	description,
});

/** The chosen state, also given as text by an expression. Throws when it is neither of the two. */
export function readEither(
	item: Item,
	{ displayName, states: [on, off] }: Either,
	value: unknown,
): boolean | undefined {
	if (isBlank(value)) return undefined;
	const text = typeof value === 'string' || typeof value === 'boolean' ? String(value).trim().toLowerCase() : '';
	if (text === 'true') return true;
	if (text === 'false') return false;
	throw inputError(
		item,
		`“${displayName}” is neither ${on} (true) nor ${off} (false)`,
		itIs(JSON.stringify(value) ?? '', 'Choose one of the two, or give true or false by expression.'),
	);
}
