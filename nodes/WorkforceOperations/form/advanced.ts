import type { IDataObject, INodeProperties } from 'n8n-workflow';
import { optionsField } from './fields';
import { collection, type Item } from './item';

/** The collection `advanced`: options that need knowledge of the API, kept apart from those that everybody uses. */
const advancedField = (...options: INodeProperties[]): INodeProperties => ({
	...optionsField(...options),
	displayName: 'Advanced Options',
	name: 'advanced',
	placeholder: 'Add advanced option',
	description: 'For those who know the API of the service; nobody else needs them',
});

/** Both collections of a form, `options` first; an empty one is left out. */
export const optionFields = (options: INodeProperties[], advanced: INodeProperties[]): INodeProperties[] => [
	...(options.length === 0 ? [] : [optionsField(...options)]),
	...(advanced.length === 0 ? [] : [advancedField(...advanced)]),
];

export const advancedOf = (item: Item): IDataObject => collection(item, 'advanced');
