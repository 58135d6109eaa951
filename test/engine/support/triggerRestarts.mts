// The whole life of a trigger, from publishing to unpublishing, while requests to the service fail.
import { beforeEach, expect, test } from '@jest/globals';
import { clock } from '../../../nodes/WorkforceOperations/transport/clock.ts';
import { Random } from '../../../sandbox/seed/random.mts';
import { admin, clearJournal } from './admin.mts';
import { foreignSubscriber, foreignSubscription } from './triggerForeign.mts';
import { type Generation, type Host, triggerNode } from './triggerHost.mts';
import { eventsOf, fail, type Failing, failures, held } from './triggerService.mts';
import { type TriggerService, useTriggerService } from './triggerSetup.mts';

const first = [triggerNode({ events: ['timesheet.approve', 'incidentreport.submit'] })];
const second = [triggerNode({ events: ['timesheet.approve', 'timesheet.reject'] })];
const wantedFirst = ['incidentreport.submit', 'timesheet.approve'];
const wantedSecond = ['timesheet.approve', 'timesheet.reject'];

const faults = Object.values(failures);

/** Publishes, again by hand when n8n gives up, as a person does who reads the message. */
async function publishAtLast(work: () => Promise<void>): Promise<void> {
	for (let attempt = 1; ; attempt++) {
		try {
			await work();
			return;
		} catch (error) {
			if (attempt === 4) throw error;
			await clock.sleep(60_000);
		}
	}
}

/** Lives of triggers beside a subscription of somebody else. */
class Lives {
	private foreign = 0;

	private hosts = 0;

	private readonly service: TriggerService;

	private readonly generation: Generation;

	constructor(service: TriggerService, generation: Generation) {
		this.service = service;
		this.generation = generation;
	}

	/** The service holds nothing but somebody else's subscription, so that what earlier lives left behind isn't read again and again. */
	async anew(): Promise<void> {
		const { sandbox } = this.service;
		await admin(sandbox, 'POST', '/reset');
		this.foreign = await foreignSubscription(sandbox, await foreignSubscriber(sandbox));
	}

	/** A workflow of its own in an n8n, so that nothing of an earlier case helps or hinders. */
	host(): Host {
		const number = ++this.hosts;
		return this.service.host(this.generation, 'webhook', {
			workflowId: `workflow-${number}`,
			baseUrl: `https://n8n-${number}.example.com/`,
		});
	}

	/** The whole life of a trigger with something failing on the way; then what the service holds is compared with what should be. */
	async live(host: Host, failing: Failing[], restarts = false): Promise<void> {
		const { sandbox } = this.service;
		const own = ({ uri }: { uri: string }): boolean => uri.startsWith(host.baseUrl);
		await fail(sandbox, ...failing);
		await publishAtLast(async () => await host.publish(first));
		const published = await held(sandbox);
		expect(eventsOf(published.delivering.filter(own))).toEqual(wantedFirst);
		expect(published.active.filter(own)).toHaveLength(2);
		if (restarts) await host.restart(first);
		await host.unpublish(first);
		await publishAtLast(async () => await host.publish(second, 'update'));
		const changed = await held(sandbox);
		expect(eventsOf(changed.delivering.filter(own))).toEqual(wantedSecond);
		expect(changed.active.filter(own)).toHaveLength(2);
		if (restarts) await host.restart(second);
		const { told } = await host.unpublish(second);
		const left = await held(sandbox);
		expect(left.active.filter(own)).toEqual([]);
		expect(left.delivering.map(({ id }) => id)).toContain(this.foreign);
		if (host.generation === 'service') expect(told).toEqual([]);
		await this.service.mend();
	}
}

/** The tests of one way in which n8n treats triggers; each has a file of its own, so that they run side by side. */
export function testLives(generation: Generation): void {
	const service = useTriggerService();
	const lives = new Lives(service, generation);
	/** Of two cases one: the file of the other generation takes the other, so that each is lived through once. */
	const isOurs = (number: number): boolean => number % 2 === (generation === 'loop' ? 0 : 1);
	beforeEach(async () => await lives.anew());

	test('each service call fails in turn, in every second way: the service ends up with exactly what was wanted', async () => {
		await clearJournal(service.sandbox);
		await lives.live(lives.host(), []);
		const calls = (await service.requests()).length;
		expect(calls).toBeGreaterThanOrEqual(14);
		for (const [way, fault] of faults.entries()) {
			await lives.anew();
			for (let at = 1; at <= calls; at++) if (isOurs(at + way)) await lives.live(lives.host(), [{ at, fault }]);
		}
	}, 600_000);

	test('every second pair of service calls fails: the service ends up with exactly what was wanted', async () => {
		const calls = 16;
		const random = new Random(1);
		for (let one = 1; one < calls; one++) {
			await lives.anew();
			for (let other = one + 1; other <= calls; other++) {
				const failing = [one, other].map((at) => ({ at, fault: random.pick(faults) }));
				if (isOurs(one + other)) await lives.live(lives.host(), failing);
			}
		}
	}, 600_000);

	test('fifty rounds of one workflow, each with failures and restarts anywhere: nothing is left behind', async () => {
		const random = new Random(7);
		const host = lives.host();
		for (let round = 0; round < 50; round++) {
			const failing = Array.from({ length: random.between(1, 2) }, () => ({
				at: random.between(1, 18),
				fault: random.pick(faults),
			}));
			await lives.live(
				host,
				failing.filter((one, index) => failing.findIndex(({ at }) => at === one.at) === index),
				random.chance(0.5),
			);
		}
	}, 600_000);
}
