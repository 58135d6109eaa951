import type { Parameter, ParameterType, Source } from './types';

const make =
	(type: ParameterType, source: Source) =>
	(...names: string[]): Parameter[] =>
		names.map((name) => ({ name, type, source }));

const kinds = (source: Source) => ({
	strings: make('string', source),
	integers: make('integer', source),
	booleans: make('boolean', source),
	moments: make('moment', source),
	anchors: make('cursor', source),
});

export const documented = kinds('documented');
export const published = kinds('published');
export const assumed = kinds('assumed');

export const idList = (separator: ',' | ';', source: Source, ...names: string[]): Parameter[] =>
	names.map((name) => ({ name, type: 'idList', source, separator }));

export const required = (parameters: Parameter[]): Parameter[] =>
	parameters.map((parameter) => ({ ...parameter, required: true }));
