import type { INodeProperties } from 'n8n-workflow';

/** One line of text. */
export const textField = (
	displayName: string,
	name: string,
	description?: string,
	placeholder?: string,
): INodeProperties => ({
	displayName,
	name,
	type: 'string',
	default: '',
	...(placeholder === undefined ? {} : { placeholder }),
	...(description === undefined ? {} : { description }),
});

export const dateField = (displayName: string, name: string, description: string): INodeProperties => ({
	displayName,
	name,
	type: 'dateTime',
	default: '',
	description,
});
