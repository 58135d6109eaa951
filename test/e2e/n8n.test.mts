// What a user does, in real n8n, with every version that kit/tools/ names; or in the one n8n that `npm test -- e2e --url` names. Nothing
// here may need n8n's process: what does is in the other files.
import { afterAll, beforeAll, describe, jest } from '@jest/globals';
import { n8nVersions, newestVersion } from '../../kit/n8n/versions.mts';
import { elsewhereIn } from '../../kit/n8n/elsewhere.mts';
import { startTimeoutMs } from '../../kit/n8n/installation.mts';
import { reachWorld, startWorld, type World } from '../../kit/n8n/world.mts';
import { isWhole } from '../night.mts';
import { agentSuite } from './suites/agent.mts';
import { browserSuite } from './suites/browser.mts';
import { credentialSuite } from './suites/credentials.mts';
import { deliverySuite } from './suites/deliveries.mts';
import { firstWorkflowSuite } from './suites/firstWorkflow.mts';
import { installationSuite } from './suites/installation.mts';
import { oneCredentialSuite } from './suites/oneCredential.mts';
import { listFilesSuite } from './suites/listFiles.mts';
import { otherNamesSuite } from './suites/otherNames.mts';
import { provisionSuite } from './suites/provision.mts';
import { recipeSuite } from './suites/recipe.mts';
import { secretsSuite } from './suites/secrets.mts';
import { sheetColumnsSuite } from './suites/sheetColumns.mts';
import { tickedFieldsSuite } from './suites/tickedFields.mts';

jest.setTimeout(600_000);

const elsewhere = elsewhereIn(process.env);

describe.each(elsewhere ? [elsewhere.url] : n8nVersions)('n8n %s', (version) => {
	let running: World | undefined;
	const world = (): World => {
		if (!running) throw new Error(`n8n ${version} did not start.`);
		return running;
	};

	beforeAll(async () => {
		running = await (elsewhere ? reachWorld(elsewhere) : startWorld(version));
	}, startTimeoutMs);

	afterAll(async () => {
		await running?.stop();
	});

	describe('installation', () => installationSuite(world));
	describe('credential', () => credentialSuite(world));
	describe('one credential', () => oneCredentialSuite(world));
	describe('recipe', () => recipeSuite(world));
	describe('deliveries', () => deliverySuite(world));
	describe('lists as files', () => listFilesSuite(world));
	describe('agent', () => agentSuite(world));
	describe('secrets', () => secretsSuite(world));
	if (elsewhere || version === newestVersion()) {
		describe('other names', () => otherNamesSuite(world));
		describe('npm start', () => provisionSuite(world));
		describe('browser', () => {
			firstWorkflowSuite(world);
			if (!isWhole) return;
			browserSuite(world);
			sheetColumnsSuite(world);
			tickedFieldsSuite(world);
		});
	}
});
