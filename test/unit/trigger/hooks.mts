// n8n's three functions of a webhook, each called with what it has stored and a service that is told what to answer.
import type { IDataObject } from 'n8n-workflow';
import { addressFor } from '../../../nodes/WorkforceOperations/trigger/registration/apply.ts';
import {
	readRegistration,
	type Registration,
} from '../../../nodes/WorkforceOperations/trigger/registration/registration.ts';
import type { Answer } from '../transport/support.mts';
import { answering, lineOf, type Rules } from './stepBench.mts';
import { MINUTE, n8n, NOW, registration, subscription } from './support.mts';

export const [approve, reject] = ['timesheet.approve', 'timesheet.reject'];
const KEY = 'the-key';
export const ill: Answer = { status: 500 };
export const gone: Answer = { status: 404 };

export const known = (changes: Partial<Registration> = {}): Registration =>
	registration({
		secretSince: NOW - MINUTE,
		changedAt: NOW - MINUTE,
		subscriptions: [subscription(approve, { id: '11' }), subscription(reject, { id: '12' })],
		...changes,
	});

/** What the service lists of a registration that it holds as it is known. */
export const rows = (of: Registration = known(), isActive: boolean | undefined = true): IDataObject[] =>
	of.subscriptions.map((one) => {
		const [eventType, event] = one.event.split('.');
		return { id: Number(one.id), eventType, event, isActive, uri: addressFor({ apiKey: KEY })(of, one) };
	});

export const LIST = 'GET /subscribers/1/subscriptions';
export const subscriberOn = 'PUT /subscribers/1 {"isActive":true}';
export const subscriberOff = 'PUT /subscribers/1 {"isActive":false}';
export const rotate = 'PUT /subscribers/1 {"rotateSecretToken":true}';
export const off = (id: number): string => `PUT /subscriptions/${id} {"isActive":false}`;
export const on = (id: number): string => `PUT /subscriptions/${id} {"isActive":true} (sealed)`;
export const make = (event: string, subscriberId = 1): string =>
	`POST /subscriptions {"subscriberId":${subscriberId},"event":"${event}","eventType":"timesheet"} (sealed)`;

export type Changes = NonNullable<Parameters<typeof n8n>[0]>;

/** Calls one of n8n's three functions with this static data and this service. */
export async function call<Result>(
	hook: (context: never) => Promise<Result>,
	stored: Registration | undefined,
	rules: Rules,
	changes: Changes = {},
) {
	const n8nOf = n8n({
		answer: answering(rules),
		activation: 'update',
		...changes,
		staticData: stored === undefined ? {} : { registration: JSON.parse(JSON.stringify(stored)) as IDataObject },
		parameters: { events: [approve, reject], ...changes.parameters },
		credential: { apiKey: KEY, ...changes.credential },
	});
	const ended: { result?: Result; told?: string } = await hook(n8nOf.context as never).then(
		(result) => ({ result }),
		(error: Error) => ({ told: error.message }),
	);
	return {
		...ended,
		lines: n8nOf.sent.map(lineOf),
		log: n8nOf.log,
		kept: readRegistration({ getWorkflowStaticData: () => n8nOf.staticData }),
	};
}
