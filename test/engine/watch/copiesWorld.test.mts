// The events that keep a copy in step, against the sandbox itself: what they ask, what their items hold, and whose key they use.
import { describe, expect, test } from '@jest/globals';
import type { IDataObject } from 'n8n-workflow';
import { useAlteredLists } from '../support/watchAltered.mts';
import { engines, type Reported, watchNode } from '../support/watchHost.mts';
import { keys as keysOf, useLicences } from '../support/watchLicences.mts';
import { HOUR, MINUTE, useWatchWorld } from '../support/watchWorld.mts';

// The tests themselves read what their writes are answered.
const world = useWatchWorld(1, { writes: 'records' });
const lists = useAlteredLists(world);
const { api, guardIds, setLicence } = useLicences(world);

const words = (items: Reported[]): string[] => items.map(({ id, watch }) => `${String(id)} ${String(watch.change)}`);

const update = async (id: number, fields: IDataObject): Promise<unknown> =>
	await api('PATCH', '/api/external/staffs', { employees: [{ id, ...fields }] });

describe.each(engines)('polls of the %s engine', (engine) => {
	test('a change by the API is told with the record, and a failed run hands over the newest', async () => {
		const [first = 0, second = 0] = await guardIds();
		const n8n = await world.published(engine, 'developer', watchNode({ event: 'staff.changed' }));
		await update(first, { mobile: '+61 400 000 001' });
		await world.pass(MINUTE);
		n8n.outcome = () => 'error';
		const [item] = await n8n.tick();
		expect(item).toMatchObject({
			id: first,
			mobile: '+61 400 000 001',
			watch: {
				event: 'staff.changed',
				change: 'updated',
				active: true,
				reason: expect.stringMatching(/^The record of .+ was changed$/),
			},
		});
		await update(first, { mobile: '+61 400 000 002' });
		await update(second, { mobile: '+61 400 000 003' });
		await world.pass(MINUTE);
		n8n.outcome = () => 'success';
		const next = await n8n.tick();
		expect(next.map(({ id, mobile }) => [id, mobile])).toEqual([
			[first, '+61 400 000 002'],
			[second, '+61 400 000 003'],
		]);
		await world.pass(HOUR);
		expect(await n8n.tick()).toEqual([]);
	});

	test('a record whose run goes on waits for its end', async () => {
		const [first = 0] = await guardIds();
		const n8n = await world.published(engine, 'developer', watchNode({ event: 'staff.changed' }));
		n8n.outcome = () => undefined;
		await update(first, { mobile: '1' });
		await world.pass(MINUTE);
		expect(await n8n.tick()).toHaveLength(1);
		await update(first, { mobile: '2' });
		await world.pass(MINUTE);
		expect(await n8n.tick()).toEqual([]);
		n8n.runs[0]?.end('success');
		await world.pass(MINUTE);
		expect((await n8n.tick()).map(({ mobile }) => mobile)).toEqual(['2']);
	});

	test('what is held stays so over a restart, until a person publishes again', async () => {
		const records = Array.from({ length: 50 }, (_, index) => ({ id: 100 + index, name: `Customer ${index}` }));
		const left = records.slice(25);
		const both = (all: object[]) => (_records: unknown, _path: string, query: URLSearchParams) =>
			query.get('isActive') === 'false' ? [] : (structuredClone(all) as IDataObject[]);
		lists.records = both(records);
		const n8n = lists.host(engine, 'developer');
		const node = watchNode({ event: 'customer.changed', changeKinds: ['updated', 'gone'] });
		await n8n.activate(node);
		lists.records = both(left);
		const told: Reported[] = [];
		const look = async (times: number): Promise<void> => {
			for (let poll = 0; poll < times; poll++) {
				await world.pass(MINUTE);
				told.push(...(await n8n.tick()));
			}
		};
		await look(3);
		expect(words(told)).toEqual(['undefined held']);
		await n8n.restart();
		await look(2);
		expect(told.filter(({ watch }) => watch.redelivered !== true)).toHaveLength(1);
		const before = n8n.runs.length;
		await n8n.activate(node, 'update');
		await look(1);
		const items = n8n.runs
			.slice(before)
			.flatMap(({ items: all }) => all)
			.filter(({ watch }) => watch.change !== 'held');
		expect(words(items)).toEqual(records.slice(0, 25).map(({ id }) => `${id} gone`));
		expect(Object.keys(items[0]!)).toEqual(['id', 'watch']);
	});

	test('“Everything” comes once, and not again after a restart', async () => {
		const n8n = world.host(engine, 'developer');
		await n8n.activate(watchNode({ event: 'site.changed', startWith: 'everything', options: { maxItems: 100 } }));
		await world.polls(n8n, 6, MINUTE);
		const all = n8n.runs.flatMap(({ items }) => items);
		const ids = all.map(({ id }) => Number(id));
		expect(ids).toEqual([...new Set(ids)].sort((one, other) => one - other));
		expect(ids.length).toBeGreaterThan(3);
		expect(new Set(all.map(({ watch }) => watch.change))).toEqual(new Set(['created']));
		await n8n.restart();
		await world.pass(MINUTE);
		const again = await n8n.tick();
		expect(again.filter(({ watch }) => watch.redelivered !== true)).toEqual([]);
	});
});

describe('requests', () => {
	test.each([
		['staff.changed', '/api/external/staffs', 600, 400, 3],
		['customer.changed', '/api/external/customers', 40, 0, 2],
		['site.changed', '/api/external/sites', 300, 0, 2],
	])('a round of %s takes as many as its two halves have pages', async (event, _path, active, inactive, expected) => {
		let asked = 0;
		const half = (count: number, begin: number) =>
			Array.from({ length: count }, (_, index) => ({ id: begin + index, name: 'x' }));
		const n8n = world.host('memory', 'developer');
		const { store } = n8n;
		const { startAltered } = await import('../support/alteredPayload.mts');
		const altered = await startAltered(world.sandbox.url, (path, _status, _body, query) => {
			if (!path.startsWith('/api/external/') || path.includes('token')) return undefined;
			asked++;
			const all = query.get('isActive') === 'false' ? half(inactive, 5000) : half(active, 1);
			const from = all.filter(({ id }) => id > Number(query.get('referenceId') ?? 0));
			const limit = Number(query.get('limit') ?? 20);
			const page = from.slice(0, limit);
			const next = from.length > limit ? `direction=next&referenceId=${page.at(-1)!.id}` : null;
			return { status: 200, body: { status: { code: 0 }, data: page, nextPageParameter: next, count: page.length } };
		});
		store.data.baseUrl = altered.url;
		await n8n.activate(watchNode({ event }));
		asked = 0;
		await world.pass(MINUTE);
		await n8n.tick();
		await altered.close();
		expect(asked).toBe(expected);
	});
});

describe('claims', () => {
	test('a key that is limited to fewer customers ends nothing at first, and is told as one item', async () => {
		const n8n = world.host('memory', 'developer');
		const node = watchNode({ event: 'site.changed', changeKinds: ['created', 'updated', 'gone'] });
		await n8n.activate(node);
		await world.pass(MINUTE);
		await n8n.tick();
		n8n.store.data.apiKey = world.sandbox.keys.scoped;
		const told: Reported[][] = [];
		for (let round = 0; round < 4; round++) {
			await world.pass(MINUTE);
			told.push(await n8n.tick());
		}
		expect(told[0]).toEqual([]);
		expect(words(told.flat())).toEqual(['undefined held']);
		n8n.store.data.apiKey = world.sandbox.keys.developer;
		await world.pass(MINUTE);
		expect((await n8n.tick()).filter(({ watch }) => !['created', 'held'].includes(String(watch.change)))).toEqual([]);
	});
});

describe('licences', () => {
	test('what is created comes as it is read, what is changed at the end of the round, and who left takes nothing along', async () => {
		const guards = (await guardIds()).slice(0, 3);
		const [one = 0, two = 0, three = 0] = guards;
		const present = new Set(guards);
		lists.records = (records, path) =>
			path.endsWith('/staffs') ? records.filter(({ id }) => present.has(Number(id))) : undefined;
		const n8n = lists.host('memory', 'developer');
		await n8n.activate(
			watchNode({ event: 'licence.changed', changeKinds: ['created', 'updated', 'gone'], options: { sweepHours: 1 } }),
		);
		const number = await setLicence(one, 'NEW-1', '2027-01-01T00:00:00Z');
		await world.pass(HOUR + MINUTE);
		expect(keysOf(await n8n.tick())).toEqual([expect.stringContaining(`:${one}.${number}:created:`)]);
		await setLicence(one, 'NEW-1', '2027-02-01T00:00:00Z', number);
		present.delete(two);
		await world.pass(HOUR + MINUTE);
		const [changed, ...more] = await n8n.tick();
		expect(more).toEqual([]);
		expect(changed).toMatchObject({
			employeeId: one,
			securityLicenseId: number,
			watch: { change: 'updated', active: null, reason: expect.stringMatching(/^.+’s licence NEW-1.* was changed$/) },
		});
		for (let round = 0; round < 3; round++) {
			await world.pass(HOUR + MINUTE);
			expect(await n8n.tick()).toEqual([]);
		}
		// Its own guard's list lacks it, twice.
		lists.records = (records, path) =>
			path.endsWith('/staffs')
				? records.filter(({ id }) => present.has(Number(id)))
				: path.includes(`/${one}/`)
					? records.filter(({ licenseNumber }) => licenseNumber !== 'NEW-1')
					: path.includes(`/${three}/`)
						? records
						: undefined;
		await world.pass(HOUR + MINUTE);
		expect(await n8n.tick()).toEqual([]);
		await world.pass(HOUR + MINUTE);
		const [gone] = await n8n.tick();
		expect(gone).toMatchObject({ employeeId: one, securityLicenseId: number, watch: { change: 'gone' } });
		expect(Object.keys(gone!).sort()).toEqual(['employeeId', 'securityLicenseId', 'watch']);
	});
});

test('licences that are compared by other fields from now on were changed by nobody, in whichever poll they are read', async () => {
	const guards = (await guardIds()).slice(0, 3);
	lists.records = (records, path) =>
		path.endsWith('/staffs') ? records.filter(({ id }) => guards.includes(Number(id))) : undefined;
	const n8n = lists.host('memory', 'developer');
	const form = { event: 'licence.changed', options: { sweepHours: 1 } };
	const [one = 0] = guards;
	const number = await setLicence(one, 'NEW-2', '2027-01-01T00:00:00Z');
	await n8n.activate(watchNode(form));
	await world.pass(HOUR + MINUTE);
	expect(await n8n.tick()).toEqual([]);
	// No round begins in this poll.
	await n8n.activate(watchNode({ ...form, watchFields: 'expiryDate' }), 'update');
	for (let round = 0; round < 3; round++) {
		await world.pass(HOUR + MINUTE);
		expect(await n8n.tick()).toEqual([]);
	}
	await setLicence(one, 'NEW-2', '2027-02-01T00:00:00Z', number);
	await world.pass(HOUR + MINUTE);
	expect((await n8n.tick()).map(({ securityLicenseId }) => securityLicenseId)).toEqual([number]);
});

test.each([['staff.changed'], ['customer.changed'], ['site.changed'], ['licence.changed']])(
	'Fetch Test Event of %s shows what “Everything” would hand over first, or says that it is known',
	async (event) => {
		const n8n = world.host('memory', 'developer');
		const all = await n8n.fetchTestEvent(watchNode({ event, startWith: 'everything' }));
		expect(all.length).toBeGreaterThan(0);
		for (const { watch } of all)
			expect(watch).toMatchObject({ change: 'created', reason: expect.stringMatching(/ is on the \w+ list$/) });
		const known = await n8n.fetchTestEvent(watchNode({ event }));
		expect(known.map(({ watch }) => watch.key)).toEqual(all.map(({ watch }) => watch.key));
		expect(known[0]?.watch).toMatchObject({
			wouldTrigger: false,
			reason: expect.stringMatching(/ is on the \w+ list\. This wouldn’t start the workflow: .* this case isn’t new$/),
		});
	},
);
