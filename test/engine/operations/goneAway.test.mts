// Many items, Continue On Fail, and a service that goes away in the middle: what is sent, and what is said of the rest.
import { afterEach, beforeEach, describe, expect, test } from '@jest/globals';
import type { IDataObject } from 'n8n-workflow';
import { Pace } from '../../../kit/time/skippingClock.mts';
import { useBench } from '../support/bench.mts';
import type { Canned, Seen } from '../support/recorder.mts';
import { SheetService } from '../support/sheetService.mts';
import { createAnn, employees, rows, updateMobile } from '../support/staffRows.mts';

const bench = useBench();
let pace: Pace;
beforeEach(() => {
	pace = new Pace(bench.sandbox);
});
afterEach(() => pace.end());

const GONE = 'Not sent, because the service hadn’t answered for a minute';
const columns = { mappingMode: 'autoMapInputData', value: null };
const upsert = { resource: 'staff', operation: 'upsert', columns };
const person = (index: number, mobile: string): IDataObject => ({
	firstName: `First${index}`,
	lastName: `Last${index}`,
	email: `p${index}@example.com`,
	mobile,
});
const newcomer = (index: number): IDataObject => ({ ...person(index, 'm'), email: `new${index}@example.com` });
const isCreation = ({ method }: Seen): boolean => method === 'POST';

interface Case {
	name: string;
	parameters: IDataObject;
	items: Array<{ json: IDataObject }>;
	/** The requests that fail while the service is away. */
	isAway: (seen: Seen) => boolean;
}

const advanced = { batchSize: 2 };
const updateAll = { ...updateMobile, updateFields: { mobile: 'other' } };

const cases: Case[] = [
	{
		name: 'Get',
		parameters: { resource: 'staff', operation: 'getByEmail', email: '={{ $json.email }}' },
		items: rows(150, (index) => person(index, 'm')),
		isAway: () => true,
	},
	{ name: 'Create', parameters: createAnn, items: rows(150, () => ({})), isAway: isCreation },
	{
		name: 'Create or Update, of new staff',
		parameters: { ...upsert, advanced },
		items: rows(150, newcomer),
		isAway: isCreation,
	},
	{
		name: 'Create or Update, of staff that is there',
		parameters: { ...upsert, advanced },
		items: rows(150, (index) => person(index, 'other')),
		isAway: ({ method }) => method === 'PATCH',
	},
	{
		name: 'Update',
		parameters: { ...updateAll, advanced },
		items: rows(150, (index) => ({ id: 1001 + index })),
		isAway: ({ method }) => method === 'PATCH',
	},
];
const goOn = { node: { onError: 'continueRegularOutput' } } as const;

const run = async ({ parameters, items, isAway }: Case, from: number, to = Infinity): Promise<IDataObject[]> => {
	const service = new SheetService(150);
	let asked = 0;
	bench.recorder.answer(async (seen): Promise<Canned | 'cut' | undefined> => {
		if (!isAway(seen)) return await service.rule(seen);
		asked++;
		if (asked <= from || asked > to) return await service.rule(seen);
		await pace.pass(10_000);
		return { status: 504, body: '' };
	});
	const { json, error } = await bench.run('developer', parameters, { items, ...goOn });
	expect({ error, json: json.length }).toEqual({ error: undefined, json: items.length });
	return json;
};
const batchSizeOf = ({ parameters: { advanced } }: Case): number =>
	Number((advanced as IDataObject | undefined)?.batchSize ?? 1);
/** The message of an item's error, without the row that it is about. */
const messageOf = ({ error }: IDataObject): unknown =>
	error ? String((error as IDataObject).message).replace(/^Row \d+(?: \([^)]*\))?: /, '') : undefined;

describe.each(cases)('$name', (each) => {
	test('the rest is not sent to nobody, and each item says so', async () => {
		const json = await run(each, 4);
		const gone = json.filter((record) => messageOf(record) === GONE);
		expect(gone.length).toBeGreaterThan(80);
		expect((gone[0]?.error as IDataObject).description).toContain(
			'See the errors of the earlier items. Run this item again when the service is back.',
		);
		const sent = bench.recorder.seen.filter(each.isAway);
		const emails = sent.filter(isCreation).flatMap(employees);
		expect(sent.length).toBeLessThan(60);
		// What was sent, and what is called not sent, are all that there was.
		expect(emails.length === 0 || emails.length + gone.length === json.length).toBe(true);
		expect(messageOf(json[0] ?? {})).toBeUndefined();
		// Five requests in succession tell it, however many items each of them carries.
		const failed = json.filter((record) => messageOf(record) !== undefined && messageOf(record) !== GONE);
		expect(failed.length).toBeGreaterThanOrEqual(5 * batchSizeOf(each));
	});

	test('an outage of a few requests costs nobody else theirs', async () => {
		const json = await run(each, 4, 6);
		expect(json.filter((record) => messageOf(record) === GONE)).toEqual([]);
	});
});

test('items that are not sent any more, but were in a request that may have been carried out, say so', async () => {
	const refused = new Set([16, 8, 4, 2]);
	let asked = 0;
	bench.recorder.answer(async (seen): Promise<Canned | 'cut' | undefined> => {
		const count = employees(seen).length;
		if (count === 32) return ++asked === 1 ? 'cut' : { status: 400, body: { status: { code: 400 }, data: null } };
		if (refused.delete(count)) return { status: 400, body: { status: { code: 400 }, data: null } };
		await pace.pass(10_000);
		return { status: 504, body: '' };
	});
	const items = rows(32, (index) => ({ id: 1001 + index }));
	const { json } = await bench.run('developer', { ...updateAll, advanced: { batchSize: 32 } }, { items, ...goOn });
	const gone = json.filter((record) => messageOf(record) === GONE);
	expect(gone).toEqual(json.slice(16));
	for (const { error } of gone)
		expect((error as IDataObject).description).toMatch(/An earlier request that included this row may have succeeded/);
});

test.each([
	['sent', {}, 'updated', 'created'],
	['looked up for a preview', { previewOnly: true }, 'wouldUpdate', 'wouldCreate'],
])('licences that were not %s any more say so beside their employees', async (_, options, action, licenceAction) => {
	const service = new SheetService(60);
	let asked = 0;
	bench.recorder.answer(async (seen): Promise<Canned | 'cut' | undefined> => {
		if (!seen.path.endsWith('/licenses')) return await service.rule(seen);
		if (++asked <= 2) return { body: { status: { code: 0 }, data: seen.method === 'GET' ? [] : null } };
		await pace.pass(10_000);
		return { status: 504, body: '' };
	});
	const items = rows(60, (index) => ({ ...person(index, 'other'), 'Licence number': `SL${index}` }));
	const { json } = await bench.run('developer', { ...upsert, options }, { items, ...goOn });
	expect(json.map((row) => row.action)).toEqual(items.map(() => action));
	expect(json[0]).toMatchObject({ licenceAction });
	const gone = json.filter(({ licenceError }) => String(licenceError).startsWith(GONE));
	expect(gone.length).toBeGreaterThan(40);
	expect(json.at(-1)).toMatchObject({ licenceAction: null });
});
