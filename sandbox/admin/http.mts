import type { NextFunction, Request, RequestHandler, Response } from 'express';
import { ServiceError, toServiceError } from '../core/errors.mts';

/** A number from a query or path; throws a readable 400. */
export function wholeNumber(value: unknown, name: string, fallback?: number): number {
	if ((value === undefined || value === '') && fallback !== undefined) return fallback;
	const number = Number(value);
	if (!Number.isSafeInteger(number) || number < 0 || value === '' || value === null)
		throw new ServiceError(400, `${name} must be a whole number from 0.`);
	return number;
}

export const bodyOf = (req: Request): Record<string, unknown> =>
	typeof req.body === 'object' && req.body !== null && !Array.isArray(req.body)
		? (req.body as Record<string, unknown>)
		: {};

/** Wraps an admin action; its return value becomes the JSON response. */
export function action(work: (req: Request) => unknown): RequestHandler {
	return async (req, res) => {
		res.json((await work(req)) ?? { ok: true });
	};
}

/** Formats admin errors as `{error}`. */
export function adminErrors(thrown: unknown, _req: Request, res: Response, _next: NextFunction): void {
	const error = toServiceError(thrown);
	res.status(error.status).json({ error: error.message });
}
