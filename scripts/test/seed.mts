// The seed for fast-check: from the commit on a change, so that a failure can be reproduced and belongs to it; from
// the date at night, so that the search continues.
import { execFileSync } from 'node:child_process';
import { root } from '../../kit/lib/paths.mts';

/** The commit that is checked out; outside git always the same. */
function commit(): string {
	try {
		return execFileSync('git', ['rev-parse', 'HEAD'], { cwd: root, stdio: ['ignore', 'pipe', 'ignore'] }).toString();
	} catch {
		return '0';
	}
}

export const seedOfCommit = (): number => Number.parseInt(commit().slice(0, 7), 16);

/** Such as 20261231. */
export const seedOfDate = (now = new Date()): number => Number(now.toISOString().slice(0, 10).replaceAll('-', ''));
