// Which variant and which choices a sandbox plays, and what each of them changes.
import { describe, expect, test } from '@jest/globals';
import { choiceNames, choiceTable, readChoice, type Choices } from '../../sandbox/core/choices.mts';
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

describe('which variant runs', () => {
	test('stands in the state and in a sentence', async () => {
		const state = await contrary.admin('GET', '/state');
		expect(state).toMatchObject({ variant: 'contrary', choices: { inactive: 'only', nulls: 'anywhere' } });
		expect(contrary.sandbox.variant).toMatch(/^Simulates the contrary variant, .+\.$/);
		await withClient({ variant: 'contrary', choices: { inactive: 'all' } }, async ({ sandbox }) =>
			expect(sandbox.variant).toMatch(/, except inactive=all\.$/),
		);
	});

	test('every choice answers in both variants, differently, with values of its own', () => {
		for (const name of choiceNames) {
			const { default: one, contrary: other, values } = choiceTable[name];
			// Nothing of other names can be read without Service Details, so no variant plays them.
			expect({ name, isAlone: one === other }).toEqual({ name, isAlone: name === 'names' });
			expect(Object.keys(values)).toEqual(expect.arrayContaining([one, other]));
		}
	});

	test('a choice or value that does not exist is named with those that do', () => {
		expect(() => readChoice('colour=red')).toThrow(/no choice "colour"\. Choices: inactive, /);
		expect(() => readChoice('inactive=some')).toThrow('inactive must be one of all, only, not "some".');
		expect(readChoice('inactive = only')).toEqual({ inactive: 'only' });
	});
});

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
		expect(live.find(({ status }) => status === 'SCHEDULED')).toMatchObject({
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

describe('where there is no page further on, or before', () => {
	type Named = [next: unknown, previous: unknown];
	const paths: Array<[KeyName, string, (body: Json) => Named]> = [
		['developer', '/external/customers?limit=500', (body) => [body.nextPageParameter, body.prevPageParameter]],
		['liveops', '/external/liveops?limit=500', (body) => [body.nextPageParameter, body.prevPageParameter]],
		[
			'incidentreport',
			'/external/incidentreports/getall?limit=500',
			(body) => [body.nextPageParams, body.prevPageParams],
		],
		[
			'loginaudit',
			'/external/loginaudit?from=2100-01-01T00:00:00Z',
			({ meta }) => [(meta as Json).nextPageEndpoint, (meta as Json).prevPageEndpoint],
		],
	];
	const namedBy = (end: Choices['end']): Promise<Named[]> =>
		withClient({ choices: { end } }, ({ get }) =>
			Promise.all(paths.map(async ([key, path, read]) => read((await get(key, path)).body))),
		);

	test('stands null, or nothing', async () => {
		expect(new Set((await namedBy('null')).flat())).toEqual(new Set([null]));
		expect(new Set((await namedBy('absent')).flat())).toEqual(new Set([undefined]));
	});

	test.each(['echo', 'always'] as const)('stands a cursor that leads nowhere: %s', async (end) => {
		await withClient({ choices: { end } }, async ({ get }) => {
			const customers = async (query: string): Promise<[rows: number, next: string]> => {
				const { rows, body } = await get('developer', `/external/customers?limit=4&${query}`);
				return [rows.length, String(body.nextPageParameter)];
			};
			let [count, next] = await customers('');
			let asked = '';
			for (; count === 4; [count, next] = await customers(asked)) asked = next;
			expect(count).toBe(2);
			expect(next === asked).toBe(end === 'echo');
			expect(end === 'always' ? await customers(next) : [0, next]).toEqual([0, next]);
			expect(await customers('filter=nobody')).toEqual([0, 'direction=next']);
		});
	});

	test('stands a page before the first and one behind the last, where pages are numbered', async () => {
		const pages = (await namedBy('always'))[3]?.map((link) =>
			new URLSearchParams(String(link).split('?')[1]).get('page'),
		);
		expect(pages).toEqual(['2', '0']);
	});
});

describe('a total', () => {
	const readWith = (total: Choices['total'], limit: number) =>
		withClient({ choices: { total } }, ({ get }) =>
			get('incidentreport', `/external/incidentreports/getall?limit=${limit}&isApproved=true`),
		);

	test('counts what matches, or everything, or is missing', async () => {
		const approved = (await readWith('right', 500)).rows.length;
		expect(approved).toBeLessThan(130);
		for (const [total, expected] of [
			['right', approved],
			['absent', undefined],
			['everything', 130],
		] as const) {
			const { totalRecordCount } = (await readWith(total, 3)).body;
			expect({ total, totalRecordCount }).toEqual({ total, totalRecordCount: expected });
		}
	});
});
