// The set-up that the tests of the trigger share: a service at which triggers register, and a receiver to which it delivers.
import { afterAll, afterEach, beforeAll, beforeEach } from '@jest/globals';
import type { INode } from 'n8n-workflow';
import { forgetRegistrations } from '../../../nodes/WorkforceOperations/trigger/registration/store.ts';
import type { Sandbox } from '../../../sandbox/index.mts';
import { startSandbox } from '../../shared.mts';
import { Pace } from '../../../kit/time/skippingClock.mts';
import { credentialFor } from '../../../kit/core/engine.mts';
import type { JournalRow } from '../../../sandbox/server/journal.mts';
import { admin, isToken, journal } from './admin.mts';
import type { Key } from './service.mts';
import { type Decision, happens } from './triggerArrival.mts';
import { type Generation, Host } from './triggerHost.mts';
import { type Delivered, type Inbox, startInbox } from '../../../kit/servers/inbox.mts';

/** More requests a minute than a test sends. */
export const PLENTY = { requestsPerMinute: 1_000_000 };

async function published(host: Host, node: INode): Promise<Host> {
	await host.publish([node]);
	return host;
}

export interface TriggerService {
	readonly sandbox: Sandbox;
	/** An n8n of which the service has not heard, with a credential for this key; `changes`: what is otherwise in it. */
	host(generation: Generation, key?: Key, changes?: Partial<Host>, credential?: object): Host;
	/** The same, after a workflow with this trigger has been published. */
	published(generation: Generation, node: INode): Promise<Host>;
	/** Disturbs requests, up to the end of the test. */
	fault(input: object): Promise<void>;
	/** Lets the service answer as it should again. */
	mend(): Promise<void>;
	/** The requests since the journal was cleared, tokens aside. */
	requests(): Promise<JournalRow[]>;
}

/**
 * One sandbox for a test file, in which waits take no time. Each test begins with a service that nobody has registered at, without
 * faults and with an empty journal, and with an n8n that remembers nothing.
 */
export function useTriggerService(): TriggerService {
	let sandbox: Sandbox;
	let pace: Pace;
	beforeAll(async () => {
		pace = new Pace();
		sandbox = await startSandbox({ ratePerMinute: PLENTY.requestsPerMinute, data: { timesheets: 1 } });
	});
	afterAll(async () => {
		pace.end();
		await sandbox.close();
	});
	beforeEach(async () => {
		await admin(sandbox, 'POST', '/reset');
		forgetRegistrations();
	});
	const host: TriggerService['host'] = (generation, key = 'webhook', changes = {}, credential = {}) =>
		Object.assign(new Host(generation, { '*': credentialFor(sandbox, key, { ...PLENTY, ...credential }) }), changes);
	return {
		get sandbox() {
			return sandbox;
		},
		host,
		published: async (generation, node) => await published(host(generation), node),
		fault: async (input) => await admin(sandbox, 'POST', '/faults', input),
		mend: async () => await admin(sandbox, 'DELETE', '/faults'),
		requests: async () => (await journal(sandbox)).filter((row) => !isToken(row)),
	};
}

export interface Deliveries {
	readonly receiver: Inbox;
	/** An n8n whose public address leads to the receiver. */
	host(key?: Key): Host;
	/** The same, after a workflow with this trigger has been published. */
	published(node: INode, key?: Key): Promise<Host>;
	/** The delivery that the service sends when this happens to a timesheet. */
	one(decision?: Decision): Promise<Delivered>;
}

/** Takes what `service` delivers, in n8n's place; each test has a receiver of its own. */
export function useDeliveries(service: TriggerService): Deliveries {
	let receiver: Inbox;
	beforeEach(async () => {
		receiver = await startInbox();
	});
	afterEach(async () => await receiver.close());
	const host: Deliveries['host'] = (key) => service.host('service', key, { baseUrl: `${receiver.url}/` });
	return {
		get receiver() {
			return receiver;
		},
		host,
		published: async (node, key) => await published(host(key), node),
		one: async (decision = 'approve') => {
			const [received] = await happens(service.sandbox, receiver, decision);
			if (received === undefined) throw new Error('nothing came');
			return received;
		},
	};
}
