import { expect, test } from '@jest/globals';
import { reports } from '../../../nodes/WorkforceOperations/watch/events/changes.ts';
import { changes } from '../../../nodes/WorkforceOperations/watch/look/changes.ts';
import { fakeVisit, NOW } from './fakeVisit.mts';

test('a record whose id is a number in one list and text in the other is one record, told once', async () => {
	const modifiedDate = '2026-07-01T08:59:00Z';
	const { visit } = fakeVisit(
		({ query }) => [{ incidentReportId: query.isApproved === undefined ? 7 : '7', modifiedDate }],
		{ readTo: NOW, settings: { tells: reports.tells } },
	);
	const engine = changes(reports);
	const first = await engine.look(visit);
	const second = await engine.look({ ...visit, engine: first.engine });
	expect([first.findings.length, second.findings.length]).toEqual([1, 0]);
});
