// A machine whose clock was ahead when the workflow was published, and has been put right.
import { expect, test } from '@jest/globals';
import type { IDataObject } from 'n8n-workflow';
import { admin } from '../support/admin.mts';
import { watchNode } from '../support/watchHost.mts';
import { HOUR, MINUTE, useWatchWorld } from '../support/watchWorld.mts';

const world = useWatchWorld(60);

test('no failed login is lost', async () => {
	const n8n = world.host('memory', 'loginaudit');
	world.ahead(24 * HOUR);
	await n8n.activate(watchNode({ event: 'login.failed' }));
	world.ahead(-24 * HOUR);
	await world.pass(MINUTE);
	const id = await world.failedLogin('late@example.com');
	const items = await n8n.tick();
	expect(items.map(({ watch }) => watch.key)).toContain(`login.failed:${id}`);
});

test('a later approval of what had been approved is told', async () => {
	const rows = await admin<IDataObject[]>(world.sandbox, 'GET', '/incidentreports?status=Pending&limit=50');
	const id = Number(rows[0]?.incidentReportId);
	const approve = async (): Promise<void> => {
		await world.pass(MINUTE);
		await admin(world.sandbox, 'POST', `/incidentreports/${id}/approve`, {});
	};
	await approve();
	const n8n = world.host('memory', 'incidentreport');
	world.ahead(240 * HOUR);
	await n8n.activate(watchNode({ event: 'incidentReport.changed' }));
	world.ahead(-240 * HOUR);
	await n8n.tick();
	await approve();
	expect((await n8n.tick()).map(({ incidentReportId }) => incidentReportId)).toEqual([id]);
});
