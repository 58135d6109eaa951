// A sweep over 600 guards beside a Return All of 300 pages, with one key, in virtual time: nobody is refused, and the list hardly waits.
import { afterEach, beforeEach, expect, test } from '@jest/globals';
import type { IPollFunctions } from 'n8n-workflow';
import { endpoints } from '../../../../nodes/WorkforceOperations/contract/index.ts';
import { collect } from '../../../../nodes/WorkforceOperations/transport/index.ts';
import { expiring } from '../../../../nodes/WorkforceOperations/watch/licences/rules.ts';
import { hashesOf } from '../../../../nodes/WorkforceOperations/watch/core/keys.ts';
import { type LicenceSettings, licenceSource } from '../../../../nodes/WorkforceOperations/watch/licences/source.ts';
import type { Detection, CommonSettings } from '../../../../nodes/WorkforceOperations/watch/core/source.ts';
import { PollReader } from '../../../../nodes/WorkforceOperations/watch/core/pollReader.ts';
import { type Answer, type Fake, fakeConnection, FakeTime, type Sent } from '../../transport/support.mts';

const MINUTE = 60_000;
const LIMIT = 60;
const GUARDS = 600;
const PAGES = 300;

let time: FakeTime;

beforeEach(() => {
	time = new FakeTime().install();
});
afterEach(() => time.restore());

/** A service that counts each request at the moment of its answer, and refuses the sixty-first of any minute. */
class Counted {
	readonly counted: number[] = [];

	refused = 0;

	readonly pages: number[] = [];

	readonly guards: number[] = [];

	readonly ids = new Set<string>();

	async answer({ path, query }: Sent): Promise<Answer> {
		await time.wait(300);
		const recent = this.counted.filter((at) => at > time.now - MINUTE);
		if (recent.length >= LIMIT) {
			this.refused++;
			return { status: 429, headers: { 'retry-after': '60' } };
		}
		this.counted.push(time.now);
		const body = (data: object[], next?: number): Answer => ({
			body: {
				status: { code: 0, errorMessage: '' },
				data,
				nextPageParameter: next === undefined ? null : `direction=next&referenceId=${next}`,
			},
		});
		if (path.endsWith('/licenses')) {
			this.guards.push(time.now);
			this.ids.add(path);
			return body([{ securityLicenseId: Number(path.split('/').at(-2)), expiryDate: '2027-01-20T00:00:00Z' }]);
		}
		if (path.endsWith('/staffs')) return body(Array.from({ length: GUARDS }, (_, index) => ({ id: 3000 + index })));
		const at = Number(query.referenceId ?? 0) + 1;
		this.pages.push(time.now);
		return body([{ timesheetId: at }], at < PAGES ? at : undefined);
	}
}

const settings = {
	query: {},
	additionalQuery: {},
	scanEveryMs: 24 * 60 * MINUTE,
	daysBefore: [30, 0],
	timeZone: 'UTC',
} as unknown as CommonSettings & LicenceSettings;

const hashes = hashesOf('api-key', 'owner');

/** Polls each minute until the sweep has ended; returns how long it took. */
async function sweep({ connection }: Fake): Promise<number> {
	const begun = time.now;
	const { detect: look } = licenceSource(expiring);
	let engine: Detection['engine'] = {};
	for (let poll = 0; poll < 1000; poll++) {
		const bounds = { deadline: time.now + 50_000 };
		const reader = await PollReader.open(connection.context as unknown as IPollFunctions, bounds, {}, 'staff.getAll');
		const now = 1_800_000_000_000 + time.now;
		const nothing = { pendingReread: {}, published: false, open: [], running: [] };
		const seen = await look({ reader, settings, now, since: 0, engine, hashes, ...nothing, most: 500 });
		({ engine } = seen);
		if (seen.complete) return time.now - begun;
		const next = begun + (poll + 1) * MINUTE;
		if (next > time.now) await time.wait(next - time.now);
	}
	throw new Error('the sweep never ends');
}

/** Reads three hundred pages; returns how long it took. */
async function returnAll({ connection }: Fake): Promise<number> {
	const begun = time.now;
	const query = { startDate: '2026-07-01T00:00:00Z', endDate: '2026-07-02T00:00:00Z' };
	const { pages } = await collect(connection, { endpoint: endpoints['timesheet.getAll'], query });
	expect(pages).toBe(PAGES);
	return time.now - begun;
}

const connect = (service: Counted): Fake =>
	fakeConnection(async (request) => await service.answer(request), {}, { requestsPerMinute: LIMIT });

test('beside a sweep over 600 guards a Return All of 300 pages takes less than a third longer, and nothing is refused', async () => {
	const alone = await time.until(returnAll(connect(new Counted())));
	const service = new Counted();
	const fake = connect(service);
	const swept = sweep(fake);
	const beside = await time.until(returnAll(fake));
	expect(beside / alone).toBeLessThan(4 / 3);
	expect(service.refused).toBe(0);
	const sweepMs = await time.until(swept);
	expect(service.refused).toBe(0);
	expect(service.ids.size).toBe(GUARDS);
	// A poll may end before the answer to its last request has come, which the next one sends again.
	expect(service.guards.length).toBeLessThan(GUARDS + 5);
	// Alone it is twenty a minute: half an hour, and what the list has held it up.
	expect(sweepMs).toBeLessThan(30 * MINUTE + beside);
});

test('a sweep that began before a Return All, and takes its third, hardly holds it up either', async () => {
	const alone = await time.until(returnAll(connect(new Counted())));
	const service = new Counted();
	const fake = connect(service);
	const swept = sweep(fake);
	await time.until(time.wait(5 * MINUTE));
	const beside = await time.until(returnAll(fake));
	expect(beside / alone).toBeLessThan(4 / 3);
	await time.until(swept);
	expect(service.refused).toBe(0);
});

test('with nobody beside, a sweep takes twenty guards a minute and no more', async () => {
	const service = new Counted();
	await time.until(sweep(connect(service)));
	const most = Math.max(
		...service.guards.map((from) => service.guards.filter((at) => at >= from && at < from + MINUTE).length),
	);
	expect(most).toBeLessThanOrEqual(20);
	expect(service.guards.at(-1)! - service.guards[0]!).toBeLessThan(31 * MINUTE);
});
