import { describe, expect, test } from '@jest/globals';
import fc from 'fast-check';
import type { Access } from '../../../../nodes/WorkforceOperations/contract/index.ts';
import {
	splitIntoBatches,
	mayHaveBeenWrittenInPart,
	isContentRefusal,
} from '../../../../nodes/WorkforceOperations/resources/staff/batches.ts';
import type { OperationItem } from '../../../../nodes/WorkforceOperations/operations/types.ts';
import type { ErrorKind } from '../../../../nodes/WorkforceOperations/transport/failures/errorKind.ts';
import { formError, lostError, serviceError } from '../../operations/support.mts';

describe('Batches', () => {
	test('keep every row in order, no larger than the size, no key twice and one kind in each', () => {
		const row = fc.record({ key: fc.integer({ min: 0, max: 6 }), kind: fc.constantFrom('a', 'b') });
		fc.assert(
			fc.property(fc.array(row, { maxLength: 60 }), fc.integer({ min: 1, max: 9 }), (rows, size) => {
				const batches = splitIntoBatches(
					rows,
					size,
					({ key }) => String(key),
					({ kind }) => kind,
				);
				expect(batches.flat()).toEqual(rows);
				for (const batch of batches) {
					expect(batch.length).toBeGreaterThan(0);
					expect(batch.length).toBeLessThanOrEqual(size);
					expect(new Set(batch.map(({ key }) => key)).size).toBe(batch.length);
					expect(new Set(batch.map(({ kind }) => kind)).size).toBe(1);
				}
			}),
		);
	});

	test.each<[string, string[], number, string[][]]>([
		['of a kind together', ['a1', 'b1', 'c2', 'd2', 'e1'], 9, [['a1', 'b1'], ['c2', 'd2'], ['e1']]],
		[
			'a key that comes again in the next one',
			['a1', 'b1', 'a1', 'c1', 'b1'],
			9,
			[
				['a1', 'b1'],
				['a1', 'c1', 'b1'],
			],
		],
		['no more than the size', ['a1', 'b1', 'c1', 'd1', 'e1'], 2, [['a1', 'b1'], ['c1', 'd1'], ['e1']]],
		['each alone', ['a1', 'b1'], 1, [['a1'], ['b1']]],
		['nothing', [], 3, []],
	])('hold %s', (_, rows, size, batches) => {
		expect(
			splitIntoBatches(
				rows,
				size,
				(row) => row.slice(0, 1),
				(row) => row.slice(1),
			),
		).toEqual(batches);
	});
});

/** Refusals of the content of a request, and what else may go wrong. */
const contentKinds: ErrorKind[] = ['refused', 'invalid', 'notFound', 'conflict'];
const otherKinds: ErrorKind[] = ['network', 'timeout', 'unavailable', 'tooMany', 'stopped', 'unreadable'];

describe('A batch that may not be sent again', () => {
	test.each(contentKinds)('and is refused as “%s” may have been taken in part', (kind) => {
		const error = serviceError({ kind, description: 'Row 2.' });
		expect(mayHaveBeenWrittenInPart(error, 2)).toBe(error);
		expect(error.mayHaveArrived).toBe(true);
		expect(error.description).toMatch(/^Row 2\. The service doesn’t say whether .* set Batch Size to 1\.$/);
	});

	test('leaves every other error as it is: of one row, of another kind, of a request that was lost, of the form', () => {
		const others = [
			...otherKinds.map((kind) => ({ error: serviceError({ kind }), rows: 5 })),
			{ error: serviceError(), rows: 1 },
			{ error: lostError(), rows: 5 },
			{ error: formError(), rows: 5 },
		];
		for (const { error, rows } of others) {
			const before = [error.description, 'mayHaveArrived' in error && error.mayHaveArrived];
			expect(mayHaveBeenWrittenInPart(error, rows)).toBe(error);
			expect([error.description, 'mayHaveArrived' in error && error.mayHaveArrived]).toEqual(before);
		}
	});
});

describe('The content of a request is refused', () => {
	const access: Access = { keyTypes: ['developer'] };
	const tokenOf = (type: string): string =>
		['{}', JSON.stringify({ keyType: type }), ''].map((part) => Buffer.from(part).toString('base64url')).join('.');
	const asked = async (error: unknown, type = 'developer'): Promise<boolean> => {
		const context = { getCredentials: async () => await Promise.resolve({ accessToken: tokenOf(type) }) };
		const item = { context, connection: { settings: {} } } as unknown as OperationItem;
		return await isContentRefusal(item, access, error);
	};

	test.each(contentKinds)('by “%s”', async (kind) => expect(await asked(serviceError({ kind }))).toBe(true));

	test.each(otherKinds)('not by “%s”', async (kind) => expect(await asked(serviceError({ kind }))).toBe(false));

	test('by “forbidden” where the type of the key is right, and not by what no service said', async () => {
		const forbidden = serviceError({ kind: 'forbidden' });
		expect([await asked(forbidden), await asked(forbidden, 'timesheet'), await asked(formError())]).toEqual([
			true,
			false,
			false,
		]);
	});
});
