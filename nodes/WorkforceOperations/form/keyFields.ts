import type { INodeProperties } from 'n8n-workflow';
import { byName, isBlank, isKeyField, KEY_FIELDS, KEY_LABELS, type KeyField } from '../contract';
import { inputError, type Item, parameter } from './item';

/** By default the path decides which key a request uses. */
export const keyFieldPicker: INodeProperties = {
	displayName: 'Key',
	name: 'key',
	type: 'options',
	options: [
		{ name: 'Chosen by the Path', value: '', description: 'The key for this path' },
		...KEY_FIELDS.map((value) => ({ name: KEY_LABELS[value], value })).sort((a, b) => byName(a.name, b.name)),
	],
	default: '',
	description: 'Which of the credential’s separate keys to use',
};

/** Undefined if the path decides. */
export function chosenKey(item: Item): KeyField | undefined {
	const value: unknown = parameter(item, 'key', '');
	if (isBlank(value)) return undefined;
	if (isKeyField(value)) return value;
	throw inputError(item, '“Key” is not a key of the credential', `It is one of ${KEY_FIELDS.join(', ')}, or empty.`);
}
