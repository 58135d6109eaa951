// From when on a poll reads its list: from the last one that has read it whole.
import { expect, test } from '@jest/globals';
import type { IDataObject } from 'n8n-workflow';
import { admin } from '../support/admin.mts';
import { engines, pageSize, watchNode } from '../support/watchHost.mts';
import { HOUR, MINUTE, useWatchWorld } from '../support/watchWorld.mts';

const world = useWatchWorld(60);

test.each(engines)(
	'is no longer however long ago the publishing was, but for the time of an outage, with polls of the %s engine',
	async (engine) => {
		const n8n = world.host(engine);
		await world.requests();
		/** How many hours back the last poll has read. */
		const back = async (): Promise<number> => {
			const [row] = (await world.requests()).filter(({ status }) => status === 200);
			const start = new URLSearchParams(row?.query).get('startDate');
			return Math.round((((await world.now()) - Date.parse(String(start))) / HOUR) * 10) / 10;
		};
		await n8n.activate(watchNode({ event: 'shift.notClockedIn' }));
		const first = await back();
		const hours: number[] = [];
		for (const pause of [MINUTE, 20 * HOUR, MINUTE, MINUTE]) {
			await world.pass(pause);
			await n8n.tick();
			hours.push((await back()) - first);
		}
		expect(hours.map((more) => Math.abs(Math.round(more)))).toEqual([0, 20, 0, 0]);
	},
);

test.each(engines)(
	'is not shortened by looks that end half-way: what changed in an outage is told when the list is read in parts, with polls of the %s engine',
	async (engine) => {
		const n8n = world.host(engine, 'incidentreport');
		const node = {
			event: 'incidentReport.changed',
			changes: ['approve'],
			options: { lookBackHours: 24 },
			advanced: { additionalQuery: pageSize(1, 'limit') },
		};
		await n8n.activate(watchNode(node));
		await n8n.tick();
		// In the window of the last look, and in none of the 24 hours before the next one.
		const now = await world.now();
		const rows = await admin<IDataObject[]>(world.sandbox, 'GET', '/incidentreports?status=Pending&limit=50');
		const age = ({ submittedDate }: IDataObject): number => (now - Date.parse(String(submittedDate))) / HOUR;
		const id = Number(rows.find((row) => age(row) > 5 && age(row) < 22)?.incidentReportId);
		await world.pass(20 * HOUR);
		await admin(world.sandbox, 'POST', `/incidentreports/${id}/approve`, {});
		n8n.onRequest = () => world.wait(12_000);
		n8n.budgetMs = 36_000;
		for (let polls = 0; polls < 20; polls++) await n8n.tick();
		const told = n8n.runs.flatMap(({ items }) => items.map(({ incidentReportId }) => incidentReportId));
		expect(told).toEqual([id]);
	},
);
