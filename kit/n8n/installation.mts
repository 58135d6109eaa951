// What every world begins with: a temporary folder with the packed package installed, for n8n to be started in.
import fs from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { makePlace, type Place } from './place.mts';
import { startTogether, type Stops } from '../lib/stops.mts';

/** Installing n8n may be part of it when only this suite is run. */
export const startTimeoutMs = 20 * 60_000;

export interface Stage extends Place {
	/** Whatever is started on the stage is put here at once. */
	stops: Stops;
}

/** Sets a stage for n8n of this version, and starts a world on it. Its `stop` ends everything and removes the folder. */
export const onStage = <World extends object>(
	name: string,
	version: string,
	start: (stage: Stage) => Promise<World>,
): Promise<World & { stop: () => Promise<void> }> =>
	startTogether(async (stops) => {
		const folder = fs.mkdtempSync(path.join(fs.realpathSync(os.tmpdir()), `workforce-${name}-`));
		stops.add(() => fs.rmSync(folder, { recursive: true, force: true, maxRetries: 5 }));
		return start({ ...(await makePlace(folder, version)), stops });
	});
