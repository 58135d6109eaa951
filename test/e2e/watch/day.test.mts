// A short day of `npm run soak -- watch`: the sandbox at sixty times its pace, with polls and steps that fail and an n8n that dies.
import { describe, expect, jest, test } from '@jest/globals';
import { newestVersion } from '../../../kit/n8n/versions.mts';
import { soakOnce } from '../../../scripts/soak/watch.mts';

jest.setTimeout(20 * 60_000);

describe(`n8n ${newestVersion()}`, () => {
	test('an hour and a half in which it dies twice: nothing is lost, and nothing comes twice without a reason', async () => {
		const said: string[] = [];
		const run = { version: newestVersion(), engine: 'memory', hours: 1.5, kills: 2, seed: 3 } as const;
		const good = await soakOnce(run, (line) => said.push(line));
		console.info(said.join('\n'));
		expect({ good, said: good ? [] : said }).toEqual({ good: true, said: [] });
	});
});
