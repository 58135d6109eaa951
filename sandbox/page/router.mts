import { fileURLToPath } from 'node:url';
import { Router } from 'express';

const folder = fileURLToPath(new URL('.', import.meta.url));

/** The page's files. Anything else in this folder is not served. */
const PART = /^[a-z]+\.(html|css|js|svg)$/i;

/** The web page: static files, no build. It may load nothing from other origins. */
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
	router.get('/page/:file', (req, res, next) => {
		if (!PART.test(req.params.file)) return next();
		res.sendFile(req.params.file, { root: folder }, (error?: Error) => {
			if (error !== undefined && !res.headersSent) next();
		});
	});
	return router;
}
