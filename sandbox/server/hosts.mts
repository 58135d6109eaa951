import type { NextFunction, Request, Response } from 'express';
import { ServiceError } from '../core/errors.mts';

const ownHost = /^(localhost|127\.0\.0\.1|\[::1\])(:\d+)?$/i;

/**
 * Lets requests through that were meant for this machine. A web page from elsewhere reaches it through a browser on this machine, by
 * its own origin or by a name of its own that leads here (DNS rebinding); what it sends names either.
 */
export function onlyFromHere(req: Request, _res: Response, next: NextFunction): void {
	const host = req.get('host') ?? '';
	const origin = req.get('origin');
	if (!ownHost.test(host))
		throw new ServiceError(
			403,
			`The sandbox answers this machine only: call it as 127.0.0.1 or localhost, not as "${host}".`,
		);
	if (origin !== undefined && origin.toLowerCase() !== `http://${host.toLowerCase()}`)
		throw new ServiceError(403, `The sandbox answers this machine only, and no page from "${origin}".`);
	next();
}
