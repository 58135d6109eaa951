import { Router } from 'express';
import { findIncident, storedAnswers } from '../store/incidents.mts';
import { selectOne } from '../store/query.mts';
import { textPdf } from './pdf.mts';
import type { World } from '../server/world.mts';

/** A transparent pixel as the photo of every report. */
const pixel = Buffer.from(
	'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNkYPhfDwAChwGA60e6kgAAAABJRU5ErkJggg==',
	'base64',
);

/**
 * Serves the targets of `pdfLink`, `attachmentLink` and photo links. Needs no authentication, like links that are
 * passed on.
 */
export function filesRouter(world: World): Router {
	const router = Router();
	router.get('/incident-reports/:name', (req, res, next) => {
		const id = /^(\d+)\.pdf$/.exec(req.params.name)?.[1];
		const row = id === undefined ? null : findIncident(world.db, Number(id));
		if (row === null) return next();
		const lines = [
			`Form: ${String(row.form_name)}`,
			`Customer: ${String(row.customer_name)}`,
			`Site: ${String(row.site_name)}${row.patrol_name === null ? '' : `, ${String(row.patrol_name)}`}`,
			`Officer: ${String(row.staff_name)}`,
			`Submitted: ${new Date(Number(row.submitted_at)).toISOString()}`,
			`Status: ${String(row.status)}`,
			'',
			...storedAnswers(row).flatMap(({ question, answer }) => [question, `    ${answer}`]),
		];
		res.type('pdf').send(textPdf(`Incident report ${String(row.report_code)}`, lines));
	});
	router.get('/photos/:name', (_req, res) => {
		res.type('png').send(pixel);
	});
	router.get('/licences/:id/:name', (req, res, next) => {
		const row = selectOne(world.db, 'SELECT * FROM files WHERE id = ?', req.params.id);
		if (row === null) return next();
		const { content } = row;
		// Uploaded files are served as attachments: a browser must not show them as a page of this origin.
		res
			.set('X-Content-Type-Options', 'nosniff')
			.set('Content-Security-Policy', 'sandbox')
			.attachment(String(row.name))
			.send(content instanceof Uint8Array ? Buffer.from(content) : Buffer.alloc(0));
	});
	return router;
}
