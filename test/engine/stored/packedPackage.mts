// The package as the registry would serve it, loaded as n8n does: from the packed tarball.
import fs from 'node:fs';
import path from 'node:path';
import { jest } from '@jest/globals';
import type { WorkforceOperationsApi } from '../../../credentials/WorkforceOperationsApi.credentials.ts';
import { buildIfChanged } from '../../../kit/lib/build.mts';
import { packInto } from '../../../kit/lib/pack.mts';
import { inClone } from '../../../kit/lib/paths.mts';
import { runOrThrow } from '../../../kit/lib/processes.mts';
import type { WorkforceOperations } from '../../../nodes/WorkforceOperations/WorkforceOperations.node.ts';
import type { WorkforceOperationsTrigger } from '../../../nodes/WorkforceOperations/WorkforceOperationsTrigger.node.ts';
import type { WorkforceOperationsWatchTrigger } from '../../../nodes/WorkforceOperations/WorkforceOperationsWatchTrigger.node.ts';

/** One process that has loaded it, and remembers nothing of others. */
export interface LoadedPackage {
	WorkforceOperations: typeof WorkforceOperations;
	WorkforceOperationsTrigger: typeof WorkforceOperationsTrigger;
	WorkforceOperationsWatchTrigger: typeof WorkforceOperationsWatchTrigger;
	WorkforceOperationsApi: typeof WorkforceOperationsApi;
}

/** Where it finds n8n-workflow. */
const home = inClone('node_modules', '.cache', 'workforce-stored');

/** Builds, packs and unpacks it; what is returned loads it anew with each call, as a process that starts. */
export async function packedPackage(): Promise<() => LoadedPackage> {
	await buildIfChanged();
	fs.rmSync(home, { recursive: true, force: true });
	const { file } = await packInto(home);
	await runOrThrow('Unpacking', 'tar', ['-xzf', path.basename(file)], { cwd: home });
	const dist = path.join(home, 'package', 'dist');
	let processes = 0;
	return () => {
		// In another folder it is loaded once more.
		const copy = path.join(home, `process-${++processes}`);
		fs.cpSync(dist, copy, { recursive: true });
		return jest.requireActual<LoadedPackage>(path.join(copy, 'index.js'));
	};
}
