import { afterAll, beforeAll, describe, expect, test } from '@jest/globals';
import { loadDescription } from '../../sandbox/description/load.mts';
import type { Choices } from '../../sandbox/core/choices.mts';
import { ids, startClient, type Answer, type Client, type Json } from './support.mts';

// A sandbox of either variant for all tests, and one with a single choice where that shows more.
let usual: Client;
let contrary: Client;
beforeAll(async () => {
	usual = await startClient();
	contrary = await startClient({ variant: 'contrary', validateResponses: false });
});
afterAll(() => Promise.all([usual.close(), contrary.close()]));

async function withChoices<Result>(
	choices: Partial<Choices>,
	work: (client: Client) => Promise<Result>,
): Promise<Result> {
	const client = await startClient({ choices, validateResponses: false });
	try {
		return await work(client);
	} finally {
		await client.close();
	}
}

type Key = Parameters<Client['get']>[0];
/** What both variants answer, the default first. */
const both = (key: Key, path: string): Promise<[Answer, Answer]> =>
	Promise.all([usual.get(key, path), contrary.get(key, path)]);
const statuses = async (key: Key, path: string): Promise<number[]> =>
	(await both(key, path)).map(({ status }) => status);

const period = 'startDate=2026-07-01T00:00:00Z&endDate=2026-08-01T00:00:00Z';

test('false of an active-only parameter lists everything, or the inactive alone', async () => {
	for (const [key, path, active, inactive] of [
		['developer', '/external/staffs?limit=200&isActive=false', 40, 2],
		['incidentreport', '/external/incidentreport/formtemplates?showActiveOnly=false', 8, 1],
	] as const) {
		const [all, alone] = await both(key, path);
		expect([path, all.rows.length, alone.rows.length]).toEqual([path, active + inactive, inactive]);
	}
	for (const path of ['/external/customers?limit=200&isActive=false', '/external/sites?limit=200&isActive=false']) {
		const [all, alone] = await both('timesheet', path);
		expect(new Set(all.rows.map(({ isActive }) => isActive))).toEqual(new Set([true, false]));
		expect(new Set(alone.rows.map(({ isActive }) => isActive))).toEqual(new Set([false]));
	}
});

test('false of isApproved, its default, lists all reports, or those alone that are not approved', async () => {
	for (const flag of ['', '&isApproved=false']) {
		const [all, open] = await both('incidentreport', `/external/incidentreports/getall?limit=200${flag}`);
		expect(new Set(all.rows.map(({ isApproved }) => isApproved))).toEqual(new Set([true, false]));
		const pending = all.rows.filter(({ isApproved }) => isApproved === false);
		expect(ids(open.rows, 'incidentReportId').sort()).toEqual(ids(pending, 'incidentReportId').sort());
		// A total of everything it is in neither variant; the contrary one tells none.
		expect([open.rows.length, undefined]).toContain(open.body.totalRecordCount);
	}
	const [one, other] = await both('incidentreport', '/external/incidentreports/getall?limit=200&isApproved=true');
	expect(other.rows).toHaveLength(one.rows.length);
});

describe('null', () => {
	test('by default stands only where the document calls a field nullable', async () => {
		const live = (await usual.get('liveops', '/external/liveops?limit=200')).rows;
		const absent = live.find(({ status }) => status === 'SCHEDULED');
		expect(absent).toMatchObject({
			timeIn: null,
			timeInTZ: null,
			inLatitude: null,
			inPhotoUrl: '',
			calledByFullName: '',
		});
		const [sheet] = (await usual.get('timesheet', `/external/timesheets?${period}&filter=Aroha&status=Pending`)).rows;
		expect(Object.values(sheet ?? {})).not.toContain(null);
		expect([sheet?.approvedBy, sheet !== undefined && 'approvedDateTime' in sheet]).toEqual(['', false]);
		const [report] = (await usual.get('incidentreport', '/external/incidentreports/getall?limit=200')).rows;
		expect(Object.values(report ?? { no: null })).not.toContain(null);
	});

	test('to the contrary stands wherever there is nothing', async () => {
		const { body, rows } = await contrary.get('timesheet', `/external/timesheets?${period}&status=Pending`);
		expect(body).toMatchObject({ message: null, errors: null, status: { code: 0, errorMessage: null } });
		expect(rows[0]).toMatchObject({ approvedBy: null, approvedDateTime: null });
		expect((await contrary.get('timesheet', '/external/customers?filter=nobody-at-all')).body.data).toBeNull();
	});

	test('the description says of every field that may be null where that is known from', () => {
		const odd: string[] = [];
		const walk = (node: unknown, place: string): void => {
			if (typeof node !== 'object' || node === null) return;
			const { type, 'x-nullable-source': source } = node as Json;
			const nullable = Array.isArray(type) && type.includes('null');
			if (nullable !== ['documented', 'published', 'assumed'].includes(String(source)) && type !== undefined)
				odd.push(place);
			for (const [name, inner] of Object.entries(node)) walk(inner, `${place}.${name}`);
		};
		walk(loadDescription(), '');
		expect(odd).toEqual([]);
	});
});

describe('a cursor', () => {
	const page = async (client: Client, query: string): Promise<{ rows: Json[]; next: string | null }> => {
		const { rows, body } = await client.get('timesheet', `/external/timesheets?${period}&limit=7&${query}`);
		return { rows, next: (body.nextPageParameter ?? null) as string | null };
	};

	test('of the contrary variant holds every anchor, leads through the whole list, and is refused when one is missing', async () => {
		const seen: number[] = [];
		let { rows, next } = await page(contrary, '');
		for (let query = next; ; query = next) {
			seen.push(...ids(rows, 'timesheetId'));
			if (query === null) break;
			expect([...new URLSearchParams(query).keys()].sort()).toEqual(
				[
					'direction',
					'referenceId',
					'referenceName',
					'referenceSiteName',
					'referenceStaffName',
					'referenceStartDate',
				].sort(),
			);
			({ rows, next } = await page(contrary, query));
		}
		const all = (await usual.get('timesheet', `/external/timesheets?${period}&limit=500`)).rows;
		expect(new Set(seen)).toEqual(new Set(ids(all, 'timesheetId')));
		expect(seen).toHaveLength(all.length);
		const path = `/external/timesheets?${period}&direction=next&referenceId=50100`;
		expect(await statuses('timesheet', path)).toEqual([200, 400]);
	});

	test('of a sort that was asked for keeps that sort', async () => {
		const first = await page(contrary, 'referenceStaffName=');
		const second = await page(contrary, first.next ?? '');
		const names = [...first.rows, ...second.rows].map(({ staffName }) => String(staffName).toLowerCase());
		expect(names).toHaveLength(14);
		expect(names).toEqual([...names].sort());
	});

	test('of live operations is serialised with all of its anchors', async () => {
		const { body } = await contrary.get('liveops', '/external/liveops?limit=3');
		expect(Object.keys(JSON.parse(String(body.nextPageParameter)) as Json)).toEqual([
			'ReferenceId',
			'ReferenceDateTime',
			'ReferenceName',
		]);
	});
});

test('an id that no row has is where a list goes on, or 400', async () => {
	const path = '/external/customers?referenceId=999999';
	const refused = await withChoices({ unknownReference: 'refused' }, (client) => client.get('timesheet', path));
	expect([(await usual.get('timesheet', path)).status, refused.status]).toEqual([200, 400]);
});

test('the code of an error is the HTTP status, or a number of its own', async () => {
	const answers = await both('timesheet', '/external/timesheets/1');
	expect(answers.map(({ status, body }) => [status, (body.status as Json).code])).toEqual([
		[404, 404],
		[404, 4],
	]);
});

test('of a parameter that is given twice the last counts, or it is 400', async () => {
	const path = '/external/customers?limit=1&limit=2';
	const [last, refused] = await both('timesheet', path);
	expect([last.rows.length, refused.status, refused.body.message]).toEqual([2, 400, 'limit is given twice.']);
});

test('letter case of names and values counts, or means nothing', async () => {
	expect(await statuses('timesheet', '/external/customers?Limit=1&isactive=True&DIRECTION=Next')).toEqual([400, 200]);
	expect(await statuses('timesheet', `/external/timesheets?${period}&status=approved`)).toEqual([400, 200]);
	const written = await Promise.all(
		[usual, contrary].map((client) =>
			client.call('developer', 'PATCH', '/external/staffs', { Employees: [{ ID: 3002, LastName: 'Case' }] }),
		),
	);
	expect(written.map(({ status }) => status)).toEqual([400, 200]);
	const [, found] = await both('developer', '/external/staffs?searchText=Liam%20Case');
	expect(ids(found.rows, 'id')).toEqual([3002]);
	const event = { event: 'Approve', eventType: 'TimeSheet', uri: 'https://example.org/' };
	for (const [client, status] of [
		[usual, 400],
		[contrary, 200],
	] as const) {
		const { id } = (await client.call('developer', 'POST', '/webhook/subscribers')).body.data as Json;
		const answer = await client.call('developer', 'POST', '/webhook/subscriptions', { subscriberId: id, ...event });
		expect(answer.status).toBe(status);
	}
});

test('a moment without an offset is 400, or UTC', async () => {
	const query = 'startDate=2026-07-14T00:00:00&endDate=2026-07-15';
	const [refused, taken] = await both('timesheet', `/external/timesheets?${query}&limit=200`);
	const [same] = await both(
		'timesheet',
		'/external/timesheets?startDate=2026-07-14T00:00:00Z&endDate=2026-07-15T00:00:00Z&limit=200',
	);
	expect(refused.status).toBe(400);
	expect(ids(taken.rows, 'timesheetId').sort()).toEqual(ids(same.rows, 'timesheetId').sort());
	expect(taken.rows.length).toBeGreaterThan(0);
});

test('a field of a body that is not described is 400, or means nothing', async () => {
	const employees = [{ id: 3003, shoeSize: 44 }];
	const answers = await Promise.all(
		[usual, contrary].map((client) =>
			client.call('developer', 'PATCH', '/external/staffs', { employees, dryRun: true }),
		),
	);
	expect(answers.map(({ status }) => status)).toEqual([400, 200]);
});

test('a page that is too large is cut, or 400', async () => {
	const path = `/external/timesheets?startDate=2020-01-01T00:00:00Z&endDate=2030-01-01T00:00:00Z&limit=`;
	expect((await usual.get('timesheet', `${path}100000`)).rows.length).toBeGreaterThan(200);
	expect(await statuses('timesheet', `${path}201`)).toEqual([200, 400]);
	expect(await statuses('timesheet', `${path}200`)).toEqual([200, 200]);
});

describe('a write whose answer nobody shows', () => {
	const write = (client: Client): Promise<Answer> =>
		client.call('developer', 'PATCH', '/external/staffs', { employees: [{ id: 3004 }, { id: 3005 }] });

	test.each([
		['ids', [3004, 3005]],
		['none', null],
		['counts', 2],
	] as const)('answers with %s', async (writes, data) => {
		await withChoices({ writes }, async (client) => {
			expect((await write(client)).body).toMatchObject({ status: { code: 0 }, data });
		});
	});

	test('answers with records by default; a rotation shows its secret whatever else', async () => {
		expect(ids((await write(usual)).rows, 'id')).toEqual([3004, 3005]);
		const { id } = (await contrary.call('developer', 'POST', '/webhook/subscribers')).body.data as Json;
		const put = async (body: Json): Promise<unknown> =>
			(await contrary.call('developer', 'PUT', `/webhook/subscribers/${String(id)}`, body)).body.data;
		expect(await put({ isActive: false })).toBeNull();
		expect(await put({ rotateSecretToken: true })).toEqual({ secretToken: expect.stringMatching(/^whsec_/) });
	});
});

test('a 401 of the login audit comes in its own envelope, or in the standard one', async () => {
	const shapes = await Promise.all(
		[usual, contrary].map(async ({ sandbox }) => {
			const answer = await fetch(`${sandbox.url}/api/external/loginaudit`, {
				headers: { 'external-svc-apim-sub-key': sandbox.subscriptionKey },
			});
			const body = (await answer.json()) as Json;
			return [answer.status, 'meta' in body, 'status' in body];
		}),
	);
	expect(shapes).toEqual([
		[401, true, false],
		[401, false, true],
	]);
});

test('recent logins come in the envelope of the audit, or in the standard one', async () => {
	const [audit, standard] = await both('loginaudit', '/external/loginaudit/users/7001/recent?take=3');
	expect([audit.rows.length, 'meta' in audit.body, standard.rows.length, 'status' in standard.body]).toEqual([
		3,
		true,
		3,
		true,
	]);
});

test('requests beyond the limit do not count for it, or do', async () => {
	const served = async (refusedRequests: Choices['refusedRequests']): Promise<number[]> => {
		const client = await startClient({ ratePerMinute: 2, choices: { refusedRequests } });
		const statusesSoFar: number[] = [];
		const ask = async (): Promise<void> => {
			statusesSoFar.push((await client.get('timesheet', '/external/customers?limit=1')).status);
		};
		try {
			await ask();
			await ask();
			await client.sandbox.advance(40_000);
			await ask();
			await ask();
			// A minute after the first two, twenty seconds after those that were refused.
			await client.sandbox.advance(21_000);
			await ask();
			return statusesSoFar;
		} finally {
			await client.close();
		}
	};
	expect(await served('free')).toEqual([200, 200, 429, 429, 200]);
	expect(await served('counted')).toEqual([200, 200, 429, 429, 429]);
});
