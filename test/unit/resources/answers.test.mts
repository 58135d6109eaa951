import { describe, expect, test } from '@jest/globals';
import fc from 'fast-check';
import type { IDataObject } from 'n8n-workflow';
import { withAnswers } from '../../../nodes/WorkforceOperations/resources/incidentReport/answers.ts';
import { simplified } from '../../../nodes/WorkforceOperations/form/simplify.ts';

describe('Flattened answers', () => {
	test('hold every value of the report, whatever its shape', () => {
		const value = fc.jsonValue({ maxDepth: 3 });
		const detail = fc.oneof(
			value,
			fc.array(
				fc.oneof(
					value,
					fc.record(
						{ incidentReportQuestion: value, incidentReportDetailAnswers: value, setNumber: fc.integer() },
						{ requiredKeys: [] },
					),
				),
				{ maxLength: 5 },
			),
		);
		const leaves = (node: unknown): string[] =>
			typeof node === 'object' && node !== null ? Object.values(node).flatMap(leaves) : [JSON.stringify(node)];
		fc.assert(
			fc.property(detail, (incidentReportDetail) => {
				const { json, added } = withAnswers({ incidentReportId: 1, incidentReportDetail } as IDataObject);
				const flat = JSON.stringify({ ...json, ...added });
				for (const leaf of leaves(incidentReportDetail)) {
					// A value that is itself text of the answer appears without its quotation marks, or escaped within them.
					const text = leaf.replace(/^"|"$/g, '');
					expect(
						flat.includes(leaf) ||
							flat.includes(text) ||
							flat.includes(JSON.stringify(leaf).slice(1, -1)) ||
							text.trim() === '' ||
							leaf === 'null',
					).toBe(true);
				}
			}),
		);
	});
});

describe('Simplify', () => {
	test('keeps the named fields in their order', () => {
		const kept = simplified(['b', 'a', 'none'])({ a: 0, b: null, c: 1 });
		expect(kept).toEqual({ b: null, a: 0 });
		expect(Object.keys(kept)).toEqual(['b', 'a']);
	});

	test('returns a record whole that has none of them', () => {
		expect(simplified(['a'])({ other: 1 })).toEqual({ other: 1 });
	});
});
