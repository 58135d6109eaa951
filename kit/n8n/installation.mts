// The start of every world: a temporary folder with the packed package installed, in which n8n can be started.
import fs from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { makePlace, type Place } from './place.mts';
import { startTogether, type Stops } from '../lib/stops.mts';

/** Installing n8n may be part of it when only this suite is run. */
export const startTimeoutMs = 20 * 60_000;

export interface Installation extends Place {
	/** Everything started in it is added here at once. */
	stops: Stops;
}

/** Makes an installation of n8n in this version, and starts a world in it. Its `stop` ends everything and removes the folder. */
export const inInstallation = <World extends object>(
	name: string,
	version: string,
	start: (installation: Installation) => Promise<World>,
): Promise<World & { stop: () => Promise<void> }> =>
	startTogether(async (stops) => {
		const folder = fs.mkdtempSync(path.join(fs.realpathSync(os.tmpdir()), `workforce-${name}-`));
		stops.add(() => fs.rmSync(folder, { recursive: true, force: true, maxRetries: 5 }));
		return start({ ...(await makePlace(folder, version)), stops });
	});
