import { expect, test } from '@jest/globals';
import { expectFiltered, noon, useFreshClient, type Json } from './support.mts';

const client = useFreshClient();

const list = (query = '') => client.get('liveops', `/external/liveops?${query}`);
const hours = (count: number): number => count * 3_600_000;

test('without both dates the window is 17 hours to either side, wherever the clock stands', async () => {
	for (const moved of [0, 1, 200]) {
		if (moved > 0) await client.admin('POST', '/clock', { advanceSeconds: moved * 86_400 });
		const now = noon.getTime() + hours(24 * (moved === 200 ? 201 : moved));
		for (const query of ['limit=500', `limit=500&startDate=${new Date(now).toISOString()}`]) {
			const rows = (await list(query)).rows;
			expect(rows.length).toBeGreaterThan(30);
			for (const row of rows)
				expect(Math.abs(Date.parse(String(row.startTime)) - now)).toBeLessThanOrEqual(hours(17) + 60_000);
			expect(new Set(rows.map((row) => row.status))).toEqual(
				new Set(['CLOCKED OUT', 'CLOCKED IN', 'NOT CLOCKED IN', 'SCHEDULED']),
			);
		}
	}
});

test('records agree with themselves: status and times, local time of the site, licences, welfare checks', async () => {
	const rows = (await list('limit=500')).rows;
	const zones = new Set<number>();
	for (const row of rows) {
		expect(row.status === 'CLOCKED IN').toBe(row.timeIn !== null && row.timeOut === null);
		const latest = row.status === 'NOT CLOCKED IN' ? noon.getTime() + 60_000 : Infinity;
		expect(Date.parse(String(row.startTime))).toBeLessThanOrEqual(latest);
		const ahead = (Date.parse(`${String(row.startTimeTZ)}Z`) - Date.parse(String(row.startTime))) / hours(1);
		zones.add(ahead);
		expect((row.licenses as Json[]).length).toBeGreaterThan(0);
		const sent = row.welfareCheckNotifResponses as Json[];
		expect(row.welfareCheckResponses as Json[]).toEqual(sent.filter((check) => check.hasResponse));
	}
	expect([...zones].sort((a, b) => a - b)).toEqual([1, 8, 9.5, 10]);
	expect(
		rows.flatMap((row) => row.welfareCheckNotifResponses as Json[]).some((check) => check.hasResponse === false),
	).toBe(true);
});

test('the cursor is JSON text with both anchors, which are taken together only', async () => {
	const cursor = JSON.parse(String((await list('limit=7')).body.nextPageParameter)) as Json;
	expect(Object.keys(cursor)).toEqual(['ReferenceId', 'ReferenceDateTime']);
	const half = await list('limit=5&referenceId=3');
	expect(half).toMatchObject({
		status: 400,
		body: { isSuccess: false, errorMessagesAsString: 'Send referenceId and referenceDateTime together.' },
	});
	const names = (await list('limit=500&referenceName=')).rows.map((row) => String(row.name).toLowerCase());
	expect(names).toEqual([...names].sort((a, b) => (a < b ? -1 : a > b ? 1 : 0)));
});

test.each<[query: string, fits: (row: Json) => boolean]>([
	['status=CLOCKED%20IN', ({ status }) => status === 'CLOCKED IN'],
	['status=not%20clocked%20in', ({ status }) => status === 'NOT CLOCKED IN'],
	['siteName=stadium', ({ siteName }) => String(siteName).includes('Stadium')],
	['customerName=logistics', ({ customerName }) => customerName === 'Northgate Logistics'],
	['customerId=1002', ({ customerName }) => customerName === 'Northgate Logistics'],
	['siteId=2001', ({ siteName }) => siteName === 'Harbourline Darling Quarter'],
	['subcontractorName=redgum', ({ subcontractorName }) => String(subcontractorName).includes('Redgum')],
	['searchText=redgum', ({ subcontractorName }) => String(subcontractorName).includes('Redgum')],
])('filters by %s', async (query, fits) => {
	await expectFiltered((more) => list(`limit=500&${more}`), query, fits);
});

test('filters by person; foreign customers and sites are refused', async () => {
	const name = (await list('limit=500')).rows[4]?.name;
	await expectFiltered(
		(more) => list(`limit=500&${more}`),
		`fullName=${encodeURIComponent(String(name))}`,
		(row) => row.name === name,
	);
	for (const query of ['customerId=1901', 'siteId=2901']) expect((await list(query)).status).toBe(403);
});

test('guards are clocked in and out, and welfare checks answered, by hand', async () => {
	const late = (await list('limit=500&status=NOT%20CLOCKED%20IN')).rows[0];
	const id = String(late?.eventID);
	expect(await client.adminFailure('POST', `/live/${id}/clockout`)).toMatchObject({ status: 409 });
	expect(await client.admin('POST', `/live/${id}/clockin`)).toMatchObject({ status: 'CLOCKED IN', timeOut: null });
	expect((await list('limit=500')).rows.find((row) => row.eventID === id)).toMatchObject({ status: 'CLOCKED IN' });
	const asked = await client.admin<{ welfareCheckNotifResponses: Json[]; welfareCheckResponses: Json[] }>(
		'POST',
		`/live/${id}/welfarecheck`,
	);
	expect(asked.welfareCheckNotifResponses).toHaveLength(1);
	expect(asked.welfareCheckResponses).toEqual([]);
	const answered = await client.admin<{ welfareCheckResponses: Json[] }>(
		'POST',
		`/live/welfarechecks/${String(asked.welfareCheckNotifResponses[0]?.welfareCheckId)}/answer`,
	);
	expect(answered.welfareCheckResponses).toHaveLength(1);
	expect(await client.admin('POST', `/live/${id}/clockout`)).toMatchObject({ status: 'CLOCKED OUT' });
	expect(await client.admin('POST', `/live/${id}/absent`)).toMatchObject({ status: 'NOT CLOCKED IN', timeIn: null });
	expect(await client.adminFailure('POST', '/live/999999/clockin')).toMatchObject({ status: 404 });
	expect((await client.admin<Json[]>('GET', '/live')).length).toBe((await list('limit=500')).rows.length);
});
