import { describe, expect, test } from '@jest/globals';
import { loadDescription } from '../../sandbox/description/load.mts';
import { ids, useClient, withClient, type Answer, type Client, type Json, type KeyName } from './support.mts';

// A sandbox of either variant for all tests, and one with a single choice where that shows more.
const usual = useClient();
const contrary = useClient({ variant: 'contrary', validateResponses: false });

/** What both variants answer, the default first. */
const both = (key: KeyName, path: string): Promise<[Answer, Answer]> =>
	Promise.all([usual.get(key, path), contrary.get(key, path)]);
const statuses = async (key: KeyName, path: string): Promise<number[]> =>
	(await both(key, path)).map(({ status }) => status);

const period = 'startDate=2026-07-01T00:00:00Z&endDate=2026-08-01T00:00:00Z';

test('false of an active-only parameter lists everything, or the inactive alone', async () => {
	for (const [key, path, active, inactive] of [
		['developer', '/external/staffs?limit=200&isActive=false', 40, 2],
		['incidentreport', '/external/incidentreport/formtemplates?showActiveOnly=false', 8, 1],
	] as const) {
		const [all, alone] = await both(key, path);
		const due = { path, all: active + inactive, alone: inactive };
		expect({ path, all: all.rows.length, alone: alone.rows.length }).toEqual(due);
	}
	for (const list of ['customers', 'sites']) {
		const [all, alone] = await both('timesheet', `/external/${list}?limit=200&isActive=false`);
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
		const times = { timeIn: null, timeInTZ: null, inLatitude: null };
		expect(live.find(({ status }) => status === 'SCHEDULED')).toMatchObject({
			...times,
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
			const names = [...new URLSearchParams(query).keys()].sort().join(' ');
			expect(names).toBe('direction referenceId referenceName referenceSiteName referenceStaffName referenceStartDate');
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

test('the code of an error is the HTTP status, or a number of its own', async () => {
	const answers = await both('timesheet', '/external/timesheets/1');
	expect(answers.map(({ status, body }) => [status, (body.status as Json).code])).toEqual([
		[404, 404],
		[404, 4],
	]);
});

test('a page that is too large is cut, or 400', async () => {
	const path = `/external/timesheets?startDate=2020-01-01T00:00:00Z&endDate=2030-01-01T00:00:00Z&limit=`;
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
		await withClient({ choices: { writes }, validateResponses: false }, async (client) => {
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
