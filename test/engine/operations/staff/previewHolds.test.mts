// What a preview says is what the run then sends: random sheets over a company, each previewed and then carried out.
import { beforeAll, expect, test } from '@jest/globals';
import type { IDataObject } from 'n8n-workflow';
import { Random } from '../../../../sandbox/seed/random.mts';
import { useBench } from '../../support/bench.mts';
import type { Seen } from '../../support/recorder.mts';
import { employees } from '../../support/staffRows.mts';

const bench = useBench();
const ROUNDS = 12;
const upsert = { resource: 'staff', operation: 'upsert', columns: { mappingMode: 'autoMapInputData', value: null } };

interface Held {
	record: IDataObject;
	licences: IDataObject[];
}
const company: Held[] = [];

beforeAll(async () => {
	const list = { resource: 'staff', operation: 'getAll', returnAll: true };
	for (const record of (await bench.ok('developer', list)).slice(0, 25)) {
		const licences = {
			resource: 'securityLicence',
			operation: 'getAll',
			employeeId: String(record.id),
			simplify: false,
		};
		company.push({ record, licences: await bench.ok('developer', licences) });
	}
});

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

const bodiesOf = (seen: Seen[], method: string): IDataObject[] =>
	seen.filter((one) => one.method === method && one.path.endsWith('/staffs')).flatMap(employees);

const sent = (seen: Seen[]): unknown => ({
	updates: bodiesOf(seen, 'PATCH'),
	creations: bodiesOf(seen, 'POST').map(({ licenses, ...body }) => ({ ...body, withLicence: licenses !== undefined })),
	licences: seen
		.filter(({ method, path }) => method === 'POST' && path.endsWith('/licenses'))
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

test.each(Array.from({ length: ROUNDS }, (_, round) => round))('sheet %i', async (round) => {
	const random = new Random(4711 + round);
	const items = sheet(random, round).map((json) => ({ json }));
	const parameters = { ...upsert, matchBy: round % 3 === 2 ? 'id' : 'email' };
	const options = { items, ...(random.chance(0.7) ? { node: { onError: 'continueRegularOutput' as const } } : {}) };

	const before = await bench.run('developer', { ...parameters, options: { previewOnly: true } }, options);
	expect(bench.recorder.seen.filter(({ method }) => method !== 'GET')).toEqual([]);
	bench.recorder.seen.length = 0;
	const run = await bench.run('developer', parameters, options);

	expect(before.error).toBeUndefined();
	const shown = before.json.map(withoutNulls);
	for (const { action, licenceAction, error } of shown)
		for (const words of [
			`employee ${String(error === undefined ? action : 'error')}`,
			`licence ${String(licenceAction)}`,
		])
			said.add(words);
	// The run may end at one of the faults that the preview shows, before it writes.
	const fault = shown[run.error?.context.itemIndex ?? -1]?.error as IDataObject | undefined;
	expect(fault?.message).toBe(run.error?.message);
	const writes = bench.recorder.seen.filter(({ method }) => method !== 'GET');
	expect(run.error === undefined || writes.length === 0).toBe(true);
	expect(sent(writes)).toEqual(promised(run.error === undefined ? shown : []));
	if (run.error !== undefined) return;
	expect(
		run.json.map(({ action, licenceAction, changed, notCompared, error }) =>
			told({ action, licenceAction, changed, notCompared, error }),
		),
	).toEqual(shown.map(told));
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
