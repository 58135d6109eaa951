// How a sweep over the licences of all guards is spread over polls, and what holds it up.
import { describe, expect, test } from '@jest/globals';
import { reportedLevels } from '../../../nodes/WorkforceOperations/watch/licences/detect.ts';
import { DAY, expiring, keys, reported, useLicences } from '../support/watchLicences.mts';
import { HOUR, MINUTE, useWatchWorld } from '../support/watchWorld.mts';

// The tests themselves read what their writes are answered.
const world = useWatchWorld(1, { writes: 'records' });
const { api, guardIds, setLicence, inDays, licenceRequests, slowHost } = useLicences(world);

test('who joins during a sweep is in the next one', async () => {
	const n8n = await slowHost();
	await world.requests();
	await n8n.activate(expiring());
	const before = await licenceRequests();
	expect(before.length).toBeGreaterThan(0);
	expect(before.length).toBeLessThanOrEqual(20);
	const employees = [{ firstName: 'Mere', lastName: 'Parata', email: 'mere@example.com' }];
	const [made] = await api<Array<{ id: number }>>('POST', '/api/external/staffs', { employees });
	const mere = made?.id ?? 0;
	const id = await setLicence(mere, 'MERE', await inDays(3));
	await world.requests();
	await world.polls(n8n, 10, MINUTE);
	expect(await licenceRequests()).not.toContain(`/api/external/staffs/${mere}/licenses`);
	expect(n8n.log.filter((line) => line.includes('has read'))).toHaveLength(1);
	await world.pass(DAY);
	await world.polls(n8n, 10, MINUTE);
	expect(reported(n8n).map(({ securityLicenseId }) => securityLicenseId)).toContain(id);
});

describe('a sweep', () => {
	test('takes a third of the key’s minute, polls after poll, and says in the log how long it took', async () => {
		const ids = await guardIds();
		const n8n = await slowHost();
		await world.requests();
		await n8n.activate(expiring());
		const counts = [(await licenceRequests()).length];
		while (counts.reduce((sum, count) => sum + count, 0) < ids.length && counts.length < 20) {
			await world.pass(MINUTE + 2000);
			await n8n.tick();
			counts.push((await licenceRequests()).length);
		}
		expect(Math.max(...counts)).toBeLessThanOrEqual(20);
		expect(counts.length).toBeLessThanOrEqual(Math.ceil(ids.length / 20) + 2);
		expect(n8n.log.find((line) => line.includes('has read'))).toMatch(
			new RegExp(
				`has read \\d+ licences for ${ids.length} employees in \\d+ minutes?; the next round begins at \\d\\d:\\d\\d on 2 Jul`,
			),
		);
	});

	test('tries a guard again whose licences can’t be read, then names them in the log, and holds up nobody', async () => {
		const ids = await guardIds();
		const ill = ids[3] ?? 0;
		await world.fault({ path: `/api/external/staffs/${ill}/licenses`, status: 500, times: null });
		const n8n = world.host('memory', 'developer');
		await world.requests();
		await n8n.activate(expiring());
		for (let poll = 0; poll < 3; poll++) await n8n.tick();
		const asked = await licenceRequests();
		expect(new Set(asked).size).toBe(ids.length);
		expect(asked.filter((path) => path.includes(String(ill)))).toHaveLength(2);
		expect(asked.at(-1)).toBe(`/api/external/staffs/${ill}/licenses`);
		expect(n8n.log.filter((line) => line.startsWith('error'))).toEqual([
			`error Workforce Operations: “Watch” could not read licences for employee ${ill}, even on a second try; will try again in the next round`,
		]);
		expect(n8n.log.some((line) => line.includes('has read'))).toBe(true);
		expect(n8n.told).toEqual([]);
	});

	test('goes on past several neighbours that can’t be read, while the service answers everything else', async () => {
		const ids = await guardIds();
		const ill = ids.slice(4, 12);
		await world.fault({ path: `/staffs/(${ill.join('|')})/licenses`, status: 500, times: null });
		const n8n = await world.published('memory', 'developer', expiring());
		for (let poll = 0; poll < 3; poll++) await n8n.tick();
		const [line = ''] = n8n.log.filter((entry) => entry.startsWith('error'));
		for (const id of ill) expect(line).toContain(String(id));
		expect(new Set(await licenceRequests()).size).toBe(ids.length);
	});

	test('passes nobody over when the service is down, tells the outage, and goes on afterwards', async () => {
		const ids = await guardIds();
		const n8n = await slowHost();
		await n8n.activate(expiring());
		await world.fault({ path: '/api/external/staffs', status: 503, times: null });
		await world.polls(n8n, 5, 5 * MINUTE);
		expect(n8n.told).toEqual([expect.stringMatching(/^Every check has failed for \d+ minutes/)]);
		await fetch(`${world.sandbox.url}/_admin/faults`, { method: 'DELETE' });
		await world.polls(n8n, 8, 2 * MINUTE);
		expect(n8n.log.filter((line) => line.startsWith('error'))).toEqual([]);
		expect(n8n.log.find((line) => line.includes('has read'))).toContain(`for ${ids.length} employees`);
	});

	test('over no guards at all ends at once, and the next one is a day later', async () => {
		const n8n = await world.published('memory', 'developer', expiring({ filters: { searchText: 'Nobody Whosoever' } }));
		expect(reported(n8n)).toEqual([]);
		expect(n8n.log.some((line) => line.includes('has read 0 licences for 0 employees'))).toBe(true);
		await world.requests();
		await world.pass(HOUR);
		await n8n.tick();
		expect(await world.requests()).toEqual([]);
	});

	test('of a key that may not read any licences fails the publishing', async () => {
		await world.fault({ path: '/staffs/\\d+/licenses', status: 403, times: null });
		await expect(world.host('memory', 'developer').activate(expiring())).rejects.toThrow(
			/API key has no access to this/,
		);
	});

	test('remembers no names', async () => {
		const n8n = await world.published('memory', 'developer', expiring());
		const text = JSON.stringify(n8n.database);
		expect(reported(n8n).length).toBeGreaterThan(0);
		for (const { firstName, licenseNumber } of reported(n8n)) {
			expect(text).not.toContain(String(firstName));
			expect(text).not.toContain(String(licenseNumber));
		}
		expect(reportedLevels.unpack((n8n.database as never)['node:Watch']?.['watch']?.['engine']?.['told'])?.size).toBe(
			reported(n8n).length,
		);
	});
});

test('a finding whose guard can’t be read any more after a restart holds up nobody, and is told when he can be', async () => {
	const [ill = 0, well = 0] = await guardIds();
	const n8n = world.host('memory', 'developer');
	await setLicence(ill, 'ILL', await inDays(5));
	await setLicence(well, 'WELL', await inDays(5));
	n8n.outcome = () => undefined;
	await n8n.activate(expiring());
	const lost = keys(reported(n8n));
	n8n.outcome = () => 'success';
	await world.fault({ path: `/staffs/${ill}/licenses`, status: 500, times: null });
	const before = n8n.runs.length;
	await n8n.restart();
	await world.polls(n8n, 12, MINUTE);
	const again = (): string[] => n8n.runs.slice(before).flatMap(({ items }) => keys(items));
	expect(n8n.told).toEqual([]);
	expect(again().length).toBeGreaterThan(0);
	expect(again().length).toBeLessThan(lost.length);
	await fetch(`${world.sandbox.url}/_admin/faults`, { method: 'DELETE' });
	await world.polls(n8n, 8, 10 * MINUTE);
	expect(new Set(again())).toEqual(new Set(lost));
});

test('other filters begin another sweep, which reads nobody whom they leave out', async () => {
	const n8n = await slowHost();
	await n8n.activate(expiring());
	await world.requests();
	await world.pass(2 * MINUTE);
	await n8n.activate(expiring({ filters: { searchText: 'Nobody Whosoever' } }), 'update');
	await n8n.tick();
	expect(await licenceRequests()).toEqual([]);
});
