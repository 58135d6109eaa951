import express, { Router } from 'express';
import { mostAdminBody, ServiceError } from '../core/errors.mts';
import { onlyFromHere } from '../server/hosts.mts';
import type { World } from '../server/world.mts';
import { adminErrors } from './http.mts';
import { addApprovalRoutes } from './approvals.mts';
import { addTimeRoutes, type Life } from './alive.mts';
import { addControlRoutes } from './control.mts';
import { addLiveRoutes } from './live.mts';
import { addWebhookRoutes } from './webhooks.mts';

/** The admin API: what people do in the web application, and what only a sandbox can do. */
export function adminRouter(world: World, life: Life): Router {
	const router = Router();
	router.use(onlyFromHere);
	router.use(express.json({ limit: mostAdminBody }));
	addControlRoutes(router, world);
	addTimeRoutes(router, world, life);
	addApprovalRoutes(router, world);
	addWebhookRoutes(router, world);
	addLiveRoutes(router, world);
	router.use((req) => {
		throw new ServiceError(404, `There is no admin call ${req.method} /_admin${req.path}.`);
	});
	router.use(adminErrors);
	return router;
}
