// Seals that somebody else made who has the API key, clocks that are wrong, and static data of another workflow.
import { afterEach, describe, expect, test } from '@jest/globals';
import type { IDataObject } from 'n8n-workflow';
import {
	openSeal,
	seal,
	type SealedContent,
} from '../../../nodes/WorkforceOperations/trigger/registration/sealedSecret.ts';
import type { Registration } from '../../../nodes/WorkforceOperations/trigger/registration/registration.ts';
import { clock } from '../../../nodes/WorkforceOperations/transport/clock.ts';
import { arrive, copyOf, overwrite, secretOf, signedWith } from '../support/triggerArrival.mts';
import { type Host, triggerNode } from '../support/triggerHost.mts';
import type { Delivered } from '../../../kit/servers/inbox.mts';
import { active, delivering, subscribers } from '../support/triggerService.mts';
import { useDeliveries, useTriggerService } from '../support/triggerSetup.mts';

const service = useTriggerService();
const deliveries = useDeliveries(service);

const node = triggerNode({ events: ['timesheet.approve'] });
const rotating = triggerNode({ events: ['timesheet.approve'], options: { rotateSecretOnActivation: true } });
const both = triggerNode({ events: ['timesheet.approve', 'timesheet.reject'] });

const DAY = 24 * 60 * 60_000;
const YEAR_9000 = Date.UTC(9000, 0);
const FORGED = 'a secret of one’s own';

const holderOf = (host: Host) => ({
	owner: `${host.instanceId}/${host.workflowId}/node-1/live`,
	service: service.sandbox.url,
	apiKey: service.sandbox.keys.webhook,
});

/** What whoever has the API key and the workflow can make of a genuine delivery. */
function forgedFrom(received: Delivered, host: Host, changes: Partial<SealedContent>): Delivered {
	const url = new URL(received.url, host.baseUrl);
	const content = { madeAt: clock.date(), subscriberId: '1', event: 'timesheet.approve', secret: FORGED, ...changes };
	url.searchParams.set('token', 'token-of-one’s-own');
	url.searchParams.set('seal', seal(holderOf(host), 'token-of-one’s-own', content));
	return signedWith(content.secret, { ...received, url: `${url.pathname}${url.search}` });
}

/** When the seal of a delivery's address was made. */
function sealedAt(received: Delivered, host: Host): number {
	const { searchParams } = new URL(received.url, host.baseUrl);
	const opened = openSeal(holderOf(host), searchParams.get('token') ?? '', searchParams.get('seal') ?? '');
	if ('wrong' in opened) throw new Error(opened.wrong);
	return opened.madeAt;
}

const real = clock.date;
/** Somebody sets this computer's clock wrong. */
const putClock = (ms: number): void => {
	const right = clock.date;
	clock.date = () => right() + ms;
	wrong.push(right);
};
const wrong: Array<typeof real> = [];
const putClockRight = (): void => {
	clock.date = wrong[0] ?? clock.date;
	wrong.length = 0;
};
afterEach(putClockRight);

describe('a seal that somebody else made with the API key', () => {
	test.each([
		['dated later than now, where something is stored', YEAR_9000 - Date.now(), 403],
		['dated six minutes later than now', 6 * 60_000, 403],
		['dated now', 60_000, 200],
	])('%s, locks no genuine delivery out, neither at once nor after a start of n8n', async (_, later, status) => {
		const host = await deliveries.published(node);
		const received = await deliveries.one();
		const before = copyOf(host.database);
		const log: string[] = [];
		for (let count = 0; count < 2; count++) {
			const arrived = await arrive(host, node, forgedFrom(received, host, { madeAt: clock.date() + later }));
			expect(arrived.status).toBe(status);
			log.push(...arrived.log);
			expect(await arrive(host, node, received)).toMatchObject({ status: 200, items: [{}], log: [] });
		}
		// Accepted ones are told once, refused ones each time.
		expect(log).toHaveLength(status === 200 ? 1 : 2);
		expect(log[0]).toMatch(status === 200 ? /older than its subscriptions/ : /has a date in the future\. .*unpublish/);
		expect(log.join()).not.toContain(FORGED);
		expect(host.database).toEqual(before);
		await host.restart([node]);
		expect(await arrive(host, node, await deliveries.one())).toMatchObject({ status: 200, items: [{}] });
	});

	test('is worth nothing any more once the workflow is unpublished and published', async () => {
		const host = await deliveries.published(node);
		const received = await deliveries.one();
		const forged = forgedFrom(received, host, {});
		expect(await arrive(host, node, forged)).toMatchObject({ status: 200 });
		await host.unpublish([node]);
		expect(await active(service.sandbox)).toEqual([]);
		await clock.sleep(1000);
		await host.publish([node]);
		expect(secretOf(host)).not.toBe(FORGED);
		expect(host.registration()?.previousSecret).not.toBe(FORGED);
		expect(await arrive(host, node, forged)).toMatchObject({ status: 403 });
		expect(await arrive(host, node, await deliveries.one())).toMatchObject({ status: 200, log: [] });
		expect(await subscribers(service.sandbox)).toHaveLength(1);
	});

	test.each([
		['dated in the year 9000', YEAR_9000],
		['dated now', undefined],
	])('stands alone where nothing is stored, as the genuine one does: %s', async (_, madeAt) => {
		const host = await deliveries.published(node);
		const received = await deliveries.one();
		overwrite(host, {});
		const forged = forgedFrom(received, host, { madeAt: madeAt ?? clock.date() });
		for (const sent of [forged, received, forged, received])
			expect(await arrive(host, node, sent)).toMatchObject({ status: 200, items: [{}] });
		await host.unpublish([node]);
		expect(await active(service.sandbox)).toEqual([]);
		await host.publish([node]);
		expect(secretOf(host)).not.toBe(FORGED);
		expect(await arrive(host, node, await deliveries.one())).toMatchObject({ status: 200, log: [] });
	});
});

describe('a clock that is wrong', () => {
	test.each([
		['ahead', DAY],
		['behind', -DAY],
	])('%s by a day: seals and what is stored are dated by the service’s', async (_, ms) => {
		const host = deliveries.host();
		putClock(ms);
		await host.publish([node]);
		await host.publish([both], 'update');
		const { secretSince = 0, changedAt = 0, subscriptions = [] } = host.registration() ?? {};
		const dates = [
			sealedAt(await deliveries.one(), host),
			secretSince,
			changedAt,
			...subscriptions.map(({ since }) => since),
		];
		putClockRight();
		for (const date of dates) expect(Math.abs(date - clock.date())).toBeLessThan(60_000);
	});

	test.each([
		['ahead', DAY],
		['behind', -DAY],
	])('%s by a day does not keep what an older copy doesn’t know from being accepted', async (_, ms) => {
		const host = deliveries.host();
		putClock(ms);
		await host.publish([node]);
		const old = copyOf(host.database);
		await clock.sleep(1000);
		await host.republish([node], [both]);
		overwrite(host, old);
		for (const decision of ['reject', 'approve'] as const)
			expect(await arrive(host, both, await deliveries.one(decision))).toMatchObject({
				status: 200,
				items: [{ json: { event: decision } }],
			});
	});

	const datedAhead = (host: Host): void => {
		const { registration } = host.database['node:Trigger'] as unknown as { registration: Registration };
		const moments = {
			secretSince: clock.date() + DAY,
			changedAt: clock.date() + DAY,
			rotationSince: clock.date() + DAY,
		};
		overwrite(host, { 'node:Trigger': { registration: { ...registration, ...moments } as unknown as IDataObject } });
	};

	test.each([
		['unpublishing and publishing', node],
		['Rotate Secret on Activation', rotating],
	])('that was ahead once: %s makes a new secret', async (_, published) => {
		const host = await deliveries.published(published);
		datedAhead(host);
		const before = secretOf(host);
		if (published === rotating) await host.republish([published], [published]);
		else {
			await host.unpublish([published]);
			await host.publish([published]);
		}
		expect(secretOf(host)).not.toBe(before);
		expect(Math.abs((host.registration()?.secretSince ?? 0) - clock.date())).toBeLessThan(60_000);
		expect(await arrive(host, published, await deliveries.one())).toMatchObject({ status: 200, log: [] });
	});

	test('that was ahead once does not make an older copy the latest', async () => {
		const host = await deliveries.published(node);
		datedAhead(host);
		const old = copyOf(host.database);
		await host.republish([node], [both]);
		// Another trigger writes its copy back while n8n runs on.
		host.database = old;
		expect(await arrive(host, both, await deliveries.one('reject'))).toMatchObject({ status: 200, log: [] });
		await host.unpublish([both]);
		expect(await active(service.sandbox)).toEqual([]);
	});
});

describe('static data of another workflow', () => {
	test('is not trusted by deliveries, and neither its subscriber is switched off nor is the own one left on', async () => {
		const other = Object.assign(deliveries.host(), { workflowId: 'workflow-2' });
		const theirs = triggerNode({ events: ['timesheet.approve'] }, { webhookId: 'hook-2' });
		await other.publish([theirs]);
		const secret = secretOf(other);
		await deliveries.one();
		const host = await deliveries.published(node);
		overwrite(host, other.database);

		const [first, second] = [await deliveries.one(), await deliveries.receiver.next()];
		const own = [first, second].find(({ url }) => url.includes('hook-1'));
		const foreign = [first, second].find(({ url }) => url.includes('hook-2'));
		if (own === undefined || foreign === undefined) throw new Error('both were to come');
		expect(await arrive(host, node, foreign)).toMatchObject({ status: 403 });
		expect(await arrive(host, node, signedWith(secret, own))).toMatchObject({ status: 403 });
		expect(await arrive(host, node, own)).toMatchObject({ status: 200, items: [{}] });

		expect(await host.unpublish([node])).toEqual({ told: [] });
		expect((await delivering(service.sandbox)).map(({ uri }) => new URL(uri).pathname)).toEqual([
			new URL(foreign.url, host.baseUrl).pathname,
		]);
		expect((await subscribers(service.sandbox)).map(({ isActive }) => isActive)).toEqual([true, false]);
	});
});
