import { expect, test } from '@jest/globals';
import { readOptions, sandboxOptions } from '../../../../scripts/start/options.mts';
import { welcome } from '../../../../scripts/start/welcome.mts';

// Without --alive no day runs and time is real; with it a day runs a minute a second. Nothing is watched unless it is asked for.
test.each([
	[[], { alive: undefined, pace: 1, watch: false, variant: undefined, choices: {} }],
	[['--alive'], { alive: 1, pace: 60 }],
	[['--alive', '--seed', '7', '--pace', '600'], { alive: 7, pace: 600 }],
	[['--pace', '5'], { alive: undefined, pace: 5 }],
	[['--watch'], { watch: true }],
])('%j is read', (args, options) => expect(readOptions(args)).toMatchObject(options));

test.each([
	[['--pace', '0'], '--pace takes a whole number from 1 to 3600, not "0".'],
	[['--alive', '--seed', 'x'], '--seed takes a whole number from 0 to 1000000000, not "x".'],
	[['--variant', 'other'], '--variant takes default or contrary, not "other".'],
	[['--choose', 'inactive=none'], '--choose: inactive must be one of all, only, not "none".'],
])('%j is refused in words', (args, words) => {
	expect(() => readOptions(args)).toThrow(words);
});

test('a port that browsers block is refused, for n8n and for the sandbox', async () => {
	// Node's fetch blocks the same ports, by the same standard, before it connects.
	const blocked = [1, 22, 87, 2049, 4190, 5060, 6000, 6566, 6665, 6666, 6667, 6668, 6669, 6679, 6697, 10_080];
	for (const port of blocked) {
		const asked = fetch(`http://127.0.0.1:${port}`).catch((error: Error) => (error.cause as Error).message);
		expect({ port, asked: await asked }).toEqual({ port, asked: 'bad port' });
		for (const name of ['n8n-port', 'sandbox-port'])
			expect(() => readOptions([`--${name}`, String(port)])).toThrow(
				`--${name} can't be ${port}: browsers refuse to open this port.`,
			);
	}
	expect(readOptions(['--n8n-port', '6670', '--sandbox-port', '10081'])).toMatchObject({ n8nPort: 6670 });
});

const sandbox = { url: 'http://sandbox', variant: 'Plays the contrary variant, except inactive=all.' };

test('the welcome says where to watch the day, and that the clock runs fast', () => {
	const text = welcome('http://n8n', sandbox, [], { alive: 7, pace: 60 });
	expect(text).toContain('Open http://sandbox/#day and watch the simulated day (seed 7).');
	expect(text).toContain('60 times as fast as real time');
	expect(text).toContain('Plays the contrary variant, except inactive=all.');
	expect(welcome('http://n8n', sandbox, [], { alive: undefined, pace: 1 })).not.toContain('as fast');
});

test('variant and choices are handed on to the sandbox with the rest', () => {
	const options = readOptions('--variant contrary --choose inactive=all --choose writes=ids --alive'.split(' '));
	if (options === undefined) throw new Error('only help was understood');
	expect(sandboxOptions(options)).toEqual({
		port: 5690,
		data: 'months',
		alive: 1,
		pace: 60,
		variant: 'contrary',
		choices: { inactive: 'all', writes: 'ids' },
	});
});
