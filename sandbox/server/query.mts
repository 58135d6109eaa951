import type { NextFunction, Request, RequestHandler, Response } from 'express';

interface Pair {
	name: string;
	/** As sent, encoded. */
	value: string;
}

/** Normalises the query of a request for the description: one value per name. */
export const tidyQuery: RequestHandler = (req: Request, _: Response, next: NextFunction) => {
	const start = req.originalUrl.indexOf('?');
	if (start !== -1) {
		// The validator reads both.
		req.originalUrl = `${req.originalUrl.slice(0, start)}?${tidy(req.originalUrl.slice(start + 1))}`;
		req.url = req.originalUrl;
	}
	next();
};

// Assumed, Requests: an empty text parameter doesn’t filter; an empty number, date or flag returns 400. If a parameter is
//   given twice, the last one counts. Names and listed values must be spelled as described; searched text ignores
//   letter case.
function tidy(search: string): string {
	const pairs = search
		.split('&')
		.filter((part) => part !== '')
		.map(pairOf);
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
