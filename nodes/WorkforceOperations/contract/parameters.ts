import type { Parameter, ParameterType, Source } from './types';

const make =
	(type: ParameterType, source: Source) =>
	(...names: string[]): Parameter[] =>
		names.map((name) => ({ name, type, source }));

/** Short forms for the rows of the endpoint table, by the source of the fact. */
export const documented = {
	strings: make('string', 'documented'),
	integers: make('integer', 'documented'),
	booleans: make('boolean', 'documented'),
	moments: make('moment', 'documented'),
	anchors: make('cursor', 'documented'),
};

export const published = {
	strings: make('string', 'published'),
	integers: make('integer', 'published'),
	booleans: make('boolean', 'published'),
};

export const assumed = {
	strings: make('string', 'assumed'),
	integers: make('integer', 'assumed'),
};

export const idList = (separator: ',' | ';', source: Source, ...names: string[]): Parameter[] =>
	names.map((name) => ({ name, type: 'idList', source, separator }));

export const required = (parameters: Parameter[]): Parameter[] =>
	parameters.map((parameter) => ({ ...parameter, required: true }));
