import { describe, expect, test } from '@jest/globals';
import { loadDescription, operationsOf } from '../../../sandbox/description/load.mts';
import type { Sandbox } from '../../../sandbox/index.mts';
import type { Difference } from '../../../scripts/compare/differences.mts';
import type { Comparison } from '../../../scripts/compare/run.mts';
import type { Alter } from '../support/alteredPayload.mts';
import { run, type Run, useComparedService } from '../support/comparison.mts';
import { answersAs, bodiesAs, rowsAs } from './alters.mts';

const service = useComparedService();

/** Runs the command against a service that differs from the sandbox in what `alter` says. */
async function against(key: keyof Sandbox['keys'], alter: Alter, ...more: string[]): Promise<Run> {
	return service.compare((await service.altered(alter)).url, key, ...more);
}

const found = ({ out }: Run): string[] =>
	(JSON.parse(out) as Comparison).calls.flatMap(({ endpoint, probe, differences }) =>
		differences.map(
			({ kind, place, service: left, sandbox: right }: Difference) =>
				`${endpoint} | ${probe} | ${kind} ${place} | ${left} | ${right}`,
		),
	);

describe('without a key', () => {
	test('compares every GET endpoint of the sandbox with that of a second one, and finds nothing', async () => {
		const { code, out } = await run(['--json']);
		const comparison = JSON.parse(out) as Comparison & { equal: boolean; differences: number };
		expect(code).toBe(0);
		expect(comparison).toMatchObject({ equal: true, differences: 0, failure: null });
		expect(comparison.service).toBe('a second sandbox');
		const reads = operationsOf(loadDescription()).filter(({ method }) => method === 'GET');
		const bare = (path: string): string => path.replace(/\{\w+\}/g, '{}');
		const called = comparison.calls.filter(({ service: { status, records } }) => status === 200 && records);
		expect(new Set(called.map(({ endpoint }) => bare(endpoint)))).toEqual(
			new Set(reads.map(({ path }) => `GET ${bare(path)}`)),
		);
		expect(comparison.skipped).toEqual([]);
	});

	test('says so when a region is named, and sends it nothing', async () => {
		const { code, out, notes } = await run(['--region', 'uk']);
		expect(code).toBe(0);
		expect(notes).toContain('nothing is sent to the service (United Kingdom)');
		expect(out).toMatch(/^Compared a second sandbox with the sandbox/);
	});
});

describe('a service that differs', () => {
	test('in a name and in a type is found out, and only there', async () => {
		const alter = rowsAs('/api/external/timesheets', ({ siteApiId, ...row }) => ({
			...row,
			siteReference: siteApiId,
			payBreakTime: String(row.payBreakTime),
		}));
		const result = await against('timesheet', alter, '--json');
		expect(result.code).toBe(1);
		const where = 'GET /api/external/timesheets';
		expect(found(result)).toEqual(
			['first page', 'short page', 'next page'].flatMap((probe) => [
				`${where} | ${probe} | type data[].payBreakTime | string | integer`,
				`${where} | ${probe} | field data[].siteApiId | null | string`,
				`${where} | ${probe} | field data[].siteReference | string | null`,
			]),
		);
	});

	test('says in words what differs', async () => {
		const { code, out } = await against('timesheet', (path, _status, body) =>
			/\d$/.test(path) ? { body: { ...(body as object), extra: 1 } } : undefined,
		);
		expect(code).toBe(1);
		expect(out).toContain(
			'DIFFERS  GET /api/external/timesheets/{id}, read (timesheet)\n           envelope extra: only in the service (integer)\n',
		);
		expect(out).toMatch(/same {5}GET \/api\/external\/timesheets, first page/);
		expect(out).toMatch(/^23 calls, 3 differences, 0 skipped\.$/m);
	});

	test.each<[string, keyof Sandbox['keys'], Alter, string]>([
		[
			'a status',
			'timesheet',
			answersAs('', 404, { status: 400 }),
			'GET /api/external/timesheets/{id} | unknown id | status  | 400 | 404',
		],
		[
			'an envelope',
			'timesheet',
			bodiesAs('/rates', ({ data }) => ({ isSuccess: true, data })),
			'GET /api/external/timesheets/{id}/rates | read | envelope  | live operations | standard',
		],
		[
			'a body',
			'liveops',
			answersAs('/liveops', 401, {
				text: '<html>no</html>',
				headers: { 'content-type': 'text/html; charset=utf-8' },
			}),
			'GET /api/external/liveops | token refused | content  | text/html | JSON',
		],
		[
			'who may read',
			'webhook',
			answersAs('/staffs', 403, { status: 200, body: { status: { code: 0 }, data: [] } }),
			'GET /api/external/staffs | key refused | status  | 200 | 403',
		],
		[
			'a cursor',
			'developer',
			bodiesAs('/staffs', (body) => ({ ...body, nextPageParameter: 'direction=next&after=7' })),
			'GET /api/external/staffs | short page | type nextPageParameter | cursor as query (after, direction) | cursor as query (direction, referenceId)',
		],
		[
			'a null',
			'timesheet',
			rowsAs('/sites', (row) => ({ ...row, city: null })),
			'GET /api/external/sites | first page | type data[].city | null | string',
		],
		[
			'a moment',
			'loginaudit',
			rowsAs('/recent', (row) => ({ ...row, occurredUtc: '2026-07-15T02:00:00' })),
			'GET /api/external/loginaudit/users/{userId}/recent | read | type data[].occurredUtc | date-time without offset | date-time',
		],
	])('in %s is found out', async (_, key, alter, wanted) => {
		const result = await against(key, alter, '--json');
		expect(found(result)).toContain(wanted);
		expect(result.code).toBe(1);
	});

	test('only in how many rows it has is the same service', async () => {
		const alter: Alter = (path, status, body) => {
			if (status !== 200 || path.includes('token')) return undefined;
			const { data } = body as { data: unknown };
			// One row less: a field that is left out where it is empty may be in few of them.
			return Array.isArray(data) && data.length > 3
				? { body: { ...(body as object), data: data.slice(0, -1) } }
				: undefined;
		};
		const result = await against('timesheet', alter, '--json');
		expect({ found: found(result), code: result.code }).toEqual({ found: [], code: 0 });
	});
});

describe('what it sends and what it shows', () => {
	test('GET requests and the token request, nothing else', async () => {
		const { url, passed } = await service.altered(() => undefined);
		await service.compare(url, 'loginaudit', '--subscriber-id', '1');
		const sent = new Set(passed.map(({ method, path }) => (method === 'GET' ? 'GET' : `${method} ${path}`)));
		expect(sent).toEqual(new Set(['GET', 'POST /api/external/token/request']));
	});

	test('no key to another host, even when the service redirects there', async () => {
		const other = await service.altered(() => undefined);
		const location = `${other.url}/api/external/customers`;
		const { code, out } = await against(
			'webhook',
			answersAs('/customers', 200, { status: 302, headers: { location } }),
		);
		expect({ code, passed: other.passed.length }).toEqual({ code: 1, passed: 0 });
		expect(out).toContain('status: service 302, sandbox 200');
	});

	test.each(['incidentreport', 'loginaudit', 'timesheet', 'liveops'] as const)(
		'no value of any field, no key and no token: %s',
		async (key) => {
			const more = { 'Mei Tanaka': 1, b5b1f0a2: 2, 20260715: 3 };
			const rename = rowsAs('', (row) => ({ ...row, ...more, 'someone@example.com': row }));
			const { url, passed } = await service.altered(rename);
			const json = await service.compare(url, key, '--json');
			const text = await service.compare(url, key);
			expect(json.code).toBe(1);
			const shown = `${json.out}${json.notes}${text.out}${text.notes}`;
			expect(shown).toContain('<key>');
			expect(shown).not.toMatch(/Mei|example\.com|b5b1f0a2|20260715/);
			const values = new Set<string>();
			const collect = (value: unknown): void => {
				if (typeof value === 'object' && value !== null) Object.values(value).forEach(collect);
				else if (typeof value === 'string' && value.length > 3 && !value.startsWith('/api/')) values.add(value);
				else if (typeof value === 'number' && value > 600) values.add(String(value));
			};
			passed.forEach(({ body }) => collect(JSON.parse(body)));
			expect(values.size).toBeGreaterThan(100);
			const words = (value: string): RegExp => new RegExp(`(?<![\\w#])${value.replace(/[^\w\s]/g, '\\$&')}(?!\\w)`);
			expect([...values].filter((value) => words(value).test(shown))).toEqual([]);
			const { keys, subscriptionKey } = service.sandbox;
			for (const secret of [keys[key], subscriptionKey]) expect(shown).not.toContain(secret);
		},
	);

	test('ids as hashes, so that they can be told apart but not found out', async () => {
		const { out } = await against('timesheet', () => undefined, '--json');
		const { calls } = JSON.parse(out) as Comparison;
		const subjects = calls.flatMap(({ service: { subject } }) => subject ?? []);
		expect(subjects.length).toBeGreaterThan(3);
		for (const subject of subjects) expect(subject).toMatch(/^#[0-9a-f]{8}$/);
		expect(new Set(subjects).size).toBe(2);
	});
});
