import { afterAll, beforeAll, beforeEach, describe, expect, test } from '@jest/globals';
import { startSandbox, type Sandbox } from '../../sandbox/index.mts';
import { forgetAll } from '../../nodes/WorkforceOperations/trigger/registration/store.ts';
import { clock } from '../../nodes/WorkforceOperations/transport/time.ts';
import { admin, clearJournal, isToken, journal } from './support/admin.mts';
import { credentialFor } from './support/rig.mts';
import { type Generation, generations, Host, quickTime, triggerNode } from './support/triggerHost.mts';
import { foreignSubscriber, foreignSubscription } from './support/triggerForeign.mts';
import { active, delivering, eventsOf, fail, type Failing, failures } from './support/triggerService.mts';

let sandbox: Sandbox;
let foreign: number;
let realTime: () => void;

const first = [triggerNode({ events: ['timesheet.approve', 'incidentreport.submit'] })];
const second = [triggerNode({ events: ['timesheet.approve', 'timesheet.reject'] })];
const wantedFirst = ['incidentreport.submit', 'timesheet.approve'];
const wantedSecond = ['timesheet.approve', 'timesheet.reject'];

beforeAll(async () => {
	realTime = quickTime();
	sandbox = await startSandbox({ ratePerMinute: 1_000_000, data: { timesheets: 1 } });
	foreign = await foreignSubscription(sandbox, await foreignSubscriber(sandbox));
});
afterAll(async () => {
	await sandbox.close();
	realTime();
});
beforeEach(() => forgetAll());

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
	expect(eventsOf((await delivering(sandbox)).filter(own))).toEqual(wantedFirst);
	expect((await active(sandbox)).filter(own)).toHaveLength(2);
	if (restarts) await host.restart(first);
	await host.unpublish(first);
	await publishAtLast(async () => await host.publish(second, 'update'));
	expect(eventsOf((await delivering(sandbox)).filter(own))).toEqual(wantedSecond);
	expect((await active(sandbox)).filter(own)).toHaveLength(2);
	if (restarts) await host.restart(second);
	const { told } = await host.unpublish(second);
	expect((await active(sandbox)).filter(own)).toEqual([]);
	expect((await delivering(sandbox)).map(({ id }) => id)).toContain(foreign);
	if (host.generation === 'service') expect(told).toEqual([]);
	await admin(sandbox, 'DELETE', '/faults');
}

describe.each(generations)('n8n that works with a %s', (generation) => {
	test('each service call fails in turn, in every way: the service ends up with exactly what was wanted', async () => {
		await clearJournal(sandbox);
		await live(newHost(generation), []);
		const calls = (await journal(sandbox)).filter((row) => !isToken(row)).length;
		expect(calls).toBeGreaterThanOrEqual(14);
		for (const [, fault] of kinds) {
			for (let at = 1; at <= calls; at++) await live(newHost(generation), [{ at, fault }]);
		}
	}, 600_000);

	test('each pair of service calls fails: the service ends up with exactly what was wanted', async () => {
		const calls = 16;
		const pick = chance(1);
		for (let one = 1; one < calls; one++) {
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
});
