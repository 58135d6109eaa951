import { settle, type Connection } from '../../transport';
import type { OperationItem } from '../types';

const lastFiles = new WeakMap<Connection['breakers'], Promise<unknown>>();

/**
 * Serialises the files of a run: concurrently, each would hold its pages in memory. If a failure ends the run, queued
 * files are not written.
 */
export async function oneFileAtATime<Result>(
	{ connection: { breakers }, context }: OperationItem,
	work: () => Promise<Result>,
): Promise<Result> {
	const before = lastFiles.get(breakers) ?? Promise.resolve();
	const mine = (context.continueOnFail() ? settle(before) : before).then(work);
	lastFiles.set(breakers, mine);
	return await mine;
}
