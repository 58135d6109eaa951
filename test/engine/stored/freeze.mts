// Run by `npm run freeze` alone: writes what the packed package stores into the folder of its version.
import { afterAll, expect, test } from '@jest/globals';
import { startSandbox } from '../../../sandbox/index.mts';
import { freezeCredentials } from './freezeCredentials.mts';
import { freezeDeduplication, freezeRegistrations } from './freezeTrigger.mts';
import { freezeWatch } from './freezeWatch.mts';
import { freezeWorkflows } from './freezeWorkflows.mts';
import { type FrozenFolder, frozenVersions, writeFolder } from './frozenForms.mts';
import { packedPackage } from './packedPackage.mts';
import { StillWorld } from './stillWorld.mts';

const world = new StillWorld();
afterAll(() => world.end());

test('a version leaves something of every form', async () => {
	const version = process.env.WORKFORCE_FREEZE ?? '';
	const load = await packedPackage();
	const sandbox = await startSandbox({
		ratePerMinute: 100_000,
		clockStart: new Date(world.now),
		variant: 'default',
		data: { timesheets: 1 },
	});
	try {
		const folder: FrozenFolder = {
			watch: await freezeWatch(world, sandbox, load),
			registrations: await freezeRegistrations(world, sandbox, load),
			deduplication: await freezeDeduplication(world, sandbox, load),
			credentials: await freezeCredentials(world, sandbox, load),
			workflows: freezeWorkflows(load),
		};
		writeFolder(version, folder);
		expect(frozenVersions()).toContain(version);
	} finally {
		await sandbox.close();
	}
}, 300_000);
