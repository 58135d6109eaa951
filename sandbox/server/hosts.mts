import type { NextFunction, Request, Response } from 'express';
import { ServiceError } from '../core/errors.mts';

const ownHost = /^(localhost|127\.0\.0\.1|\[::1\])(:\d+)?$/i;

/**
 * Accepts only requests that were meant for this machine. A foreign web page can reach it through a browser on this
 * machine: from its own origin, or by a name of its own that resolves to this machine (DNS rebinding). Either shows in
 * the request's headers.
 */
export function onlyFromHere(req: Request, _res: Response, next: NextFunction): void {
	const host = req.get('host') ?? '';
	const origin = req.get('origin');
	if (!ownHost.test(host))
		throw new ServiceError(403, `The sandbox accepts only this computer: use 127.0.0.1 or localhost, not "${host}".`);
	if (origin !== undefined && origin.toLowerCase() !== `http://${host.toLowerCase()}`)
		throw new ServiceError(403, `The sandbox accepts only this computer, and no pages from "${origin}".`);
	next();
}
