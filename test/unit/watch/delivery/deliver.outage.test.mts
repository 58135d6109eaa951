// What a poll does that could not look: whether it fails the publishing, and when an outage is told.
import { afterEach, beforeEach, describe, expect, test } from '@jest/globals';
import { NodeApiError, NodeOperationError } from 'n8n-workflow';
import { ServiceError } from '../../../../nodes/WorkforceOperations/transport/errors/serviceError.ts';
import type { ErrorKind } from '../../../../nodes/WorkforceOperations/transport/failures/errorKind.ts';
import { Problem } from '../../../../nodes/WorkforceOperations/transport/failures/problem.ts';
import { clock } from '../../../../nodes/WorkforceOperations/transport/clock.ts';
import { ProcessMemory } from '../../../../nodes/WorkforceOperations/watch/delivery/processMemory.ts';
import { onPollError } from '../../../../nodes/WorkforceOperations/watch/delivery/deliver.ts';
import { VirtualTime } from '../../../../kit/time/virtualTime.mts';
import { pollContext } from '../pollContext.mts';

const MINUTE = 60_000;

let time: VirtualTime;
let memory: ProcessMemory;

beforeEach(() => {
	time = new VirtualTime().takePlaceOf(clock);
	memory = new ProcessMemory(0);
});
afterEach(() => time.restore());

const node = pollContext().context.getNode();
const service = (kind: ErrorKind, message = 'It failed', description?: string): ServiceError =>
	new ServiceError(node, { message, kind, description } as never);

/** `thrown`, `told` as an outage, or the message that ends the publishing. */
function met(thrown: unknown, activation: string, isFirst = true): string {
	const { context } = pollContext({ activation });
	try {
		expect(onPollError(context, memory, thrown, isFirst)).toBeNull();
		return 'outage';
	} catch (error) {
		expect(error).toBeInstanceOf(NodeOperationError);
		return (error as Error).message;
	}
}

describe('what fails the publishing', () => {
	test.each<[string, unknown, string]>([
		[
			'the form',
			new NodeOperationError(node, '“Minutes” is empty', { description: 'Enter one.' }),
			'“Minutes” is empty. Enter one',
		],
		['a problem that stays', new Problem('No address', 'Enter it.'), 'No address. Enter it'],
		['one inside of another error', new Error('Wrapped', { cause: new Problem('No address') }), 'No address'],
		['a problem that passes', new Problem('It is down', 'Wait.', true), 'outage'],
		['an error of nobody', new Error('odd'), 'outage'],
		['text', 'odd', 'outage'],
		['another error of n8n', new NodeApiError(node, { message: 'The key was rejected' }), 'outage'],
		...(['unauthorized', 'forbidden', 'notFound', 'invalid', 'conflict', 'redirected', 'settings'] as const).map(
			(kind): [string, unknown, string] => [kind, service(kind), 'It failed'],
		),
		...(
			[
				'refused',
				'tooMany',
				'budget',
				'timeout',
				'network',
				'unavailable',
				'unreadable',
				'incomplete',
				'stopped',
				'unknown',
			] as const
		).map((kind): [string, unknown, string] => [kind, service(kind), 'outage']),
		['the words of a refused key', service('unknown', 'The API key was rejected.'), 'The API key was rejected'],
		['these words of a service that is down', service('unavailable', 'The API key was rejected.'), 'outage'],
	])('%s', (_, thrown, expected) => {
		for (const activation of ['activate', 'update']) expect(met(thrown, activation)).toBe(expected);
		for (const activation of ['init', 'leadershipChange']) expect(met(thrown, activation)).toBe('outage');
		expect(met(thrown, 'activate', false)).toBe('outage');
	});

	test.each([
		['It failed. ', ' Look there ... ', 'It failed.  Look there'],
		['It failed', undefined, 'It failed'],
		['It failed', '', 'It failed'],
		['Authorization is not authorized', 'AUTHORIZED', 'authorisation is not authorised. authorisED'],
	])('is told with its whole advice: %j and %j', (message, description, expected) => {
		expect(met(service('invalid', message, description), 'activate')).toBe(expected);
	});
});

describe('an outage', () => {
	const words = (spell: string): string =>
		`Every check has failed for ${spell}: It is down. Events from this time are reported when the service responds again`;

	test('is told when it has lasted for 15 minutes, and each hour from then on; the log has each poll', () => {
		const { context, errors, log } = pollContext();
		for (const wait of [0, 15 * MINUTE - 1, 1, 60 * MINUTE - 1, 1, 1]) {
			time.now += wait;
			onPollError(context, memory, service('unavailable', 'It is down.'), false);
		}
		expect(errors.map(({ message }) => message)).toEqual([words('15 minutes'), words('75 minutes')]);
		expect(errors[0]).toBeInstanceOf(NodeOperationError);
		expect(errors[0]).toMatchObject({ level: 'warning', node: { name: 'Watch' } });
		expect(log).toEqual(
			Array.from({ length: 6 }, () => 'warn Workforce Operations: “Watch” could not check the service: It is down'),
		);
		expect(memory.outage).toEqual({ since: clock.date() - 75 * MINUTE - 1, reportedAt: clock.date() - 1 });
	});

	test.each([
		['that began by a clock that was ahead begins now', { since: MINUTE }, { since: 0, reportedAt: undefined }, 0],
		[
			'told by such a clock counts as told now',
			{ since: -90 * MINUTE, reportedAt: MINUTE },
			{ since: -90 * MINUTE, reportedAt: 0 },
			0,
		],
		[
			'told an hour ago is told again',
			{ since: -90 * MINUTE, reportedAt: -60 * MINUTE },
			{ since: -90 * MINUTE, reportedAt: 0 },
			1,
		],
		[
			'told less than an hour ago is not',
			{ since: -90 * MINUTE, reportedAt: 1 - 60 * MINUTE },
			{ since: -90 * MINUTE, reportedAt: 1 - 60 * MINUTE },
			0,
		],
	])('%s', (_, known: { since: number; reportedAt?: number }, expected, told) => {
		const at = (moment?: number): number | undefined => (moment === undefined ? undefined : clock.date() + moment);
		memory.noteFailedPoll(clock.date() + known.since);
		if (known.reportedAt !== undefined) memory.noteOutageReport(clock.date() + known.reportedAt);
		const { context, errors } = pollContext();
		onPollError(context, memory, service('unavailable'), false);
		expect(memory.outage).toEqual({ since: at(expected.since), reportedAt: at(expected.reportedAt) });
		expect(errors).toHaveLength(told);
	});
});
