// A machine whose clock was ahead when the workflow was published, and has been put right.
import { expect, test } from '@jest/globals';
import type { IDataObject } from 'n8n-workflow';
import { admin } from '../support/admin.mts';
import { watchNode } from '../support/watchHost.mts';
import { HOUR, MINUTE, shiftKey, useWatchWorld } from '../support/watchWorld.mts';

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

test('what is approved later is told', async () => {
	const rows = await admin<IDataObject[]>(world.sandbox, 'GET', '/incidentreports?status=Pending&limit=50');
	const [first, later] = rows.map(({ incidentReportId }) => Number(incidentReportId));
	const approve = async (id = 0): Promise<void> => {
		await world.pass(MINUTE);
		await admin(world.sandbox, 'POST', `/incidentreports/${id}/approve`, {});
	};
	await approve(first);
	const n8n = world.host('memory', 'incidentreport');
	world.ahead(240 * HOUR);
	await n8n.activate(watchNode({ event: 'incidentReport.changed' }));
	world.ahead(-240 * HOUR);
	await n8n.tick();
	await approve(later);
	expect((await n8n.tick()).map(({ incidentReportId }) => incidentReportId)).toEqual([later]);
});

test('an old copy of the state from that time, which another trigger of the workflow writes back, does not count', async () => {
	const n8n = world.host('memory', 'loginaudit');
	const logins = watchNode({ event: 'login.failed' });
	world.ahead(24 * HOUR);
	await n8n.activate(logins);
	const old = structuredClone(n8n.database);
	world.ahead(-24 * HOUR);
	// Watched meanwhile was something else.
	await n8n.activate(watchNode({ event: 'staff.created' }), 'update');
	await n8n.activate(logins, 'update');
	const id = await world.failedLogin('told@example.com');
	expect((await n8n.tick()).map(({ watch }) => watch.key)).toEqual([`login.failed:${id}`]);
	await world.pass(MINUTE);
	n8n.database = old;
	await n8n.activate(logins, 'update');
	expect(await n8n.tick()).toEqual([]);
	expect(n8n.runs).toHaveLength(1);
});

test('what begins before the service can be reached for the first time is told', async () => {
	const shift = await world.runningShift();
	const n8n = world.host('memory');
	const grace = Math.floor(((await world.now()) - Date.parse(shift.startTime)) / MINUTE) + 5;
	const late = { event: 'shift.notClockedIn', startWith: 'new', minutes: grace, filters: { fullName: shift.name } };
	await world.fault({ path: '/api/external', status: 503, times: null });
	world.ahead(24 * HOUR);
	await n8n.activate(watchNode(late));
	world.ahead(-24 * HOUR);
	await world.clock(shift, 'absent');
	await world.pass(10 * MINUTE);
	await admin(world.sandbox, 'DELETE', '/faults');
	expect((await n8n.tick()).map(({ watch }) => watch.key)).toEqual([shiftKey('shift.notClockedIn', shift)]);
});
