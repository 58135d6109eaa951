// How long a key is held back, in words.
import { describe, expect, test } from '@jest/globals';
import { clock } from '../../../../nodes/WorkforceOperations/transport/clock.ts';
import { explain } from '../../../../nodes/WorkforceOperations/transport/errors/explain.ts';
import { useVirtualTime } from '../support.mts';
import { inEditor } from './inEditor.mts';

useVirtualTime();

const minute = 60_000;
const hour = 60 * minute;

describe('a wait in words', () => {
	const settings = { origin: 'https://service.test' };
	const waiting = (ms: number, timeZone?: string) =>
		inEditor(explain({ status: 429, headers: { 'retry-after': ms / 1000 } }, { settings, timeZone }));

	test.each([
		[0, '1 s'],
		[1000, '1 s'],
		[1001, '2 s'],
		[15 * minute, '900 s'],
	])('%i ms: %s', (ms, span) => {
		expect(waiting(ms)).toMatchObject({
			message: 'The API key has used up its requests for this minute',
			description: expect.stringContaining(`Try again in ${span},`),
		});
	});

	test.each([
		[15 * minute + 1, 'UTC', '10:15'],
		[2 * hour, 'Australia/Brisbane', '22:00'],
		[4 * hour, 'Australia/Brisbane', '2026-11-17 00:00'],
		[16 * hour, 'UTC', '2026-11-17 02:00'],
		[Number.MAX_SAFE_INTEGER * 1000, 'UTC', '+138865-05-08 00:00'],
	])('%i ms in %s: %s', (ms, timeZone, time) => {
		clock.date = () => Date.UTC(2026, 10, 16, 10);
		expect(waiting(ms, timeZone)).toMatchObject({
			message: `The service says to wait until ${time} (${timeZone})`,
			description: expect.stringContaining('Retry-After'),
		});
	});
});
