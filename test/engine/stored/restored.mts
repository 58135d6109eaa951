// A webhook trigger of a folder, in an n8n and at a service that are as they were.
import type { INode } from 'n8n-workflow';
import { CredentialStore } from '../../../kit/core/credentials.mts';
import type { Registration } from '../../../nodes/WorkforceOperations/trigger/registration/registration.ts';
import { foreignSubscriber, foreignSubscription, off, subscriberOff } from '../support/triggerForeign.mts';
import { Host, triggerNode } from '../support/triggerHost.mts';
import type { WatchWorld } from '../support/watchWorld.mts';
import { expect } from '@jest/globals';
import type { FrozenRegistration } from './frozenForms.mts';
import { relocated } from './relocated.mts';

interface Restored {
	host: Host;
	node: INode;
	/** The secret that is stored. */
	secret: string;
	/** The subscriptions that are stored, as the service has them. */
	own: FrozenRegistration['subscriptions'];
}

/** The service as it was, and an n8n with what was stored. */
export async function restored(world: WatchWorld, frozen: FrozenRegistration): Promise<Restored> {
	await world.pass(frozen.savedAt - (await world.now()));
	const { sandbox } = world;
	for (const { id } of frozen.subscribers) expect(String(await foreignSubscriber(sandbox))).toBe(id);
	for (const { id, subscriberId, event, uri, isActive } of frozen.subscriptions) {
		expect(String(await foreignSubscription(sandbox, Number(subscriberId), uri, event))).toBe(id);
		if (!isActive) await off(sandbox, Number(id));
	}
	for (const { id, isActive } of frozen.subscribers) if (!isActive) await subscriberOff(sandbox, Number(id));
	await world.requests();
	const credential = relocated(new CredentialStore(structuredClone(frozen.credential) as never), sandbox.url);
	const host = Object.assign(new Host('service', { '*': credential }), { baseUrl: frozen.baseUrl });
	host.database = { 'node:Trigger': structuredClone(frozen.stored) };
	const node = triggerNode(frozen.parameters);
	const { secret = '', subscriptions = [] } = (host.registration() ?? {}) as Partial<Registration>;
	const own = frozen.subscriptions.filter(({ id }) => subscriptions.some((subscription) => subscription.id === id));
	return { host, node, secret, own };
}
