import { expect, test } from '@jest/globals';
import { reportKind } from '../../../../nodes/WorkforceOperations/watch/changes/rules.ts';
import { changeSource } from '../../../../nodes/WorkforceOperations/watch/changes/source.ts';
import { fakePoll, NOW } from '../fakePoll.mts';

test('a record whose id is a number in one list and text in the other is one record, told once', async () => {
	const modifiedDate = '2026-07-01T08:59:00Z';
	const { poll } = fakePoll(
		({ query }) => [{ incidentReportId: query.isApproved === undefined ? 7 : '7', modifiedDate }],
		{ readTo: NOW, settings: { signals: reportKind.signals } },
	);
	const engine = changeSource(reportKind);
	const first = await engine.detect(poll);
	const second = await engine.detect({ ...poll, engine: first.engine });
	expect([first.findings.length, second.findings.length]).toEqual([1, 0]);
});
