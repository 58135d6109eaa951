import { afterAll, beforeAll, beforeEach, expect, test } from '@jest/globals';
import { startSandbox, type Sandbox } from '../../../sandbox/index.mts';
import { forgetAll } from '../../../nodes/WorkforceOperations/trigger/registration/store.ts';
import { clock } from '../../../nodes/WorkforceOperations/transport/time.ts';
import { admin, clearJournal, isToken, journal } from './admin.mts';
import { credentialFor } from '../../../kit/core/rig.mts';
import { type Generation, Host, quickTime, triggerNode } from './triggerHost.mts';
import { foreignSubscriber, foreignSubscription } from './triggerForeign.mts';
import { eventsOf, fail, type Failing, failures, held } from './triggerService.mts';

let sandbox: Sandbox;
let foreign: number;

const first = [triggerNode({ events: ['timesheet.approve', 'incidentreport.submit'] })];
const second = [triggerNode({ events: ['timesheet.approve', 'timesheet.reject'] })];
const wantedFirst = ['incidentreport.submit', 'timesheet.approve'];
const wantedSecond = ['timesheet.approve', 'timesheet.reject'];

/** The service holds nothing but somebody else's subscription, so that what earlier lives left behind isn't read again and again. */
async function anew(): Promise<void> {
	await admin(sandbox, 'POST', '/reset');
	foreign = await foreignSubscription(sandbox, await foreignSubscriber(sandbox));
}

const kinds = Object.entries(failures);

/** Repeatable chance: the same rounds in every run. */
function chance(seed: number): (below: number) => number {
	let state = seed;
	return (below) => {
		state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0;
		return Math.floor((state / 2 ** 32) * below);
	};
}

let number = 0;

/** A workflow of its own in an n8n, so that nothing of an earlier case helps or hinders. */
function newHost(generation: Generation): Host {
	const host = new Host(generation, { '*': credentialFor(sandbox, 'webhook', { requestsPerMinute: 1_000_000 }) });
	host.workflowId = `workflow-${++number}`;
	host.baseUrl = `https://n8n-${number}.example.com/`;
	return host;
}

const ofHost =
	(host: Host) =>
	(row: { uri: string }): boolean =>
		row.uri.startsWith(host.baseUrl);

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

/** The whole life of a trigger with something failing on the way; then what the service holds is compared with what should be. */
async function live(host: Host, failing: Failing[], restarts = false): Promise<void> {
	const own = ofHost(host);
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
	expect(left.delivering.map(({ id }) => id)).toContain(foreign);
	if (host.generation === 'service') expect(told).toEqual([]);
	await admin(sandbox, 'DELETE', '/faults');
}

/** The tests of one way in which n8n treats triggers; each has a file of its own, so that they run side by side. */
export function testLives(generation: Generation): void {
	let realTime: () => void;
	beforeAll(async () => {
		realTime = quickTime();
		sandbox = await startSandbox({ ratePerMinute: 1_000_000, data: { timesheets: 1 } });
	});
	afterAll(async () => {
		await sandbox.close();
		realTime();
	});
	beforeEach(async () => {
		forgetAll();
		await anew();
	});

	test('each service call fails in turn, in every way: the service ends up with exactly what was wanted', async () => {
		await clearJournal(sandbox);
		await live(newHost(generation), []);
		const calls = (await journal(sandbox)).filter((row) => !isToken(row)).length;
		expect(calls).toBeGreaterThanOrEqual(14);
		for (const [, fault] of kinds) {
			await anew();
			for (let at = 1; at <= calls; at++) await live(newHost(generation), [{ at, fault }]);
		}
	}, 600_000);

	test('each pair of service calls fails: the service ends up with exactly what was wanted', async () => {
		const calls = 16;
		const pick = chance(1);
		for (let one = 1; one < calls; one++) {
			await anew();
			for (let other = one + 1; other <= calls; other++) {
				const [a, b] = [kinds[pick(kinds.length)], kinds[pick(kinds.length)]];
				await live(newHost(generation), [
					{ at: one, fault: a?.[1] ?? {} },
					{ at: other, fault: b?.[1] ?? {} },
				]);
			}
		}
	}, 600_000);

	test('fifty rounds of one workflow, each with failures and restarts anywhere: nothing is left behind', async () => {
		const pick = chance(7);
		const host = newHost(generation);
		for (let round = 0; round < 50; round++) {
			const failing = Array.from({ length: 1 + pick(2) }, () => ({
				at: 1 + pick(18),
				fault: kinds[pick(kinds.length)]?.[1] ?? {},
			}));
			await live(
				host,
				failing.filter((one, index) => failing.findIndex(({ at }) => at === one.at) === index),
				pick(2) === 0,
			);
		}
	}, 600_000);
}
