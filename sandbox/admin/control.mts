import type { Router } from 'express';
import { describeChoices } from '../core/choices.mts';
import { notFound } from '../core/errors.mts';
import { apiKeys, keyPurposes, keysByName, ownCompany, replacementOf } from '../core/keys.mts';
import type { World } from '../server/world.mts';
import { countRows } from '../store/database.mts';
import { faultOf } from './faults.mts';
import { action, bodyOf, wholeNumber } from './http.mts';

const counted = [
	'customers',
	'sites',
	'employees',
	'licences',
	'timesheets',
	'incident_reports',
	'shifts',
	'login_events',
	'subscribers',
	'subscriptions',
	'deliveries',
	'happenings',
];

/** Activates or deactivates a customer. While it is inactive, its shifts and timesheets aren't shown. */
function activity({ db }: World, customerId: number, change: unknown): { customerId: number; isActive: boolean } {
	const isActive = change === 'activate';
	if (!isActive && change !== 'deactivate') throw notFound('A change called', String(change));
	const found = db
		.prepare('UPDATE customers SET is_active = ? WHERE id = ? AND company_id = ?')
		.run(Number(isActive), customerId, ownCompany);
	if (found.changes === 0) throw notFound('Customer', customerId);
	return { customerId, isActive };
}

/** Routes for state, clock, journal, faults and tokens. */
export function addControlRoutes(router: Router, world: World): void {
	router.get(
		'/state',
		action(() => state(world)),
	);
	router.post(
		'/reset',
		action(() => {
			world.reset();
			return state(world);
		}),
	);
	router.get(
		'/requests',
		action((req) => world.journal.since(wholeNumber(req.query.since, 'since', 0))),
	);
	router.delete(
		'/requests',
		action(() => world.journal.clear()),
	);
	router.post(
		'/customers/:id/:change',
		action((req) => activity(world, wholeNumber(req.params.id, 'id'), req.params.change)),
	);
	router.get(
		'/faults',
		action(() => world.faults.all()),
	);
	router.post(
		'/faults',
		action((req) => world.faults.add(faultOf(bodyOf(req)))),
	);
	router.delete(
		'/faults',
		action(() => world.faults.clear()),
	);
	router.delete(
		'/faults/:id',
		action((req) => world.faults.clear(wholeNumber(req.params.id, 'id'))),
	);
	router.post(
		'/tokens/revoke',
		action(() => world.tokens.revokeAll()),
	);
	router.post(
		'/keys/withdraw',
		action((req) => void world.tokens.withdrawn.add(String(bodyOf(req).apiKey))),
	);
}

function state(world: World): Record<string, unknown> {
	return {
		url: world.url(),
		variant: world.variant,
		variantInWords: describeChoices(world.variant, world.choices),
		choices: world.choices,
		now: world.clock.iso(),
		clockAheadSeconds: Math.round(world.clock.ahead() / 1000),
		clockMovedSeconds: Math.round(world.clock.moved() / 1000),
		pace: world.clock.pace,
		ratePerMinute: world.rate.perMinute,
		tokenTtlSeconds: world.tokens.ttlSeconds,
		subscriptionKey: world.subscriptionKey,
		keys: keysByName(),
		keyPurposes,
		replacements: Object.fromEntries(apiKeys.map(({ name, apiKey }) => [name, replacementOf(apiKey)])),
		withdrawn: [...world.tokens.withdrawn],
		counts: {
			...Object.fromEntries(counted.map((table) => [table, countRows(world.db, table)])),
			requests: world.journal.size,
			faults: world.faults.all().length,
		},
	};
}
