// What is told beside the records of a run and in place of them, and that long work lets others go on.
import { describe, expect, test } from '@jest/globals';
import { NodeApiError } from 'n8n-workflow';
import { Clocks } from '../../../nodes/WorkforceOperations/contract/index.ts';
import { errorItem } from '../../../nodes/WorkforceOperations/operations/runReport.ts';
import { Hints, withDoubts } from '../../../nodes/WorkforceOperations/operations/types.ts';
import { inParts } from '../../../nodes/WorkforceOperations/operations/concurrency.ts';
import { formError, serviceError } from './support.mts';

test('long work lets others go on between its parts', async () => {
	const told: Array<number | string> = [];
	const others = setTimeout(() => told.push('others'), 0);
	const all = Array.from({ length: 1100 }, (_, index) => index);
	const made = await inParts(all, (part) => {
		told.push(part.length);
		return part.flatMap((one) => [one, -one]);
	});
	clearTimeout(others);
	expect(made).toEqual(all.flatMap((one) => [one, -one]));
	expect(told).toEqual([500, 'others', 500, 100]);
	expect(await inParts([], () => told)).toEqual([]);
});

test.each([
	[0, 4, 'Times are local. No site’s time zone is known, so all times are in Europe/London.'],
	[4, 4, 'Times are in each site’s local time.'],
	[3, 4, 'Times are local: in the site’s time zone for 3 of 4 records, and in Europe/London for the others.'],
])('where %i of %i records tell their clocks, local times are told as theirs: %s', (told, of, words) => {
	const hints = new Hints();
	for (let index = 0; index < of; index++) {
		const clocks = new Clocks(index < told ? { timeZone: 'Asia/Tokyo' } : {}, 'Europe/London');
		hints.times.note(clocks, 'Europe/London', true);
	}
	expect(hints.all.map(({ message }) => message)).toEqual([words]);
	expect(new Hints().all).toEqual([]);
});

test('what can’t be read of times is told once each, and not all of hundreds', () => {
	const hints = new Hints();
	for (const timeZone of ['EST', 'EST', 'Asia/Tokyo', ...Array.from({ length: 300 }, (_, index) => `Zone ${index}`)])
		hints.times.note(new Clocks({ timeZone }, 'Europe/London'), 'Europe/London');
	const [{ message = '', type = '' } = {}, ...others] = hints.all;
	expect({ type, others }).toEqual({ type: 'warning', others: [] });
	expect(message).toMatch(
		/^Unreadable times or time zones: timeZone “EST”, timeZone “Zone 0”, .*“Zone 8” and more\. .* Europe\/London\.$/,
	);
});

describe('Hints of a run', () => {
	const location = 'outputPane';
	const told = (speak: (hints: Hints) => void): unknown => {
		const hints = new Hints();
		speak(hints);
		return hints.all;
	};

	test('are told once each, in the order in which they came up', () => {
		expect(
			told((hints) => {
				hints.say('b');
				hints.say('a', 'warning');
				hints.say('b');
			}),
		).toEqual([
			{ message: 'b', type: 'info', location },
			{ message: 'a', type: 'warning', location },
		]);
	});

	test('name the fields that no record has had', () => {
		const message = expect.stringMatching(/^No record has “nmae”, “Id”\. Check the spelling in Output Fields/);
		expect(
			told((hints) => {
				hints.asked('nmae', false);
				hints.asked('late', false);
				hints.asked('late', true);
				hints.asked('early', true);
				hints.asked('early', false);
				hints.asked('Id', false);
				hints.asked('nmae', false);
			}),
		).toEqual([{ message, type: 'warning', location }]);
		expect(told((hints) => hints.asked('id', true))).toEqual([]);
	});

	test('of requests are no warning', () => {
		const hints = told((own) => own.used({ sent: 31, left: 29, perMinute: 60 }));
		expect(hints).toEqual([
			{ message: expect.stringMatching(/^31 requests; 29 left this minute\./), type: 'info', location },
		]);
	});

	test('tell of the statuses of shifts, the most frequent first, and of records that moved', () => {
		const words = told((hints) => {
			for (const status of ['x'.repeat(41), ' VOID ', 'VOID']) hints.oddStatus(status);
			for (const moved of [['1', '2'], ['2']]) hints.read({ moved });
		}) as Array<{ message: string; type: string }>;
		expect(words.map(({ type, message }) => [type, message])).toEqual([
			['warning', expect.stringMatching(/^2 records moved to another page .* ID 1, 2\.$/)],
			['info', `Shifts without a clock-in that don’t count as no-shows, by status: VOID 2, ${'x'.repeat(40)} 1.`],
		]);
	});
});

test.each([
	[undefined, 0, {}],
	[{ reason: 'lines' }, 1, { reason: 'lines', doubts: 1 }],
	[{ doubts: 2 }, 3, { doubts: 5 }],
] as const)('what is told of rows, %j, with %i more doubts is %j', (rows, more, all) =>
	expect(withDoubts(rows, more)).toEqual(all),
);

describe('An item of its own for what went wrong', () => {
	test('holds what the service said, and nothing that it didn’t say', () => {
		const said = { message: 'Taken', description: 'Why.', httpCode: '409', code: 'E1', traceId: 't-1' };
		const error = { ...said, description: 'Why. Trace ID for the service’s support team: t-1.' };
		expect(errorItem(serviceError(said), 3)).toEqual({ json: { error }, pairedItem: { item: 3 } });
		const { json } = errorItem(serviceError({ message: 'Taken' }), 0);
		expect(Object.keys(json.error as object)).toEqual(['message']);
	});

	test('holds the words of the form, and the status that n8n’s own errors have', () => {
		const { json, pairedItem } = errorItem(formError('Fill it in.'), 1);
		expect({ json, pairedItem }).toEqual({
			json: { error: { message: 'Empty', description: 'Fill it in.' } },
			pairedItem: { item: 1 },
		});
		expect(Object.keys(json.error as object)).toEqual(['message', 'description']);
		const position: [number, number] = [0, 0];
		const node = { name: 'n', type: 't', typeVersion: 1, id: 'n', position, parameters: {} };
		const error = new NodeApiError(node, { message: 'x' }, { message: 'x', httpCode: '418' });
		expect(errorItem(error, 0).json.error).toMatchObject({ message: 'x', httpCode: '418' });
	});
});
