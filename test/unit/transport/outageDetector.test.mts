import { describe, expect, test } from '@jest/globals';
import { type INode, NodeOperationError } from 'n8n-workflow';
import { ServiceError } from '../../../nodes/WorkforceOperations/transport/errors/serviceError.ts';
import type { ErrorKind } from '../../../nodes/WorkforceOperations/transport/failures/errorKind.ts';
import { OutageDetector } from '../../../nodes/WorkforceOperations/transport/outageDetector.ts';
import { useVirtualTime } from './support.mts';

const node = { name: 'n', type: 't', typeVersion: 1, id: 'n', position: [0, 0], parameters: {} } satisfies INode;
const error = (kind: ErrorKind, httpCode?: string): ServiceError =>
	new ServiceError(node, { message: 'm', kind, httpCode });

const time = useVirtualTime();

/** Failures one after another, so many seconds apart; undefined is an answer. */
function silence(everySeconds: number, ...failures: unknown[]): OutageDetector {
	const made = new OutageDetector();
	for (const [index, failure] of failures.entries()) {
		if (index > 0) time.now += everySeconds * 1000;
		made.note(failure === undefined ? { result: 1 } : { error: failure });
	}
	return made;
}

const down = error('unavailable', '503');
const times = (count: number, failure: unknown = down): unknown[] => Array.from({ length: count }, () => failure);

describe('A service that answers nobody', () => {
	test.each<[string, number, unknown[]]>([
		['is given up after five failures in a minute', 15, times(5)],
		['is given up for broken connections', 15, times(5, error('network'))],
		['is given up where nothing comes in time', 400, times(5, error('timeout', '504'))],
		['is given up where no token can be had', 15, times(5, error('unavailable'))],
		[
			'is given up whatever the form has to object to meanwhile',
			15,
			[...times(4), new NodeOperationError(node, 'x'), down],
		],
	])('%s', (_, everySeconds, failures) => expect(silence(everySeconds, ...failures).lasts).toBe(true));

	test.each<[string, number, unknown[]]>([
		['for four failures, however long they take', 400, times(4)],
		['for many failures in less than a minute', 1, times(60)],
		['where an answer came in between', 30, [...times(4), undefined, ...times(4)]],
		['for less than a minute behind an answer', 10, [down, undefined, ...times(5)]],
		['where an answer came at last', 30, [...times(9), undefined]],
		['where a record isn’t there', 30, [...times(4), error('notFound', '404'), ...times(4)]],
		['where the service says that it failed itself', 30, times(9, error('unavailable', '500'))],
		['where it refuses', 30, times(9, error('refused', '200'))],
		['for what was never sent', 30, times(9, new NodeOperationError(node, 'x'))],
	])('is not given up %s', (_, everySeconds, failures) => expect(silence(everySeconds, ...failures).lasts).toBe(false));
});
