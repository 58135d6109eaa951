import { forEditor } from '../transport/failures/cure';
import { isBlank } from '../contract';
import type { ReadableField } from './fields';
import { refusal } from './item';

/** A filter for one of two states; without it both are returned. */
interface Either {
	displayName: string;
	name: string;
	/** The labels of `true` and `false`. */
	states: readonly [on: string, off: string];
	description: string;
}

/** An expression may also give the state as text. */
export const eitherField = ({ states: [on, off], ...described }: Either): ReadableField<boolean | undefined> => ({
	field: {
		...described,
		type: 'options',
		options: [true, false].map((value) => ({ name: value ? on : off, value })),
		default: true,
	},
	read(item, { [described.name]: value } = {}) {
		if (isBlank(value)) return undefined;
		const text = typeof value === 'string' || typeof value === 'boolean' ? String(value).trim().toLowerCase() : '';
		if (text === 'true') return true;
		if (text === 'false') return false;
		throw refusal(
			item,
			described.displayName,
			`is neither ${on} (true) nor ${off} (false)`,
			JSON.stringify(value) ?? '',
			forEditor('Choose one of the two, or use an expression that returns true or false.', 'Give true or false.'),
		);
	},
});
