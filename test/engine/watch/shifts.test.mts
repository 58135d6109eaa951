import { describe, expect, test } from '@jest/globals';
import { admin } from '../support/admin.mts';
import { engines, watchNode, type Reported } from '../support/watchHost.mts';
import { HOUR, type LiveShift, MINUTE, shiftKey, useWatchWorld } from '../support/watchWorld.mts';

const world = useWatchWorld(1, { largestPage: 'clamped' });

const of = ({ name }: LiveShift, event: string, more: object = {}) =>
	watchNode({ event, filters: { fullName: name }, ...more });
const everyHour = { options: { repeatEveryMinutes: 60 } };
const post = ({ shiftId }: LiveShift, what: string, body: object = {}): Promise<unknown> =>
	admin(world.sandbox, 'POST', `/live/${shiftId}/${what}`, body);

/** A shift that starts in four hours or more. */
async function comingShift(): Promise<LiveShift> {
	const now = await world.now();
	const shift = (await world.shifts()).find(({ startTime }) => Date.parse(startTime) > now + 4 * HOUR);
	if (shift === undefined) throw new Error('no shift is to come');
	return shift;
}

const keys = (items: Reported[]): string[] => items.map(({ watch }) => watch.key);

describe.each(engines)('with polls of the %s engine', (engine) => {
	test('a guard who has not clocked in is told once, in a sentence with the site’s own time', async () => {
		const shift = await world.runningShift();
		const n8n = await world.published(engine, 'liveops', of(shift, 'shift.notClockedIn'));
		expect(n8n.runs).toHaveLength(0);
		await world.clock(shift, 'absent');
		const [item, ...others] = await n8n.tick();
		expect(others).toEqual([]);
		expect(item).toMatchObject({
			name: shift.name,
			watch: { event: 'shift.notClockedIn', key: shiftKey('shift.notClockedIn', shift) },
		});
		const late = Math.floor(((await world.now()) - Date.parse(shift.startTime)) / MINUTE);
		expect(Math.abs(Number(item?.watch.minutesLate) - late)).toBeLessThan(2);
		const local = /T(\d\d:\d\d)/.exec(String(shift.startTimeTZ))?.[1];
		expect(item?.watch.reason).toMatch(
			new RegExp(`^${shift.name} has not clocked in at .+, \\d.* after the ${local} start$`),
		);
		expect(await n8n.tick()).toEqual([]);
		expect(n8n.told).toEqual([]);
	});

	test('clocking in and out are told, each once, with how late it was', async () => {
		const shift = await world.runningShift();
		await world.clock(shift, 'absent');
		const [comes, goes] = [world.host(engine), world.host(engine)];
		goes.workflowId = 'workflow-2';
		await comes.activate(of(shift, 'shift.clockedIn', { startWith: 'new' }));
		await goes.activate(of(shift, 'shift.clockedOut', { startWith: 'new' }));
		await world.clock(shift, 'clockin');
		expect(await goes.tick()).toEqual([]);
		const [came] = await comes.tick();
		expect(came?.watch.reason).toMatch(/ clocked in at .+ late$/);
		await world.clock(shift, 'clockout');
		expect((await goes.tick())[0]?.watch.reason).toMatch(/ clocked out at .+ early$/);
		expect(await comes.tick()).toEqual([]);
	});

	test('a shift that its guard rejects is told once, again when it repeats, and is over when somebody has it', async () => {
		const shift = await comingShift();
		const n8n = world.host(engine);
		await n8n.activate(watchNode({ event: 'shift.unfilled', filters: { siteName: shift.siteName }, ...everyHour }));
		const told = async (): Promise<Reported[]> => (await n8n.tick()).filter(({ shiftId }) => shiftId === shift.shiftId);
		expect(n8n.runs.flatMap(({ items }) => items).filter(({ shiftId }) => shiftId === shift.shiftId)).toEqual([]);
		await post(shift, 'reject');
		const [item, ...others] = await told();
		expect(others).toEqual([]);
		expect(item?.watch).toMatchObject({ event: 'shift.unfilled', key: shiftKey('shift.unfilled', shift) });
		expect(item?.watch.reason).toMatch(
			new RegExp(
				`^Nobody is on the shift at ${String(shift.siteName)} on \\w{3} \\d.+: ${shift.name} has rejected it$`,
			),
		);
		expect(await told()).toEqual([]);
		await world.pass(61 * MINUTE);
		expect(await told()).toHaveLength(1);
		await post(shift, 'take', { employeeId: 3001 });
		await world.pass(61 * MINUTE);
		expect(await told()).toEqual([]);
		// Whoever has it rejects it as well.
		await post(shift, 'reject');
		expect(await told()).toHaveLength(1);
		await post(shift, 'take', { employeeId: 3001 });
		expect(await told()).toEqual([]);
		await post(shift, 'vacate');
		expect((await told())[0]?.watch.reason).toMatch(/: no guard is assigned$/);
	});

	test('an unanswered welfare check is told, and an answered one isn’t', async () => {
		const shift = await world.runningShift();
		const n8n = await world.published(engine, 'liveops', of(shift, 'welfareCheck.unanswered', { startWith: 'new' }));
		const before = n8n.runs.length;
		const send = async (): Promise<number> => {
			const response = await fetch(`${world.sandbox.url}/_admin/live/${shift.shiftId}/welfarecheck`, {
				method: 'POST',
			});
			const { welfareCheckNotifResponses: checks } = (await response.json()) as {
				welfareCheckNotifResponses: Array<{ welfareCheckId: number }>;
			};
			return Math.max(...checks.map(({ welfareCheckId }) => welfareCheckId));
		};
		const [answered, silent] = [await send(), await send()];
		await fetch(`${world.sandbox.url}/_admin/live/welfarechecks/${answered}/answer`, { method: 'POST' });
		await world.pass(5 * MINUTE);
		expect(await n8n.tick()).toEqual([]);
		await world.pass(6 * MINUTE);
		expect(keys(await n8n.tick())).toEqual([
			expect.stringMatching(new RegExp(`^welfareCheck\\.unanswered:${silent}\\.${shift.shiftId}\\.\\w+~`)),
		]);
		expect(n8n.runs).toHaveLength(before + 1);
	});
});

test('a shift of 36 hours is found as not clocked out', async () => {
	const shift = await world.runningShift();
	const n8n = world.host('memory');
	const start = Date.parse(shift.startTime);
	// The guard who clocked in stays on, and the sandbox plans the end of the shift anew only by hand.
	await world.clock(shift, 'clockin');
	await world.pass(start + 36 * HOUR - (await world.now()));
	await n8n.activate(of(shift, 'shift.notClockedOut'));
	expect(n8n.runs.flatMap(({ items }) => keys(items))).toContainEqual(shiftKey('shift.notClockedOut', shift));
});

test('one poll of a quiet company costs one request, for 500 shifts at once', async () => {
	const n8n = await world.published('memory', 'liveops', of(await world.runningShift(), 'shift.notClockedIn'));
	await world.requests();
	await n8n.tick();
	const asked = await world.requests();
	expect(asked.map(({ path }) => path)).toEqual(['/api/external/liveops']);
	expect(new URLSearchParams(String(asked[0]?.query)).get('limit')).toBe('500');
});

test('everything else of n8n’s static data is left alone', async () => {
	const n8n = world.host('memory');
	n8n.database = { global: { theirs: 1 }, 'node:Other': { registration: 'x' } };
	const shift = await world.runningShift();
	await world.clock(shift, 'absent');
	await n8n.activate(of(shift, 'shift.notClockedIn'));
	expect(n8n.database).toMatchObject({ global: { theirs: 1 }, 'node:Other': { registration: 'x' } });
});
