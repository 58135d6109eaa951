// What a list that leaves doubt about its end is asked, and what becomes of the answer.
import { describe, expect, test } from '@jest/globals';
import { type Endpoint, endpoints, type JsonObject } from '../../../../nodes/WorkforceOperations/contract/index.ts';
import { type Call, customCall } from '../../../../nodes/WorkforceOperations/transport/request.ts';
import type { PageWalk } from '../../../../nodes/WorkforceOperations/transport/pagination/index.ts';
import {
	cursorAt,
	live,
	newAddress,
	reports,
	rowOf,
	rows,
	type Service,
	staff,
	timesheets,
	walk,
	wrapped,
} from '../endings.mts';
import { idsOf, rowsOf, slim } from '../services.mts';

describe('The second opinion', () => {
	test('is asked with all anchors that the endpoint documents, from the fields of the last row', async () => {
		const asked = async (endpoint: Endpoint, more: JsonObject): Promise<object | undefined> => {
			const data = rows(20).map((row) => ({ ...row, ...more }));
			const read = await walk((_, count) => wrapped(endpoint, count === 1 ? data : [], undefined), { endpoint });
			expect(read.sent).toHaveLength(2);
			return read.queries[1];
		};
		const base = { direction: 'next', limit: '500', referenceId: '20' };
		expect(await asked(slim, {})).toEqual({ ...base, referenceName: 'row 20' });
		expect(await asked(live, {})).toEqual({ ...base, referenceName: 'row 20', referenceDateTime: rowOf(20).startTime });
		expect(await asked(staff, { firstName: 'Ann', lastName: 'Lee' })).toEqual({ ...base, referenceName: 'Ann Lee' });
		expect(await asked(reports, { reportName: 'Theft', submittedDate: '2026-07-01T00:00:00Z' })).toEqual({
			...base,
			referenceName: 'Theft',
			referenceDateTime: '2026-07-01T00:00:00Z',
		});
		const sheet = {
			siteName: 'Tower',
			staffName: 'Ann',
			customerName: 'C',
			scheduledStartTime: '2026-07-01T00:00:00Z',
		};
		expect(await asked(timesheets, sheet)).toEqual({
			...base,
			referenceSiteName: 'Tower',
			referenceStaffName: 'Ann',
			referenceName: 'C',
			referenceStartDate: '2026-07-01T00:00:00Z',
		});
	});

	test('that is empty says nothing about the list: its count stays that of the last page with rows', async () => {
		const read = await walk(
			(_, count) =>
				wrapped(reports, count === 1 ? rows(20) : [], undefined, { totalRecordCount: count === 1 ? 20 : 0 }),
			{ endpoint: reports },
		);
		expect([read.sent.length, read.last?.total]).toEqual([2, 20]);
	});

	test('that is not asked for, an empty last page tells the count', async () => {
		const read = await walk(
			({ query: { referenceId } }) =>
				referenceId === undefined
					? wrapped(reports, rows(20), cursorAt(reports, rowOf(20)), { totalRecordCount: 21 })
					: wrapped(reports, [], undefined, { totalRecordCount: 20 }),
			{ endpoint: reports },
		);
		expect([read.ids.length, read.last?.total]).toEqual([20, 20]);
	});

	/** A list in the order of its ids, in which the names stand anyhow, and which knows a sort by name. */
	const sortable = (all: JsonObject[]): Service => {
		const names = all.map(({ id }, index) => ({ id, name: `${(index * 7) % 10}${index}` }));
		return ({ query }) => {
			const { referenceName: name, referenceId: id = '0', limit } = query;
			const beyond =
				name === undefined
					? names.filter((row) => Number(row.id) > Number(id))
					: [...names].sort((one, other) => (one.name < other.name ? -1 : 1)).filter((row) => row.name > name);
			return wrapped(slim, beyond.slice(0, Number(limit)), undefined);
		};
	};

	test('asks for no other sort than that in which the list stands', async () => {
		for (const count of [40, 45]) {
			const read = await walk(sortable(rows(count)), { endpoint: slim }, { pageSize: 20 });
			expect([read.ids, read.incomplete, read.sent.length]).toEqual([idsOf(rows(count)), undefined, 3]);
			expect(read.queries[1]).toEqual({ direction: 'next', limit: '20', referenceId: '20' });
		}
	});

	test('asks with all anchors where fewer are refused', async () => {
		const usual = sortable(rows(45));
		const strict: Service = (request, count) => {
			const { referenceName: name, ...query } = request.query;
			if (count > 1 && name === undefined) return { status: 400, body: { message: 'The cursor is not complete' } };
			return usual({ ...request, query }, count);
		};
		const { ids, incomplete, sent } = await walk(strict, { endpoint: slim }, { pageSize: 20 });
		expect([ids, incomplete, sent.length]).toEqual([idsOf(rows(45)), undefined, 5]);
	});

	test('asks with all anchors where the list stands in another order than that of its ids', async () => {
		const byName = rows(45).map((row, index) => ({
			...row,
			id: ((index * 7) % 45) + 1,
			name: `n${String(index).padStart(2, '0')}`,
		}));
		const answer: Service = ({ query }) => {
			const beyond = byName.filter(({ name }) => name > (query.referenceName ?? ''));
			return wrapped(slim, beyond.slice(0, 20), undefined);
		};
		const { ids, incomplete, sent } = await walk(answer, { endpoint: slim }, { pageSize: 20 });
		expect([ids, incomplete, sent.length]).toEqual([idsOf(byName), undefined, 3]);
	});

	test('goes on that way where it brings new rows', async () => {
		const silent: Service = ({ query }) => {
			const from = Number(query.referenceId ?? 0);
			return wrapped(slim, rows(237).slice(from, from + 100), undefined);
		};
		const { ids, sent, incomplete } = await walk(silent, { endpoint: slim });
		expect(ids).toEqual(idsOf(rows(237)));
		expect([sent.length, incomplete]).toEqual([3, undefined]);
		// A list that went on without the key hasn’t taught that this is the end.
		const full = await walk(silent, { endpoint: slim });
		expect(full.ids).toHaveLength(237);
	});

	test('is the last row alone: the list is complete', async () => {
		const including: Service = ({ query }) =>
			wrapped(slim, query.referenceId === undefined ? rows(20) : rows(20).slice(-1), undefined);
		const { ids, sent, incomplete } = await walk(including, { endpoint: slim });
		expect([ids.length, sent.length, incomplete]).toEqual([20, 2, undefined]);
	});

	test.each<[string, Service]>([
		['the first page again', () => wrapped(slim, rows(20), undefined)],
		['a refusal', () => ({ status: 400, body: { message: 'No such reference' } })],
		['a refusal inside of a success', () => ({ body: { status: { code: 9, errorMessage: 'No' }, data: null } })],
		['a service that falls over', () => ({ status: 500, body: {} })],
		['new rows among old ones', () => wrapped(slim, rows(25).slice(15), undefined)],
		['new rows out of order', () => wrapped(slim, [rowOf(-3), rowOf(-2)], undefined)],
	])('is undecided: %s', async (_, second) => {
		const answer: Service = (request, count) =>
			count === 1 ? wrapped(slim, rows(20), undefined) : second(request, count);
		const { ids, sent, incomplete, pages, last } = await walk(answer, { endpoint: slim });
		expect(ids).toEqual(idsOf(rows(20)));
		expect(incomplete).toEqual({ reason: 'undecided', read: 20 });
		expect([sent.length, pages, last?.next]).toEqual([2, 2, undefined]);
	});

	test('an undecided list teaches nothing', async () => {
		const baseUrl = newAddress();
		const again: Service = () => wrapped(slim, rows(20), undefined);
		expect((await walk(again, { endpoint: slim }, {}, baseUrl)).sent).toHaveLength(2);
		expect((await walk(again, { endpoint: slim }, {}, baseUrl)).sent).toHaveLength(2);
	});

	test('what hinders every request is an error there, too', async () => {
		const answer: Service = (_, count) =>
			count === 1 ? wrapped(slim, rows(20), undefined) : { status: 401, body: {} };
		await expect(walk(answer, { endpoint: slim })).rejects.toMatchObject({ kind: 'unauthorized' });
	});

	test('can’t be asked behind a row without an id: the list is undecided', async () => {
		const nameless = rowsOf(20).map(({ name }) => ({ name, ref: name }));
		const { sent, incomplete } = await walk(() => wrapped(slim, nameless, undefined), { endpoint: slim });
		expect([sent.length, incomplete]).toEqual([1, { reason: 'undecided', read: 20 }]);
	});

	test.each<[string, Call, PageWalk]>([
		['the limit is reached', { endpoint: slim }, { limit: 20 }],
		['the page is short', { endpoint: slim }, { limit: 100 }],
		['a list has no paging', { endpoint: endpoints['securityLicence.getAll'], path: { id: 1 } }, {}],
		['a list has one page', { endpoint: endpoints['webhookSubscription.getAll'], path: { subscriberId: 1 } }, {}],
		['a path is the user’s own', customCall({ method: 'GET', path: '/own' }), {}],
	])('is not asked where %s', async (_, call, how) => {
		const data = rows(how.limit === 100 ? 19 : 20);
		const { sent, incomplete } = await walk(() => ({ body: { status: { code: 0 }, data } }), call, how);
		expect([sent.length, incomplete]).toEqual([1, undefined]);
	});

	test('is asked behind the first row of a walk that leads backwards', async () => {
		const backwards: Service = (_, count) => wrapped(slim, count === 1 ? rows(40).slice(20) : rows(20), undefined);
		const read = await walk(backwards, { endpoint: slim }, { direction: 'prev', limit: 40 });
		expect(read.queries[1]).toMatchObject({ direction: 'prev', referenceId: '21' });
		expect(read.ids).toHaveLength(40);
	});

	test('is asked where a cursor comes back, and goes on', async () => {
		const stale: Service = ({ query }) => {
			const from = Number(query.referenceId ?? 0);
			return wrapped(slim, rows(70).slice(from, from + 20), 'direction=next&referenceId=20');
		};
		const { ids, incomplete } = await walk(stale, { endpoint: slim }, { pageSize: 20 });
		expect([ids, incomplete]).toEqual([idsOf(rows(70)), undefined]);
	});

	test('is asked with all anchors where the service’s own cursor leads back to the beginning', async () => {
		// It wants the name as well, though its own cursor doesn’t hold it.
		const odd: Service = ({ query }) => {
			const from = query.referenceName === undefined ? 0 : Number(query.referenceId);
			return wrapped(
				slim,
				rows(50).slice(from, from + 20),
				from < 40 ? `direction=next&referenceId=${from + 20}` : null,
			);
		};
		expect((await walk(odd, { endpoint: slim }, { pageSize: 20 })).ids).toEqual(idsOf(rows(50)));
	});
});

describe('A service that is stuck', () => {
	const message = 'The service sends the same page again and again';

	test.each<[string, Service]>([
		['names ever new cursors', (_, count) => wrapped(slim, rows(50), `direction=next&referenceId=${count}`)],
		['names one cursor', () => wrapped(slim, rows(50), 'direction=next&referenceId=50')],
		[
			'refuses every other question',
			({ query }) =>
				query.referenceName === undefined ? wrapped(slim, rows(50), 'referenceId=50') : { status: 400, body: {} },
		],
	])('with full pages is an error that says how many records were read: it %s', async (_, stuck) => {
		await expect(walk(stuck, { endpoint: slim }, { pageSize: 50 })).rejects.toMatchObject({
			message,
			description: expect.stringContaining('50 records had been read before.'),
		});
	});

	test('is one on a path of the user’s own as well', async () => {
		const call = customCall({ method: 'GET', path: '/own' });
		const stuck: Service = (_, count) => ({ body: { data: rows(50), nextPageParameter: `referenceId=${count}` } });
		await expect(walk(stuck, call)).rejects.toMatchObject({ message });
	});
});
