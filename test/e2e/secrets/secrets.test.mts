// Keys, tokens and signing secrets in real n8n: used in every way, then looked for in everything that n8n writes or shows.
import { afterAll, beforeAll, describe, expect, jest, test } from '@jest/globals';
import { newestVersion } from '../../../kit/n8n/versions.mts';
import { startTimeoutMs } from '../../../kit/n8n/installation.mts';
import { Deeds } from './runs.mts';
import { impatience, mistakes } from './mistakes.mts';
import { placesInDatabase, placesInFiles, placesInRest, type Place } from './places.mts';
import type { Secret } from './recorder.mts';
import { spellings, wayNames } from './spellings.mts';
import { startSecretsWorld, type SecretsWorld } from './world.mts';

jest.setTimeout(600_000);

/** Where which secret was found, each place once. */
function search(places: Place[], secrets: Secret[]): string[] {
	const needles = secrets.flatMap(({ what, value }) => spellings(value).map((needle) => ({ what, needle })));
	const found = places.flatMap(({ where, text }) =>
		needles.filter(({ needle }) => text.includes(needle)).map(({ what }) => `${what}: ${where}`),
	);
	return [...new Set(found)].sort();
}

/** Where every n8n trigger keeps its secret, and the output of the operations whose purpose is to show it once. */
const allowed = [
	/^signing secret: workflow\.staticData\..*ecret$/,
	/^signing secret: database workflow_entity\.staticData\..*ecret$/,
	/^secret that was asked for: execution\.data\.resultData\.runData\.Create\.data\.main\.json\.secretToken$/,
	/^secret that was asked for: execution\.data\.resultData\.runData\.Rotate\.data\.main\.json\.secretToken$/,
	/^secret that was asked for: database execution_data\.data\..*\.(Create|Rotate)\.data\.main\.json\.secretToken$/,
];

/** The newest n8n only: the search wants an n8n of its own, which it may end and look into. */
describe(`n8n ${newestVersion()}`, () => {
	let running: SecretsWorld | undefined;
	let deeds: Deeds;
	let places: Place[] = [];
	let secrets: Secret[] = [];

	async function doEverything(): Promise<void> {
		await deeds.good();
		await deeds.reads();
		await deeds.asking();
		await deeds.trigger();
		await mistakes(deeds);
		await impatience(deeds);
		await deeds.canary();
	}

	beforeAll(async () => {
		running = await startSecretsWorld(newestVersion());
		const { session, n8n, recorder, dataFolder } = running;
		deeds = new Deeds(running);
		// n8n waits between its attempts at a trigger: time for everything else.
		await Promise.all([deeds.failingTrigger(), doEverything()]);
		places = [...deeds.said, ...(await placesInRest(session))];
		await n8n.stop();
		places.push(...placesInDatabase(dataFolder), ...placesInFiles(dataFolder), { where: 'log', text: n8n.log() });
		secrets = [...deeds.secrets, ...recorder.secrets];
	}, startTimeoutMs);

	afterAll(async () => {
		places = [];
		await running?.stop();
	});

	test('all of it was done: what should succeed did, and every mistake was one', () => {
		const refused = (name: string): boolean => /^(Mistake: |Too many tokens)|wrong|odd|silence|web page/i.test(name);
		const expected = Object.keys(deeds.runs).map((name) => {
			if (name.startsWith('forged')) return [name, '403'];
			return [name, expect.stringMatching(refused(name) ? /^error/i : /^(success|OK)$/)];
		});
		expect(deeds.runs).toEqual(Object.fromEntries(expected));
		expect(Object.keys(deeds.runs).filter(refused).length).toBeGreaterThan(25);
		const kinds = ['API key', 'subscription key', 'token', 'signing secret', 'secret that was asked for'];
		expect(secrets.map(({ what }) => what)).toEqual(expect.arrayContaining(kinds));
	});

	test('no key, token or secret is in log, executions, workflows, credentials, files or the database’s plain columns', () => {
		expect(search(places, secrets).filter((line) => !allowed.some((rule) => rule.test(line)))).toEqual([]);
	});

	test('a signing secret is in the trigger’s static data, and in the output for whoever asked for one', () => {
		const found = search(places, secrets);
		expect(allowed.filter((rule) => !found.some((line) => rule.test(line)))).toEqual([]);
	});

	test('the search would find them: harmless texts in the same places, in every spelling', () => {
		const found = search(places, deeds.canaries);
		const output = 'data.resultData.runData.Plant.data.main.json';
		const wanted = [
			...wayNames.map((way) => `${way}: execution.${output}.${way}`),
			...wayNames.map((way) => `${way}: database execution_data.${output}.${way}`),
			'hexadecimal: workflow.nodes.parameters.jsonOutput',
			'hexadecimal: database workflow_entity.nodes.parameters.jsonOutput',
			'in a credential: credential.data.subscriptionKeyHeader',
			'in the name of the trigger: log',
			'in the name of the trigger: file n8nEventLog.log',
		];
		expect(wanted.filter((line) => !found.includes(line))).toEqual([]);
	});
});
