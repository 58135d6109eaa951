// Licences that run out or are invalid: against the sandbox, with its company of about forty guards.
import { describe, expect, test } from '@jest/globals';
import type { IDataObject } from 'n8n-workflow';
import { engines, type Reported } from '../support/watchHost.mts';
import { DAY, expiring, invalid, keys, reported, useLicences } from '../support/watchLicences.mts';
import { HOUR, MINUTE, useWatchWorld } from '../support/watchWorld.mts';

// The tests themselves read what their writes are answered.
const world = useWatchWorld(1, { writes: 'records' });
const { api, guardIds, setLicence, inDays, licenceRequests } = useLicences(world);

describe.each(engines)('licences that run out, with polls of the %s engine', (engine) => {
	test('are told once each with the lowest threshold reached, after one request for each guard', async () => {
		const ids = await guardIds();
		const two = await setLicence(ids[0] ?? 0, 'X2', await inDays(2));
		const n8n = world.host(engine, 'developer');
		await world.requests();
		await n8n.activate(expiring());
		for (let poll = 0; poll < 3; poll++) await n8n.tick();
		expect((await licenceRequests()).sort()).toEqual(ids.map((id) => `/api/external/staffs/${id}/licenses`).sort());
		const items = reported(n8n);
		const day = (await inDays(2)).slice(0, 10);
		const item = items.find(({ watch }) => watch.key === `licence.expiring:${ids[0] ?? 0}.${two}:${day}:7`);
		expect(item).toMatchObject({
			securityLicenseId: two,
			watch: { state: 'expiring', daysLeft: 2, threshold: 7, sweepGuards: ids.length },
		});
		expect(item?.watch.reason).toMatch(/^.+’s licence X2.* expires in 2 days, on 3 Jul 2026$/);
		expect(items.some(({ watch }) => watch.state === 'expired' && watch.daysLeft === -4)).toBe(true);
		expect(new Set(keys(items)).size).toBe(items.length);
		expect(items.filter(({ watch }) => !(Number(watch.threshold) >= Number(watch.daysLeft)))).toEqual([]);
		await world.pass(23 * HOUR);
		expect(await n8n.tick()).toEqual([]);
		expect(await licenceRequests()).toEqual([]);
	});

	test('are told again at the next threshold, by the next sweep, and not before Hours Between Rounds says', async () => {
		const [guard = 0] = await guardIds();
		const id = await setLicence(guard, 'X9', await inDays(9));
		const n8n = await world.published(engine, 'developer', expiring());
		await n8n.tick();
		const own = (items: Reported[]): unknown[] =>
			items.filter(({ securityLicenseId }) => securityLicenseId === id).map(({ watch }) => watch.threshold);
		expect(own(reported(n8n))).toEqual([14]);
		await world.pass(2 * DAY);
		const later = await n8n.tick();
		expect(own(later)).toEqual([7]);
		expect(later[0]?.watch).toMatchObject({ sweepMinutes: expect.any(Number), sweepEndedAt: expect.any(String) });
		await world.pass(7 * DAY);
		expect(own(await n8n.tick())).toEqual([0]);
		await setLicence(guard, 'X9', await inDays(20), id);
		await world.pass(DAY);
		expect(own(await n8n.tick())).toEqual([30]);
	});

	test('a restart goes on where n8n has saved it, and loses and doubles nothing', async () => {
		const n8n = world.host(engine, 'developer');
		n8n.outcome = () => 'success';
		await n8n.activate(expiring({ options: { maxItems: 3 } }));
		await n8n.tick();
		await n8n.restart();
		for (let poll = 0; poll < 30; poll++) await n8n.tick();
		const fresh = reported(n8n).filter(({ watch }) => watch.redelivered !== true);
		expect(new Set(keys(fresh)).size).toBe(fresh.length);
		const other = world.host(engine, 'developer');
		other.workflowId = 'workflow-2';
		await other.activate(expiring());
		for (let poll = 0; poll < 3; poll++) await other.tick();
		expect(keys(fresh).sort()).toEqual(keys(reported(other)).sort());
	});

	test('one whose run failed before a restart is read again, and says whether it is still so', async () => {
		const ids = await guardIds();
		const [kept, renewed] = [
			await setLicence(ids[0] ?? 0, 'KEPT', await inDays(5)),
			await setLicence(ids[1] ?? 0, 'NEW', await inDays(5)),
		];
		const n8n = world.host(engine, 'developer');
		n8n.outcome = () => 'error';
		await n8n.activate(expiring());
		await n8n.tick();
		await setLicence(ids[1] ?? 0, 'NEW', await inDays(500), renewed);
		await n8n.restart();
		n8n.outcome = () => 'success';
		await world.pass(5 * MINUTE);
		for (let poll = 0; poll < 5; poll++) await n8n.tick();
		const again = reported(n8n).filter(({ watch }) => watch.redelivered === true);
		const stillSo = (id: number): unknown =>
			again.find(({ securityLicenseId }) => securityLicenseId === id)?.watch.stillSo;
		expect({ kept: stillSo(kept), renewed: stillSo(renewed) }).toEqual({ kept: true, renewed: false });
	});

	test('invalid ones are told once for each state', async () => {
		const [guard = 0] = await guardIds();
		const id = await setLicence(guard, 'BAD', await inDays(-3));
		const n8n = await world.published(engine, 'developer', invalid());
		await n8n.tick();
		const own = (items: Reported[]): Reported[] => items.filter(({ securityLicenseId }) => securityLicenseId === id);
		const [item, ...others] = own(reported(n8n));
		expect(others).toEqual([]);
		expect(item?.watch).toMatchObject({ key: `licence.invalid:${guard}.${id}:expired`, daysLeft: -3 });
		await world.pass(DAY);
		expect(await n8n.tick()).toEqual([]);
		await setLicence(guard, 'BAD', await inDays(600), id);
		await world.pass(DAY);
		expect(own(await n8n.tick())).toEqual([]);
		await setLicence(guard, 'BAD', await inDays(-1), id);
		await world.pass(DAY);
		expect(own(await n8n.tick())).toHaveLength(1);
	});
});

test('with “new” what was reached before the publishing is not told, and the next threshold is', async () => {
	const [guard = 0] = await guardIds();
	const id = await setLicence(guard, 'X9', await inDays(9));
	const n8n = await world.published('memory', 'developer', expiring({ startWith: 'new' }));
	await n8n.tick();
	expect(reported(n8n)).toEqual([]);
	await world.pass(2 * DAY);
	expect((await n8n.tick()).map(({ securityLicenseId }) => securityLicenseId)).toContain(id);
});

test('one whose guard can’t be read after a restart is looked for again for a day, and then goes to the log', async () => {
	const [id = 0] = await guardIds();
	await setLicence(id, 'KEPT', await inDays(5));
	const n8n = world.host('durable', 'developer');
	n8n.outcome = () => undefined;
	await n8n.activate(expiring());
	await n8n.tick();
	await n8n.restart();
	n8n.outcome = () => 'success';
	await world.fault({ path: `/staffs/${id}/licenses`, status: 400, times: null });
	const givenUp = (): string[] => n8n.log.filter((line) => line.includes(`no longer returns ${id}.`));
	await n8n.tick();
	expect(givenUp()).toEqual([]);
	await world.polls(n8n, 60, HOUR);
	expect(givenUp()).toEqual([expect.stringContaining('the record could not be read')]);
});

test('thresholds of one’s own are those that count', async () => {
	const [guard = 0] = await guardIds();
	const id = await setLicence(guard, 'X5', await inDays(5));
	const n8n = await world.published('memory', 'developer', expiring({ daysBefore: '5;100' }));
	expect(reported(n8n).find(({ securityLicenseId }) => securityLicenseId === id)?.watch.threshold).toBe(5);
});

describe('“Fetch Test Event”', () => {
	test('shows licences of the first guards, and says which it did not look at', async () => {
		const n8n = world.host('memory', 'developer');
		await world.requests();
		const items = await n8n.fetchTestEvent(expiring({ daysBefore: '3000' }));
		expect(items.length).toBeGreaterThan(0);
		expect(items.length).toBeLessThanOrEqual(5);
		expect(items[0]?.watch).toMatchObject({ event: 'licence.expiring', threshold: 3000 });
		expect((await world.requests()).length).toBeLessThanOrEqual(15);
		const none = await n8n.fetchTestEvent(invalid({ filters: { searchText: 'Nobody Whosoever' } }));
		expect(none).toEqual([{ watch: expect.objectContaining({ wouldTrigger: false }) }]);
	});

	test('where nothing runs out, shows the nearest one and why it starts nothing', async () => {
		const [guard = 0] = await guardIds();
		const [employee] = (
			await api<Array<{ id: number; email: string }>>('GET', '/api/external/staffs?limit=200')
		).filter(({ id }) => id === guard);
		for (const { securityLicenseId, licenseNumber } of await api<IDataObject[]>(
			'GET',
			`/api/external/staffs/${guard}/licenses`,
		))
			await setLicence(guard, String(licenseNumber), await inDays(90), Number(securityLicenseId));
		const node = expiring({ filters: { searchText: employee?.email } });
		const [item, ...others] = await world.host('memory', 'developer').fetchTestEvent(node);
		expect(others).toEqual([]);
		expect(item?.watch).toMatchObject({ wouldTrigger: false, daysLeft: 90 });
		expect(item?.watch.reason).toMatch(/expires in 90 days/);
	});

	describe.each([500, 404, 403, 503])('where guards are answered with %i', (status) => {
		const looked = '3000, 0';

		test('goes on with the others, and says how many could not be read and why', async () => {
			const [first = 0, second = 0, ...others] = await guardIds();
			await setLicence(others[0] ?? 0, 'SEEN', await inDays(1));
			await world.fault({ path: `/staffs/(${first}|${second})/licenses`, status, times: null });
			const n8n = world.host('memory', 'developer');
			await world.requests();
			const items = await n8n.fetchTestEvent(expiring({ daysBefore: looked }));
			expect(items.length).toBeGreaterThan(0);
			for (const { watch } of items)
				expect(watch.reason).toMatch(
					/; this test event checked 12 of \d+ employees, and the licences of 2 of them could not be read: \S/,
				);
			expect((await world.requests()).length).toBeLessThanOrEqual(20);
		});

		test('all of them, it is an error', async () => {
			await world.fault({ path: '/staffs/\\d+/licenses', status, times: null });
			const n8n = world.host('memory', 'developer');
			await world.requests();
			await expect(n8n.fetchTestEvent(expiring({ daysBefore: looked }))).rejects.toThrow(/\S/);
			expect((await world.requests()).length).toBeLessThanOrEqual(20);
		});
	});

	test('says of how many guards it had time for', async () => {
		const n8n = world.host('memory', 'developer');
		n8n.onRequest = () => world.wait(10_000);
		const [item] = await n8n.fetchTestEvent(invalid());
		expect(item?.watch.reason).toMatch(/this test event checked [12] of \d+ employees/);
	});
});
