import { fileURLToPath } from 'node:url';
import express, { Router } from 'express';

const folder = fileURLToPath(new URL('.', import.meta.url));

/** The web page: plain files, no build. It may load nothing from elsewhere. */
export function pageRouter(): Router {
	const router = Router();
	router.use((_req, res, next) => {
		res
			.set('Content-Security-Policy', "default-src 'self'; frame-ancestors 'none'; base-uri 'none'")
			.set('X-Content-Type-Options', 'nosniff');
		next();
	});
	router.get('/', (_req, res) => {
		res.sendFile('index.html', { root: folder });
	});
	// This file lies beside them and is none of them.
	router.use('/page', (req, _res, next) => next(req.path.endsWith('.mts') ? 'router' : undefined));
	router.use('/page', express.static(folder, { index: false, fallthrough: true }));
	return router;
}
