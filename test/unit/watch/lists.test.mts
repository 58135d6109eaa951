import { expect, test } from '@jest/globals';
import { reports } from '../../../nodes/WorkforceOperations/watch/events/changes.ts';
import { changes } from '../../../nodes/WorkforceOperations/watch/look/changes.ts';
import type { Visit } from '../../../nodes/WorkforceOperations/watch/look/types.ts';

test('a record whose id is a number in one list and text in the other is one record, told once', async () => {
	const now = Date.parse('2026-07-01T09:00:00Z');
	const modifiedDate = '2026-07-01T08:59:00Z';
	const list = async (_: string, { isApproved }: { isApproved?: string }) =>
		await Promise.resolve([{ incidentReportId: isApproved === undefined ? 7 : '7', modifiedDate }]);
	const visit = {
		reader: { list, isSpent: false },
		settings: { query: {}, tells: reports.tells, changes: ['approve'], lookBackMs: 3_600_000, timeZone: 'UTC' },
		...{ now, since: now - 600_000, readTo: now, engine: {}, lost: {}, most: 10 },
	} as unknown as Visit;
	const engine = changes(reports);
	const first = await engine.look(visit);
	const second = await engine.look({ ...visit, engine: first.engine });
	expect([first.findings.length, second.findings.length]).toEqual([1, 0]);
});
