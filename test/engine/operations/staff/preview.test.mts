// Preview Only: what Create or Update would write.
import { describe, expect, test } from '@jest/globals';
import type { IDataObject } from 'n8n-workflow';
import { refusal } from '../../support/sheetService.mts';
import { fresh, isLicences, preview, same, times, useStaff } from './staffBench.mts';

const { bench, service, holdLicences, run, ok, writes, requests } = useStaff(20);

describe('Preview Only', () => {
	test('gives the items of a run, with what would change from what to what, and writes nothing', async () => {
		const items = [
			fresh(1),
			{ ...same(2), lastName: 'Ng', mobile: 'x', 'Middle name': 'Kim', city: 'Sydney' },
			same(3),
		];
		const { json, hints } = await run(items, preview);
		expect(json).toEqual([
			expect.objectContaining({ ...fresh(1), action: 'wouldCreate' }),
			expect.objectContaining({
				id: 1003,
				mobile: 'x',
				middle: 'Kim',
				city: 'Sydney',
				action: 'wouldUpdate',
				changed: ['lastName', 'middleName', 'mobile'],
				notCompared: ['city'],
				changesText:
					'last name: Last2 → Ng; middle name: empty → Kim; mobile: m2 → x; city: can’t be compared → Sydney',
				changes: {
					lastName: { from: 'Last2', to: 'Ng' },
					mobile: { from: 'm2', to: 'x' },
					middleName: { from: null, to: 'Kim' },
				},
			}),
			expect.objectContaining({ id: 1004, action: 'unchanged' }),
		]);
		expect(json[2]).toMatchObject({ changes: null, changesText: null, error: '' });
		expect(writes()).toEqual([]);
		expect(hints).toContain('Preview only: nothing was written. A run would create 1, change 1 and leave 1 unchanged.');
	});

	test('100 new people: as many searches as a run, five, and no creation', async () => {
		await ok(times(100, fresh), preview);
		expect(requests()).toEqual({ list: 2, search: 5 });
	});

	test('licences are looked up: one that is new, one that differs, one that is the same, one of somebody new', async () => {
		holdLicences({ securityLicenseId: 7, licenseNumber: 'SL2', state: 'NSW', expiryDate: '2027-01-01T00:00:00Z' });
		const licence = (number: string, expiry: string): IDataObject => ({
			'Licence number': number,
			'Licence state': 'NSW',
			'Licence expiry': expiry,
		});
		const rows = [
			{ ...same(1), ...licence('SL1', '2027-01-01') },
			{ ...same(2), ...licence('SL2', '2028-01-01') },
			{ ...same(3), ...licence('sl2', '2027-01-01') },
			{ ...fresh(4), ...licence('SL4', '2027-01-01') },
		];
		expect(await ok(rows, preview)).toMatchObject([
			{ action: 'unchanged', licenceAction: 'wouldCreate' },
			{ action: 'unchanged', licenceAction: 'wouldUpdate' },
			{ action: 'unchanged', licenceAction: 'unchanged' },
			{ action: 'wouldCreate', licenceAction: 'wouldCreate' },
		]);
		expect(requests()).toMatchObject({ licences: 3 });
		expect(writes()).toEqual([]);
	});

	test('a field without a label has its own name, and a licence may come with a file', async () => {
		holdLicences();
		const json = { ...same(1), 'Licence number': 'SL1', licenseAttachments: 'data' };
		const binary = { data: { data: 'eA==', mimeType: 'text/plain', fileName: 'a.txt' } };
		const advanced = { additionalBody: { shirt: { size: 'L' } } };
		const [row] = await bench.ok('developer', { ...preview, advanced }, { items: [{ json, binary }] });
		expect(row?.changesText).toBe('shirt: can’t be compared → {"size":"L"}; licence SL1: new, with its file');
	});

	test('one row with an error is told in the hint beside the one that would be created', async () => {
		const { hints } = await run([fresh(1), { ...same(2), email: 'none' }], preview);
		expect(hints).toEqual([
			'Preview only: nothing was written. 1 row with an error would stop a run before it writes anything. With “On Error” set to continue, it would create 1 and skip 1 row with an error. Row 1 is the first row below the headings.',
		]);
	});

	test('whole postcodes warn of no lost zero', async () => {
		const rows = [2000, '0800', '', 1000].map((Postcode, index) => ({ ...same(index), Postcode }));
		expect((await run(rows, preview)).hints.join()).not.toContain('numbers here');
	});

	test.each([{ onError: 'continueRegularOutput' as const }, {}])(
		'a licence that can’t be looked up says so beside its row, with %j',
		async (node) => {
			service.instead = (seen) => (isLicences(seen) ? refusal(400, 'Not this one') : undefined);
			const { json } = await run([{ ...same(1), 'Licence number': 'SL1' }, same(2)], preview, { node });
			expect(json[0]).toMatchObject({ action: 'unchanged', licenceAction: null });
			expect(String(json[0]?.licenceError)).toContain('Not this one');
		},
	);
});
