import * as audit from './audit.mts';
import type { Handler } from './call.mts';
import * as incidents from './incidents.mts';
import * as live from './live.mts';
import * as places from './places.mts';
import * as staff from './staff.mts';
import * as timesheets from './timesheets.mts';
import * as webhooks from './webhooks.mts';

/**
 * The handlers by operationId, as their files export them. The token exchange is separate, because it has no caller.
 */
export const handlers: Readonly<Record<string, Handler>> = {
	...places,
	...timesheets,
	...webhooks,
	...incidents,
	...live,
	...staff,
	...audit,
};
