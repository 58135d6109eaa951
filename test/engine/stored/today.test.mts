// What the package stores today, against the last time that somebody looked at it. Where it differs, think of those whose n8n holds the
// old form; `npm run update` writes it anew. `npm run freeze` keeps it for the version that is released, with the forms.
import fs from 'node:fs';
import { afterAll, expect, test } from '@jest/globals';
import { startSandbox } from '../../../sandbox/index.mts';
import { freezeCredentials } from './freezeCredentials.mts';
import { freezeDeduplication, freezeRegistrations } from './freezeTrigger.mts';
import { freezeWatch } from './freezeWatch.mts';
import { freezeForms, freezeRecipes } from './freezeWorkflows.mts';
import { asText, frozenFile, type Stored, storedToday, todayFile } from './frozenForms.mts';
import { StillWorld } from './stillWorld.mts';

const world = new StillWorld();
afterAll(() => world.end());

test('what is stored is what was stored when somebody last looked at it', async () => {
	const clockStart = new Date(world.now);
	const sandbox = await startSandbox({
		...{ ratePerMinute: 100_000, clockStart, variant: 'default', data: { timesheets: 1 } },
	});
	try {
		const stored: Stored = {
			watch: await freezeWatch(world, sandbox),
			registrations: await freezeRegistrations(world, sandbox),
			deduplication: await freezeDeduplication(world, sandbox),
			credentials: await freezeCredentials(world, sandbox),
		};
		if (process.env.UPDATE_STORED === '1') fs.writeFileSync(todayFile, asText(stored));
		expect(JSON.parse(JSON.stringify(stored))).toEqual(storedToday());
		const [recipes, forms] = [freezeRecipes(), freezeForms()];
		expect(forms.workforceOperations).toContain('timesheet getAll any: options.asFile = "csv"');
		const version = process.env.WORKFORCE_FREEZE;
		// Never over what is there: what a version has stored doesn't change any more.
		if (version !== undefined)
			fs.writeFileSync(frozenFile(version), asText({ ...stored, recipes, forms }), { flag: 'wx' });
	} finally {
		await sandbox.close();
	}
}, 300_000);
