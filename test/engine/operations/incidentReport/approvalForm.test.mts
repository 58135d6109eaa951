// What the form may hold for “Approval”.
import { expect, test } from '@jest/globals';
import type { IDataObject } from 'n8n-workflow';
import { useBench } from '../../support/bench.mts';

const bench = useBench();
const getAll = { resource: 'incidentReport', operation: 'getAll' };

test.each(['yes', 'approved', 2, [true], { a: 1 }])('%j is an error that names the two states', async (isApproved) => {
	const { error } = await bench.run('incidentreport', { ...getAll, filters: { isApproved } as IDataObject });
	expect(error?.message).toBe('“Approval” is neither Approved (true) nor Not Approved (false)');
	expect(bench.recorder.seen).toEqual([]);
});

test('an approval that an expression left empty is refused, not read as all', async () => {
	const { error } = await bench.run('incidentreport', { ...getAll, filters: { isApproved: '={{ "" }}' } });
	expect(error?.message).toBe('The filter “Approval” is empty');
});
