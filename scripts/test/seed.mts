// Where fast-check begins: on a change with the commit, so that a red run can be repeated and belongs to it; at night with the date, so that
// the nights search on.
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
