import { setTimeout as sleep } from 'node:timers/promises';
import express, { type Express, type NextFunction, type Request, type RequestHandler, type Response } from 'express';
import { endpointsOf, loadDescription, type Description, type Endpoint } from './description/load.mts';
import type { Life } from './admin/alive.mts';
import { adminRouter } from './admin/router.mts';
import { handlers } from './endpoints/index.mts';
import { requestToken } from './endpoints/token.mts';
import { disturb, disturbAnswer } from './server/disturb.mts';
import { wrap, wrapError } from './server/envelopes.mts';
import { mostBody, ServiceError, toServiceError } from './core/errors.mts';
import { filesRouter } from './endpoints/files.mts';
import { onlyFromHere } from './server/hosts.mts';
import { pageRouter } from './page/router.mts';
import {
	checkKeyType,
	checkRate,
	checkSubscriptionKey,
	checkToken,
	progressOf,
	tolerateNoBody,
	type Progress,
} from './server/pipeline.mts';
import { descriptionValidator } from './server/validate.mts';
import { settleNulls } from './server/nulls.mts';
import { fromOtherNames, inOtherNames, otherPath } from './server/otherNames.mts';
import { tidyQuery } from './server/query.mts';
import type { World } from './server/world.mts';

/** Read once; it is the same for all sandboxes of a process. */
let known: Description | undefined;

/**
 * The HTTP server: the service under `/api`, the admin API under `/_admin`. The steps are in the order of the service's
 * checks.
 */
export function createApp(world: World, options: Life & { validateResponses: boolean }): Express {
	const description = (known ??= completeDescription());
	const endpoints = endpointsOf(description);
	const app = express();
	app.disable('x-powered-by').disable('etag').set('query parser', 'simple');
	app.use((_req, res, next) => {
		world.keepUp();
		// Node would send real time; everything else is dated by the sandbox's clock.
		res.setHeader('Date', new Date(world.clock.now()).toUTCString());
		next();
	});
	app.use('/_admin', adminRouter(world, options));
	// Assumed, Answers: files are available next to the API and below it, at `/files` and at `/api/files`; links use the former.
	app.use(['/files', '/api/files'], onlyFromHere, filesRouter(world));
	const service: RequestHandler[] = [
		otherPath(world.choices),
		openJournal(world, endpoints),
		onlyFromHere,
		applyFault(world),
		authorise(world),
		express.json({ limit: mostBody, strict: false, type: ['application/json', 'application/*+json'] }),
		fromOtherNames(world.choices),
		tidyQuery,
		...descriptionValidator(description, options.validateResponses),
		answer(world),
	];
	app.use((req: Request, res: Response, next: NextFunction) => {
		if (!req.path.startsWith('/api/')) return next();
		return runAll(service, req, res, next);
	});
	app.use(pageRouter());
	app.use((req: Request, res: Response) => {
		res
			.status(404)
			.json({ error: `There is nothing at ${req.path}. The service is under /api, the admin API under /_admin.` });
	});
	app.use(refuse(world));
	return app;
}

/** Loads the description. Throws if an operation has no handler: it would look like a path that isn't there. */
function completeDescription(): Description {
	const description = loadDescription();
	const missing = endpointsOf(description).find(
		({ operationId, open }) => !open && !Object.hasOwn(handlers, operationId),
	);
	if (missing !== undefined) throw new Error(`sandbox/endpoints/ has no handler for ${missing.operationId}`);
	return description;
}

/** Runs handlers in sequence without a mount path, which the validator would take for a part of the URL. */
function runAll(steps: readonly RequestHandler[], req: Request, res: Response, done: NextFunction): void {
	let index = 0;
	const next = (error?: unknown): void => {
		const step = steps[index++];
		if (error !== undefined && error !== null) return done(error);
		if (step === undefined) return done();
		try {
			const result: unknown = step(req, res, next);
			if (result instanceof Promise) result.catch(next);
		} catch (thrown) {
			next(thrown);
		}
	};
	next();
}

function openJournal(world: World, endpoints: readonly Endpoint[]): RequestHandler {
	return (req, res, next) => {
		const query = req.originalUrl.includes('?') ? req.originalUrl.slice(req.originalUrl.indexOf('?') + 1) : '';
		const journal = world.journal.open({ at: world.clock.iso(), method: req.method, path: req.path, query });
		const endpoint = endpoints.find(({ method, pattern }) => method === req.method && pattern.test(req.path)) ?? null;
		const progress: Progress = { journal, endpoint, caller: null, fault: null };
		res.locals.progress = progress;
		// Completes the journal row before the response can be read, so that a client that looks at once finds its
		// request.
		const end = res.end.bind(res);
		res.end = ((...args: Parameters<typeof end>) => {
			journal.status = res.statusCode;
			return end(...args);
		}) as typeof res.end;
		res.on('close', () => {
			if (res.writableFinished) return;
			journal.reason ??= 'the connection ended before the answer was complete';
		});
		next();
	};
}

function applyFault(world: World): RequestHandler {
	return async (req, res, next) => {
		const progress = progressOf(res);
		const fault = world.faults.match(req.method, req.path);
		if (fault === null) return next();
		progress.fault = fault;
		progress.journal.reason = `fault ${fault.id}: ${fault.kind ?? 'delay'}${fault.status === null ? '' : ` ${fault.status}`}${fault.delayMs > 0 ? ` after ${fault.delayMs} ms` : ''}`;
		if (fault.delayMs > 0) await sleep(fault.delayMs, undefined, { ref: false });
		if (!disturb(fault, res)) next();
	};
}

function authorise(world: World): RequestHandler {
	return (req, res, next) => {
		const progress = progressOf(res);
		checkSubscriptionKey(world, req);
		const { endpoint } = progress;
		if (endpoint === null || !endpoint.open) {
			const caller = checkToken(world, req, progress);
			checkRate(world, caller);
			if (endpoint !== null) checkKeyType(endpoint, caller);
		}
		tolerateNoBody(req);
		next();
	};
}

function answer(world: World): RequestHandler {
	return (req, res) => {
		const { endpoint, caller, fault, journal } = progressOf(res);
		if (endpoint === null) throw new ServiceError(404, `There is nothing at ${req.method} ${req.path}.`);
		const body = (req.body ?? {}) as Record<string, unknown>;
		const handler = handlers[endpoint.operationId];
		if (!endpoint.open && (handler === undefined || caller === null))
			throw new ServiceError(404, `There is nothing at ${req.method} ${req.path}.`);
		const reply =
			handler === undefined || caller === null
				? requestToken(world, body, journal)
				: handler({ world, caller, params: pathParams(req), query: req.query as Record<string, unknown>, body });
		const whole = wrap(endpoint.envelope, reply, endpoint.path, world.clock.iso(), world.choices);
		const wrapped = endpoint.answer === null ? whole : settleNulls(whole, endpoint.answer, world.choices);
		const named = inOtherNames(world.choices, endpoint.operationId, wrapped);
		const final = fault === null ? named : disturbAnswer(fault, world.faults, named, res);
		if (final !== null) res.status(200).json(final);
	};
}

/** Path parameters in the types of the description; the validator puts them on the request. */
function pathParams(req: Request): Record<string, unknown> {
	return (req as Request & { openapi?: { pathParams?: Record<string, unknown> } }).openapi?.pathParams ?? {};
}

/**
 * Error handler: every refusal in the error shape of its endpoint. Express recognises error handlers by their four
 * parameters.
 */
function refuse(world: World) {
	return (thrown: unknown, _req: Request, res: Response, _next: NextFunction): void => {
		const error = toServiceError(thrown);
		const progress = res.locals.progress as Progress | undefined;
		if (error.status >= 500 && progress?.fault == null)
			world.log(`failed: ${thrown instanceof Error ? (thrown.stack ?? thrown.message) : String(thrown)}`);
		if (progress !== undefined) progress.journal.reason ??= error.message;
		if (res.headersSent || res.destroyed) {
			res.destroy();
			return;
		}
		res
			.status(error.status)
			.set(error.headers)
			.json(wrapError(progress?.endpoint?.envelope ?? 'standard', error, world.clock.iso(), world.choices));
	};
}
