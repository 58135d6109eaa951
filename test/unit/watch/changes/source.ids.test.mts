import { expect, test } from '@jest/globals';
import { reportKind } from '../../../../nodes/WorkforceOperations/watch/changes/rules.ts';
import { changeSource } from '../../../../nodes/WorkforceOperations/watch/changes/source.ts';
import { fakeVisit, NOW } from '../fakeVisit.mts';

test('a record whose id is a number in one list and text in the other is one record, told once', async () => {
	const modifiedDate = '2026-07-01T08:59:00Z';
	const { visit } = fakeVisit(
		({ query }) => [{ incidentReportId: query.isApproved === undefined ? 7 : '7', modifiedDate }],
		{ readTo: NOW, settings: { signals: reportKind.signals } },
	);
	const engine = changeSource(reportKind);
	const first = await engine.detect(visit);
	const second = await engine.detect({ ...visit, engine: first.engine });
	expect([first.findings.length, second.findings.length]).toEqual([1, 0]);
});
