// Every operation against a service whose answers are cut, delayed, refused, mangled, doubled and of another shape. An
// oracle knows what was really written and what there really is to read; the node's words are held against it.
// `npm run soak -- faults` runs it for an hour; here it takes what WORKFORCE_SOAK_MINUTES says, or one round.
import { afterAll, beforeAll, expect, test } from '@jest/globals';
import type { IDataObject } from 'n8n-workflow';
import type { Sandbox } from '../../../sandbox/index.mts';
import { startSandbox } from '../../shared.mts';
import { Random } from '../../../sandbox/seed/random.mts';
import type { Key } from '../support/bench.mts';
import type { CredentialStore } from '../../../kit/core/credentials.mts';
import { Pace } from '../../../kit/time/skippingClock.mts';
import { credentialFor, type Result, runNode } from '../../../kit/core/engine.mts';
import { faultOf } from './draw.mts';
import { type Known, type Plan, plansOf } from './plans.mts';
import { type FaultProxy, startFaultProxy } from './proxy.mts';
import { badAdvice, claimsOf } from './words.mts';

const SEED = 12;
const minutes = Number(process.env.WORKFORCE_SOAK_MINUTES ?? 0);
const rounds = minutes > 0 ? Infinity : 3;

let sandbox: Sandbox;
let proxy: FaultProxy;
let pace: Pace;
const stores = new Map<Key, CredentialStore>();

beforeAll(async () => {
	sandbox = await startSandbox({ ratePerMinute: 1_000_000 });
	proxy = await startFaultProxy(sandbox.url);
	pace = new Pace();
});
afterAll(async () => {
	pace.end();
	await proxy.close();
	await sandbox.close();
});

function storeOf(key: Key): CredentialStore {
	const store = stores.get(key) ?? credentialFor(sandbox, key, { baseUrl: proxy.url, requestsPerMinute: 6000 });
	stores.set(key, store);
	return store;
}

const run = async ({ key, parameters }: Plan, items: IDataObject[], keepGoing: boolean): Promise<Result> =>
	await runNode(storeOf(key), parameters, {
		items: items.map((json) => ({ json })),
		node: keepGoing ? { onError: 'continueRegularOutput' } : {},
	});

async function clean(key: Key, parameters: IDataObject): Promise<IDataObject[]> {
	proxy.decide = () => undefined;
	const { json, error } = await runNode(storeOf(key), parameters);
	if (error !== undefined) throw new Error(`${JSON.stringify(parameters)}: ${error.message}`);
	return json;
}

async function knownIds(): Promise<Known> {
	const dates = { period: 'custom', startDate: '2020-01-01', endDate: '2035-01-01' };
	const first = async (key: Key, parameters: IDataObject): Promise<IDataObject> =>
		(await clean(key, { operation: 'getAll', limit: 1, ...parameters }))[0] ?? {};
	const subscriber = await first('webhook', { resource: 'webhookSubscriber', operation: 'create' });
	const subscription = await first('webhook', {
		resource: 'webhookSubscription',
		operation: 'create',
		subscriberId: subscriber.id,
		eventType: 'timesheet',
		event: 'approve',
		uri: 'https://example.com/first',
	});
	return {
		timesheetId: String((await first('timesheet', { resource: 'timesheet', ...dates })).timesheetId),
		incidentReportId: String((await first('incidentreport', { resource: 'incidentReport' })).incidentReportId),
		email: String((await first('developer', { resource: 'staff' })).email),
		subscriberId: String(subscriber.id),
		subscriptionId: String(subscription.id),
		people: (await clean('developer', { resource: 'staff', operation: 'getAll', returnAll: true, simplify: false }))
			.filter(({ employeeId }) => String(employeeId ?? '') !== '')
			.slice(0, 6)
			.map(({ email, employeeId }) => ({ email: String(email), number: String(employeeId) })),
		userId: String((await first('loginaudit', { resource: 'loginAudit' })).userId ?? '1'),
	};
}

interface Tally {
	runs: number;
	failed: number;
	items: Record<string, number>;
	lostOrDoubled: string[];
	falseWords: string[];
	operations: Set<string>;
}

/** Holds what the node says of its writes against what the service carried out. */
function judgeWrite(plan: Plan, result: Result, tally: Tally): void {
	const claims = claimsOf(result, plan.items.length);
	const bodies = proxy.carried.map(({ body }) => body);
	const words = (): string =>
		`${plan.id} ${JSON.stringify(claims)}: ${result.error?.message ?? ''} ${result.error?.description ?? ''} ${JSON.stringify(result.json).slice(0, 900)}`;
	for (const [index, claim] of claims.entries()) {
		tally.items[claim] = (tally.items[claim] ?? 0) + 1;
		if (claim === 'nothing') tally.falseWords.push(`nothing is said of item ${index}: ${words()}`);
		const mark = plan.marks?.[index];
		if (mark === undefined) continue;
		const times = bodies.filter((body) => body.includes(mark)).length;
		if (claim === 'written' && times === 0) tally.lostOrDoubled.push(`item ${index} was lost: ${words()}`);
		if (times > 1 && !plan.idempotent) tally.lostOrDoubled.push(`item ${index} was written ${times} times: ${words()}`);
		if (claim === 'not written' && times > 0) tally.falseWords.push(`item ${index} was written: ${words()}`);
	}
	if (plan.marks === undefined) {
		const [claim] = claims;
		if (claim === 'written' && bodies.length === 0) tally.lostOrDoubled.push(`was lost: ${words()}`);
		if (bodies.length > 1 && !plan.idempotent)
			tally.lostOrDoubled.push(`was written ${bodies.length} times: ${words()}`);
		if (claim === 'not written' && bodies.length > 0) tally.falseWords.push(`was written: ${words()}`);
	}
	for (const advice of badAdvice(result)) tally.falseWords.push(`${plan.id}: ${advice}`);
}

/** Nothing of this is carried out twice, though different rows or runs ask for it. */
function judgeOnce({ id, onlyOnce = [] }: Plan, tally: Tally): void {
	for (const text of onlyOnce) {
		const times = proxy.carried.reduce((sum, { body }) => sum + body.split(text).length - 1, 0);
		if (times > 1) tally.lostOrDoubled.push(`${id}: ${text} was written ${times} times`);
	}
}

/** A preview, and a run that is stopped, write nothing and call nothing written. */
function judgeNothing({ id }: Plan, { json }: Result, tally: Tally): void {
	for (const { method, body } of proxy.carried) tally.lostOrDoubled.push(`${id} wrote ${method} ${body}`);
	const words = /^(created|updated)$/;
	const isFalse = ({ action, licenceAction }: IDataObject): boolean =>
		words.test(String(action)) || words.test(String(licenceAction));
	for (const row of json.filter(isFalse)) tally.falseWords.push(`${id}: ${JSON.stringify(row)}`);
}

/** A read brings what there is, or an error. What there is “today” may have become another one between two reads. */
async function judgeRead(plan: Plan, result: Result, truth: IDataObject[], tally: Tally): Promise<void> {
	if (result.error !== undefined || result.json.some(({ error, licencesError }) => error ?? licencesError)) return;
	const read = JSON.stringify(result.json);
	if (read === JSON.stringify(truth) || read === JSON.stringify(await clean(plan.key, plan.parameters))) return;
	tally.lostOrDoubled.push(
		`${plan.id}: ${result.json.length} records instead of ${truth.length}: ${read.slice(0, 300)}`,
	);
}

test(
	'no record is lost or doubled without a word that says so, and no word is false',
	async () => {
		const random = new Random(SEED);
		const known = await knownIds();
		const tally: Tally = { runs: 0, failed: 0, items: {}, lostOrDoubled: [], falseWords: [], operations: new Set() };
		const end = Date.now() + minutes * 60_000;
		for (let round = 0; round < rounds && (minutes === 0 || Date.now() < end); round++) {
			for (const plan of plansOf(round, known, random.pick([1, 3, 25]))) {
				const truth = plan.sort === 'write' ? [] : await clean(plan.key, plan.parameters);
				proxy.carried.length = 0;
				const isBatch = plan.id.includes('(batch)') || plan.onlyOnce !== undefined;
				proxy.decide = (method) => {
					if (plan.sort !== 'write' || method !== 'GET')
						return faultOf(random, plan.sort, plan.sort === 'write' && plan.id.startsWith('staff.'));
					// Where every search fails, nobody is created.
					return isBatch && random.chance(0.7) ? undefined : faultOf(random, 'list', false);
				};
				const { items, atOnce } = plan;
				const sheets = atOnce === undefined ? [items] : [items, atOnce.items];
				const keepGoing = random.chance(0.5);
				const results = await Promise.all(sheets.map(async (each) => await run(plan, each, keepGoing)));
				const [result = await run(plan, [], keepGoing), second] = results;
				await proxy.settle();
				tally.runs += results.length;
				tally.operations.add(plan.id);
				if (result.error !== undefined || result.json.some(({ error }) => Boolean(error))) tally.failed++;
				if (plan.writesNothing === true) judgeNothing(plan, result, tally);
				else if (plan.sort === 'write') judgeWrite(plan, result, tally);
				else await judgeRead(plan, result, truth, tally);
				if (atOnce !== undefined && second !== undefined) judgeWrite({ ...plan, ...atOnce }, second, tally);
				judgeOnce(plan, tally);
			}
		}
		const met = [...proxy.met].sort().map(([kind, count]) => `${kind} ${count}`);
		process.stdout.write(
			[
				`Seed ${SEED}: ${tally.runs} runs of ${tally.operations.size} operations, ${tally.failed} of them with an error.`,
				`What requests met: ${met.join(', ')}.`,
				`Items of writes: ${Object.entries(tally.items)
					.map(([claim, count]) => `${count} ${claim}`)
					.join(', ')}.`,
				`Records lost or doubled without a word that says so: ${tally.lostOrDoubled.length}`,
				`Words that are false: ${tally.falseWords.length}`,
				'',
			].join('\n'),
		);
		expect({ lostOrDoubled: tally.lostOrDoubled.slice(0, 5), falseWords: tally.falseWords.slice(0, 5) }).toEqual({
			lostOrDoubled: [],
			falseWords: [],
		});
		expect(tally.operations.size).toBeGreaterThan(24);
	},
	(minutes + 5) * 60_000,
);
