// How often each operation asks, and how long it waits: at once where nothing is wrong, and no more than is meant where something is, and stays.
// A repeated try would hide what should work at once.
import { afterEach, beforeEach, describe, expect, test } from '@jest/globals';
import { endpoints, type EndpointId } from '../../../nodes/WorkforceOperations/contract/index.ts';
import { clock } from '../../../nodes/WorkforceOperations/transport/clock.ts';
import { Pace } from '../../../kit/time/skippingClock.mts';
import type { Result } from '../../../kit/core/engine.mts';
import { useBench } from '../support/bench.mts';
import { knownOperations, type Minimal } from '../support/everyOperation.mts';
import type { Canned } from '../support/recorder.mts';

const bench = useBench();
let pace: Pace;
/** Of each request: what had been waited until then, and what the clock showed, in milliseconds. */
let came: Array<{ waited: number; at: number }>;
beforeEach(() => {
	pace = new Pace(bench.sandbox);
	came = [];
});
afterEach(async () => {
	// A limit that was met is remembered for a while.
	if (pace.waited > 2000 || came.length > 3) await pace.pass(900_000);
	pace.end();
});

const endpointOf = (id: string) => endpoints[id as EndpointId];

/** What a service answers that has nothing to object to. */
function good(id: string): Canned {
	const record = {
		id: 1,
		employeeId: '1',
		securityLicenseId: 1,
		secretToken: 'whsec_1',
		isActive: true,
		uri: 'https://example.com/hook',
	};
	const list = /getAll|getRecent|ByFormTemplate|^securityLicence|^staff\.(create|update)/.test(id);
	// Two of each kind spare the reading of those that a list may leave out.
	const both = [1, 2, 3, 4].map((incidentReportId) => ({ incidentReportId, isApproved: incidentReportId > 2 }));
	const none = id === 'incidentReport.getAll' ? both : [];
	const data = endpointOf(id).list ? none : list ? [{ ...record, id: 3001 }] : record;
	return id.startsWith('loginAudit')
		? { body: { data, errors: null, meta: { nextPageEndpoint: null } } }
		: { body: { status: { code: 0, errorMessage: '' }, isSuccess: true, data } };
}

/** The request that an operation sends: the part of its path that has no fixed text is the one id that its form asks for. */
function requestOf(id: string): string {
	const { method, path } = endpointOf(id);
	const { parameters = {} } = knownOperations.find(([known]) => known === id)?.[1] ?? {};
	return `${method} ${path.replace(/\{\w+\}/, () => {
		const [, value] = Object.entries(parameters).find(([name]) => name.endsWith('Id')) ?? [];
		if (typeof value !== 'string') throw new Error(`everyOperation.mts has no id for ${path}, which ${id} asks for`);
		return value;
	})}`;
}

const asked = (): string[] => bench.recorder.seen.map(({ method, path }) => `${method} ${path}`);
const times = (count: number, id: string): string[] => Array.from({ length: count }, () => requestOf(id));
/** Answers each request, and notes when it came. */
const answerWith = (rule: () => Canned | 'cut'): void =>
	bench.recorder.answer(() => {
		came.push({ waited: pace.waited, at: clock.now() });
		return rule();
	});
/**
 * Between two requests lie these seconds: no more is waited, and no less time passes. Real time counts as well while a wait goes on, so
 * that neither number alone is exact.
 */
function expectPauses(...seconds: number[]): void {
	const pauses = came.slice(1).map((later, index) => {
		const earlier = came[index] ?? later;
		return { waited: (later.waited - earlier.waited) / 1000, passed: (later.at - earlier.at) / 1000 };
	});
	expect(pauses).toHaveLength(seconds.length);
	for (const [index, { waited, passed }] of pauses.entries()) {
		expect(waited).toBeLessThanOrEqual((seconds[index] ?? 0) + 0.001);
		expect(passed).toBeGreaterThanOrEqual((seconds[index] ?? 0) - 0.001);
	}
}
const run = async ({ key, parameters }: Minimal): Promise<Result> => await bench.run(key, parameters);

describe('where nothing is wrong', () => {
	test.each(knownOperations)('%s: one request, at once', async (id, operation) => {
		answerWith(() => good(id));
		const { error } = await run(operation);
		expect(error).toBeUndefined();
		expect({ asked: asked(), waited: pace.waited }).toEqual({ asked: times(1, id), waited: 0 });
	});
});

/** Tries and pauses in seconds, of what may be sent twice and of what may not. */
const LASTING: Array<[string, Canned | 'cut', [number, number[]], [number, number[]]]> = [
	['a connection that is cut', 'cut', [3, [0.5, 1]], [1, []]],
	['502', { status: 502 }, [3, [0.5, 1]], [1, []]],
	['503', { status: 503 }, [3, [0.5, 1]], [1, []]],
	['503 that says in how many seconds', { status: 503, headers: { 'retry-after': '4' } }, [3, [4, 4]], [1, []]],
	['504', { status: 504 }, [3, [0.5, 1]], [1, []]],
	['500', { status: 500 }, [1, []], [1, []]],
	['400', { status: 400 }, [1, []], [1, []]],
	['401', { status: 401 }, [2, [0]], [2, [0]]],
	['403', { status: 403 }, [1, []], [1, []]],
	['404', { status: 404 }, [1, []], [1, []]],
	['429 for an hour', { status: 429, headers: { 'retry-after': '3600' } }, [1, []], [1, []]],
	['a web page', { headers: { 'content-type': 'text/html' }, body: '<html></html>' }, [1, []], [1, []]],
	[
		'a refusal inside a 200',
		{ body: { status: { code: 9, errorMessage: 'No' }, isSuccess: false, errors: [{ code: 'x', message: 'No' }] } },
		[1, []],
		[1, []],
	],
];

const methodOf = (id: string): string => endpointOf(id).method;
const methods = [...new Set(knownOperations.map(([id]) => methodOf(id)))];

/** Each failure once for each method, and each operation with at least one: what is done about it hangs on the method alone. */
const lasting = methods.flatMap((method) => {
	const operations = knownOperations.filter(([id]) => methodOf(id) === method);
	return Array.from({ length: Math.max(operations.length, LASTING.length) }, (_, index) => {
		const [id, operation] = operations[index % operations.length]!;
		const [name, answer, repeatable, once] = LASTING[index % LASTING.length]!;
		const [tries, waits] = method === 'POST' ? once : repeatable;
		return [name, id, { answer, tries, waits, operation }] as const;
	});
});

describe('what stays', () => {
	test.each(lasting)('%s: %s', async (_, id, { answer, tries, waits, operation }) => {
		answerWith(() => answer);
		const { error } = await run(operation);
		expect([typeof error?.message, asked()]).toEqual(['string', times(tries, id)]);
		expectPauses(...waits);
		if (answer !== 'cut' && answer.status === 429) await pace.pass(3_700_000);
	});

	test('is tried of every failure with every method, and with every operation', () => {
		const met = new Set(lasting.map(([name, id]) => `${methodOf(id)} ${name}`));
		expect(met.size).toBe(methods.length * LASTING.length);
		expect(new Set(lasting.map(([, id]) => id)).size).toBe(knownOperations.length);
	});
});

describe('what passes', () => {
	const safe = knownOperations.filter(([id]) => endpointOf(id).method !== 'POST');

	test.each(safe)('%s: two failures cost two pauses and nothing else', async (id, operation) => {
		answerWith(() => good(id));
		const { json } = await run(operation);
		bench.recorder.clear();
		came = [];
		let failures = 2;
		answerWith(() => (failures-- > 0 ? { status: 503 } : good(id)));
		const later = await run(operation);
		expect({ error: later.error, json: later.json }).toEqual({ error: undefined, json });
		expect(asked()).toEqual(times(3, id));
		expectPauses(0.5, 1);
	});

	test.each(knownOperations)('%s: a refused token is renewed once, a limit is waited for', async (id, operation) => {
		const answers: Canned[] = [{ status: 401 }, { status: 429, headers: { 'retry-after': '7' } }];
		answerWith(() => answers.shift() ?? good(id));
		const { error } = await run(operation);
		expect(error).toBeUndefined();
		expect(asked()).toEqual(times(3, id));
		// At once after the 401; after the 429 as long as it says, and up to a second more, so that callers do not come back together.
		expect((came[1]?.waited ?? 1) - (came[0]?.waited ?? 0)).toBe(0);
		expect(pace.waited).toBeLessThanOrEqual(8000);
		expect((came[2]?.at ?? 0) - (came[1]?.at ?? 0)).toBeGreaterThanOrEqual(7000);
	});
});
