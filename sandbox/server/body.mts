import type { NextFunction, Request, RequestHandler, Response } from 'express';
import type { Schema } from '../description/load.mts';
import type { Choices } from '../core/choices.mts';
import { progressOf } from './pipeline.mts';

/** Restores the description's letter case in a body's fields, if the choice says that letter case doesn't matter. */
export function tidyBody(choices: Choices): RequestHandler {
	return (req: Request, res: Response, next: NextFunction) => {
		const schema = progressOf(res).endpoint?.body ?? null;
		if (schema !== null && choices.letterCase === 'ignored') req.body = inCase(req.body, schema);
		next();
	};
}

function inCase(value: unknown, schema: Schema): unknown {
	const { properties = {}, items } = schema;
	if (Array.isArray(value)) return items === undefined ? value : value.map((item) => inCase(item, items));
	if (typeof value !== 'object' || value === null) return value;
	const names = new Map(Object.keys(properties).map((name) => [name.toLowerCase(), name]));
	return Object.fromEntries(
		Object.entries(value).map(([given, inner]) => {
			const name = names.get(given.toLowerCase()) ?? given;
			const field = properties[name];
			return [name, field === undefined ? inner : inCase(inner, field)];
		}),
	);
}
