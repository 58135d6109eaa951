import type { Endpoint } from '../types';
import { incidentReports } from './incidentReports';
import { liveOperations } from './liveOperations';
import { loginAudit } from './loginAudit';
import { places } from './places';
import { staff } from './staff';
import { timesheets } from './timesheets';
import { webhooks } from './webhooks';

const table = {
	...places,
	...staff,
	...timesheets,
	...incidentReports,
	...liveOperations,
	...loginAudit,
	...webhooks,
};

export type EndpointId = keyof typeof table;

/** By `<resource>.<operation>`. */
export const endpoints = Object.fromEntries(
	Object.entries(table).map(([id, row]): [string, Endpoint] => [id, { id, ...row }]),
) as Record<EndpointId, Endpoint>;

/** Fails early if a new operation lacks its row. */
export function requireEndpoint(id: EndpointId): Endpoint {
	if (!Object.hasOwn(endpoints, id)) throw new TypeError(`No endpoint ${id} in contract/endpoints/index.ts`);
	return endpoints[id];
}
