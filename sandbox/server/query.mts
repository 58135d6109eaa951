import type { NextFunction, Request, RequestHandler, Response } from 'express';
import type { Parameter } from '../description/load.mts';
import type { Choices } from '../core/choices.mts';
import { ServiceError } from '../core/errors.mts';
import { progressOf } from './pipeline.mts';

interface Pair {
	name: string;
	/** As sent, encoded. */
	value: string;
}

/**
 * Normalises the query of a request for the description: one value per name, and the description's letter case if that
 * doesn't matter.
 */
export function tidyQuery(choices: Choices): RequestHandler {
	return (req: Request, res: Response, next: NextFunction) => {
		const start = req.originalUrl.indexOf('?');
		const parameters = progressOf(res).endpoint?.parameters ?? [];
		if (start !== -1) {
			const search = tidy(req.originalUrl.slice(start + 1), parameters, choices);
			const path = req.originalUrl.slice(0, start);
			// The validator reads both.
			req.originalUrl = `${path}?${search}`;
			req.url = req.originalUrl;
		}
		next();
	};
}

// Assumed, Requests: a parameter with an empty text is no filter; an empty number, date or flag is 400. Parameters that are
//   given twice and letter case are choices; letter case of searched text never counts.
function tidy(search: string, parameters: readonly Parameter[], choices: Choices): string {
	const pairs = search
		.split('&')
		.filter((part) => part !== '')
		.map((part) => inCase(pairOf(part), parameters, choices));
	const twice = pairs.find(({ name }, index) => pairs.findIndex((other) => other.name === name) !== index);
	if (twice !== undefined && choices.repeated === 'refused')
		throw new ServiceError(400, `${twice.name} is given twice.`, { field: twice.name });
	return pairs
		.filter(({ name }, index) => pairs.findLastIndex((other) => other.name === name) === index)
		.map(({ name, value }) => `${encodeURIComponent(name)}=${value}`)
		.join('&');
}

function pairOf(part: string): Pair {
	const at = part.indexOf('=');
	const name = at === -1 ? part : part.slice(0, at);
	return { name: decoded(name), value: at === -1 ? '' : part.slice(at + 1) };
}

/** Text that can't be decoded stays as it is; the validator refuses it. */
function decoded(text: string): string {
	try {
		return decodeURIComponent(text.replaceAll('+', ' '));
	} catch {
		return text;
	}
}

function inCase(pair: Pair, parameters: readonly Parameter[], choices: Choices): Pair {
	if (choices.letterCase === 'exact') return pair;
	const parameter = parameters.find(
		(each) => each.in === 'query' && each.name.toLowerCase() === pair.name.toLowerCase(),
	);
	if (parameter === undefined) return pair;
	const { enum: listed, type } = parameter.schema;
	const values = Array.isArray(listed) ? listed.map(String) : type === 'boolean' ? ['true', 'false'] : [];
	const value = values.find((each) => each.toLowerCase() === decoded(pair.value).toLowerCase()) ?? pair.value;
	return { name: parameter.name, value };
}
