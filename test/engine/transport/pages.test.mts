import { beforeAll, describe, expect, test } from '@jest/globals';
import type { IDataObject } from 'n8n-workflow';
import { clearJournal } from '../support/admin.mts';
import { runNode } from '../../../kit/core/engine.mts';
import { type Key, useService } from '../support/service.mts';

// A page size that a person asks for isn't made smaller: the largest here is that of the default variant. So is the end, since
// the requests are counted: where the key is missing, one more has to ask (ends.test.mts).
const service = useService({ largestPage: 'clamped', end: 'null', isApproved: 'all' });

const dates = { period: 'custom', startDate: '2020-01-01T00:00:00Z', endDate: '2035-01-01T00:00:00Z' };

const lists: Array<[Key, string, IDataObject, string]> = [
	['developer', 'customer', {}, 'id'],
	['developer', 'site', {}, 'id'],
	['developer', 'staff', {}, 'id'],
	['timesheet', 'timesheet', dates, 'timesheetId'],
	['incidentreport', 'incidentReport', { filters: { isApproved: true } }, 'incidentReportId'],
	['liveops', 'liveOperation', { filters: dates }, 'shiftId'],
	['incidentreport', 'formTemplate', {}, 'formTemplateId'],
	['loginaudit', 'loginAudit', {}, 'id'],
];

describe.each(lists)('%s: %s', (key, resource, more, field) => {
	let all: unknown[];

	const read = async (parameters: IDataObject, advanced: IDataObject = {}) => {
		const { json, error } = await runNode(service.store(key), {
			resource,
			operation: 'getAll',
			simplify: false,
			...more,
			...parameters,
			advanced,
		});
		expect(error).toBeUndefined();
		return json;
	};
	const ids = (records: IDataObject[]): unknown[] => records.map((record) => record[field]);

	beforeAll(async () => {
		all = ids(await read({ returnAll: true }, { pageSize: 500 }));
		expect(new Set(all).size).toBe(all.length);
		expect(all.length).toBeGreaterThan(3);
	});

	test('the same records whatever the size of a page, with as few requests as it takes', async () => {
		for (const pages of [1, 2, 5]) {
			for (const size of [
				Math.floor(all.length / pages),
				Math.ceil(all.length / pages),
				Math.ceil(all.length / pages) + 1,
			].filter((each) => each > 0 && each <= 500)) {
				await clearJournal(service.sandbox);
				expect(ids(await read({ returnAll: true }, { pageSize: size }))).toEqual(all);
				const full = Math.ceil(all.length / size);
				if (resource === 'formTemplate') expect(await service.calls()).toBe(full + 1);
				else if (resource === 'loginAudit') expect(await service.calls()).toBe(Math.floor(all.length / size) + 1);
				else expect(await service.calls()).toBe(full);
			}
		}
	});

	test('a limit takes no page too many', async () => {
		for (const [limit, size] of [
			[1, 100],
			[3, 3],
			[3, 2],
			[all.length, 50],
		] as const) {
			await clearJournal(service.sandbox);
			expect(ids(await read({ limit }, { pageSize: size }))).toEqual(all.slice(0, limit));
			expect(await service.calls()).toBe(Math.ceil(limit / Math.min(size, limit)));
		}
	});

	test('read bit by bit it is the same list', async () => {
		const records: unknown[] = [];
		let startCursor: unknown;
		for (let part = 0; part < 60; part++) {
			const limit = [7, 5, 40][part % 3];
			const read_ = await read(
				{ limit },
				{ pageSize: [3, 4, 30][part % 3], includePageInfo: true, ...(startCursor ? { startCursor } : {}) },
			);
			records.push(...ids(read_.filter((record) => field in record)));
			startCursor = (read_.at(-1)?.pageInfo as IDataObject).nextCursor;
			if (!startCursor) break;
		}
		expect(records).toEqual(all.slice(0, records.length));
		if (!startCursor) expect(records).toEqual(all);
	});
});

test('a list whose cursor comes back ends in words', async () => {
	await service.fault({ path: '/api/external/timesheets', kind: 'repeatCursor', times: 9 });
	const { error } = await runNode(service.store('timesheet'), {
		resource: 'timesheet',
		operation: 'getAll',
		returnAll: true,
		...dates,
		advanced: { pageSize: 50 },
	});
	expect(error?.message).toBe('The service sends the same page again and again');
	expect(error?.description).toContain('100 records had been read before.');
});

test('a refusal on a later page says so too', async () => {
	await service.fault({ path: '/api/external/timesheets', delayMs: 1, times: 2 });
	await service.fault({ path: '/api/external/timesheets', kind: 'statusCode', status: 9, body: 'Too deep' });
	const { error } = await runNode(service.store('timesheet'), {
		resource: 'timesheet',
		operation: 'getAll',
		returnAll: true,
		...dates,
		advanced: { pageSize: 10 },
	});
	expect(error?.message).toMatch(/^Too deep/);
	expect(error?.description).toContain('20 records had been read before.');
});
