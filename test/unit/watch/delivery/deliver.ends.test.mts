import { describe, expect, test } from '@jest/globals';
import { hasSucceeded } from '../../../../nodes/WorkforceOperations/watch/delivery/deliver.ts';

describe('the end of a run', () => {
	const run = (status: string, task?: object): object => ({
		status,
		data: { resultData: { lastNodeExecuted: 'Last', runData: { Last: task === undefined ? [] : [{}, task] } } },
	});

	test.each([
		['a success', run('success'), true],
		['one that waits', run('waiting'), true],
		['an error', run('error', { error: {} }), false],
		['an error of a last node that went on', run('error', { error: {}, data: {} }), true],
		['a crash', run('crashed'), false],
		['one that was stopped', run('canceled'), false],
		['a status alone', { status: 'success' }, true],
		['an error without data', { status: 'error' }, false],
		['nothing', undefined, false],
	])('%s', (_, ended, expected) => {
		expect(hasSucceeded(ended)).toBe(expected);
	});
});
