import type { IDataObject, INodeProperties } from 'n8n-workflow';
import { optionsField } from './fields';
import { collection, type Item } from './item';

/** `advanced`: what needs knowledge of the API, apart from what people use. */
export const advancedField = (...options: INodeProperties[]): INodeProperties => ({
	...optionsField(...options),
	displayName: 'Advanced Options',
	name: 'advanced',
	placeholder: 'Add advanced option',
	description: 'For those who know the API of the service; nobody else needs them',
});

/** Both collections of a form, `options` first; one without entries is left out. */
export const optionFields = (options: INodeProperties[], advanced: INodeProperties[]): INodeProperties[] => [
	...(options.length === 0 ? [] : [optionsField(...options)]),
	...(advanced.length === 0 ? [] : [advancedField(...advanced)]),
];

/** The values of `advanced`. */
export const advancedOf = (item: Item): IDataObject => collection(item, 'advanced');
