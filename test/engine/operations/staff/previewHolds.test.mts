// What a preview says is what the run then sends: random sheets over a company, each previewed and then carried out.
import { beforeAll, beforeEach, expect, test } from '@jest/globals';
import type { IDataObject } from 'n8n-workflow';
import { Random } from '../../../../sandbox/seed/random.mts';
import { preview, times, upsert, useStaff } from './staffBench.mts';

const { bench, run, sent, writes } = useStaff(0);
const ROUNDS = 12;

interface Held {
	record: IDataObject;
	licences: IDataObject[];
}
const company: Held[] = [];

beforeAll(async () => {
	const people = { resource: 'staff', operation: 'getAll', returnAll: true };
	const licences = { resource: 'securityLicence', operation: 'getAll', simplify: false };
	for (const record of (await bench.ok('developer', people)).slice(0, 25)) {
		const ofOne = { ...licences, employeeId: String(record.id) };
		company.push({ record, licences: await bench.ok('developer', ofOne) });
	}
});
beforeEach(() => bench.recorder.answer(undefined));

/** Cells of somebody who is there: the same, another value, blank, or one that the lists don’t show. */
function cellsOf(random: Random, { record, licences }: Held): IDataObject {
	const [held] = licences;
	const licence =
		held === undefined || random.chance(0.3)
			? { 'Licence number': `N${random.between(1, 99_999)}`, 'Licence state': 'NSW' }
			: {
					'Licence number': held.licenseNumber,
					'Licence state': held.state,
					...(random.chance(0.5) ? { 'Licence expiry date': random.chance(0.5) ? held.expiryDate : '2031-05-06' } : {}),
				};
	return {
		firstName: record.firstName,
		lastName: random.chance(0.2) ? `New${random.between(1, 99)}` : record.lastName,
		mobile: random.pick([record.mobile, '', `+61 ${random.between(1, 9999)}`]),
		...(random.chance(0.3) ? { 'Middle name': random.pick(['Kim', '', 'Lou']) } : {}),
		...(random.chance(0.2) ? { city: 'Sydney' } : {}),
		...(random.chance(0.2) ? { 'Reference no.': random.between(1, 9999) } : {}),
		...(random.chance(0.3) ? licence : {}),
	};
}

function sheet(random: Random, round: number): IDataObject[] {
	const chosen = company.filter(() => random.chance(0.4));
	return [...chosen, ...Array.from({ length: random.between(1, 5) }, () => undefined)].map(
		(held, index): IDataObject => {
			const row = held === undefined ? { firstName: 'New', lastName: `L${index}` } : cellsOf(random, held);
			const address = held === undefined ? `r${round}n${index}@example.com` : String(held.record.email);
			const key = {
				email: random.chance(0.9) ? random.pick([address, address.toUpperCase(), ` ${address}`]) : '',
				ID: held?.record.id,
			};
			const licence = held === undefined && random.chance(0.3) ? { 'Licence number': `R${round}x${index}` } : {};
			// A second row of somebody, and a row that lacks what somebody new needs.
			const odd = random.chance(0.1) ? { email: 'r0n0@example.com', ID: '' } : {};
			return { ...row, ...key, ...licence, ...odd, ...(random.chance(0.05) ? { lastName: '' } : {}) };
		},
	);
}

const valuesOf = (row: IDataObject): IDataObject =>
	Object.fromEntries([
		...Object.entries((row.changes ?? {}) as Record<string, IDataObject>).map(([field, { to }]) => [field, to]),
		...(row.notCompared as string[]).map((field) => [field, row[field]]),
	]) as IDataObject;

/** The bodies that a run has to send, as the items of its preview tell them. */
const promised = (rows: IDataObject[]): unknown => ({
	updates: rows.flatMap((row) => (row.action === 'wouldUpdate' ? [{ id: row.id, ...valuesOf(row) }] : [])),
	creations: rows.flatMap(({ action, licenceAction, ...body }) =>
		action === 'wouldCreate' ? [{ ...body, withLicence: licenceAction === 'wouldCreate' }] : [],
	),
	licences: rows.flatMap(({ id, action, licenceAction }) =>
		action !== 'wouldCreate' && String(licenceAction).startsWith('would')
			? [{ id, isNew: licenceAction === 'wouldCreate' }]
			: [],
	),
});

const written = (): unknown => ({
	updates: sent('PATCH'),
	creations: sent('POST').map(({ licenses, ...body }) => ({ ...body, withLicence: licenses !== undefined })),
	licences: writes()
		.filter(({ path }) => path.endsWith('/licenses'))
		.map(({ path, body }) => ({
			id: Number(/staffs\/(\d+)/.exec(path)?.[1]),
			isNew: (body as { licenses: IDataObject[] }).licenses.every(({ licenseId }) => licenseId === undefined),
		})),
});

const DONE: Record<string, string> = { wouldCreate: 'created', wouldUpdate: 'updated', unchanged: 'unchanged' };
const told = ({ action, licenceAction, changed, notCompared, error }: IDataObject): unknown => ({
	action: DONE[String(action)] ?? action,
	licenceAction: DONE[String(licenceAction)] ?? licenceAction,
	changed,
	notCompared,
	message: (error as IDataObject | undefined)?.message,
});

/** A preview has the same columns in each row, and what only the preview shows. */
const withoutNulls = ({ changesText: _, ...row }: IDataObject): IDataObject =>
	Object.fromEntries(
		Object.entries(row).filter(
			([name, value]) =>
				value !== null &&
				!(name === 'licenceAction' && value === 'none') &&
				!(name === 'action' && value === 'error') &&
				!(name === 'error' && value === ''),
		),
	) as IDataObject;

/** Everything that the previews have said, so that a draw without one kind of row is noticed. */
const said = new Set<string>();

test.each(times(ROUNDS, (round) => round))('sheet %i', async (round) => {
	const random = new Random(4711 + round);
	const rows = sheet(random, round);
	const matchBy = round % 3 === 2 ? 'id' : 'email';
	const options = random.chance(0.7) ? { node: { onError: 'continueRegularOutput' as const } } : {};

	const before = await run(rows, { ...preview, matchBy }, options);
	expect(writes()).toEqual([]);
	bench.recorder.seen.length = 0;
	const ran = await run(rows, { ...upsert, matchBy }, options);

	expect(before.error).toBeUndefined();
	const shown = before.json.map(withoutNulls);
	for (const { action, licenceAction, error } of shown) {
		said.add(`employee ${String(error === undefined ? action : 'error')}`);
		said.add(`licence ${String(licenceAction)}`);
	}
	// The run may end at one of the faults that the preview shows, before it writes.
	const fault = shown[ran.error?.context.itemIndex ?? -1]?.error as IDataObject | undefined;
	expect(fault?.message).toBe(ran.error?.message);
	expect(ran.error === undefined || writes().length === 0).toBe(true);
	expect(written()).toEqual(promised(ran.error === undefined ? shown : []));
	if (ran.error !== undefined) return;
	expect(ran.json.map(told)).toEqual(shown.map(told));
});

test('the sheets held rows of every kind', () => {
	const kinds = ['wouldCreate', 'wouldUpdate', 'unchanged'];
	expect([...said]).toEqual(
		expect.arrayContaining([
			'employee error',
			...['employee', 'licence'].flatMap((what) => kinds.map((kind) => `${what} ${kind}`)),
		]),
	);
});
