import { settle, type Connection } from '../../transport';
import type { OperationItem } from '../types';

const turns = new WeakMap<Connection['breakers'], Promise<unknown>>();

/**
 * The files of a run, one after another: side by side, each would hold its pages in memory. Where a failure ends the run,
 * those that wait are not made any more.
 */
export async function oneFileAtATime<Result>(
	{ connection: { breakers }, context }: OperationItem,
	work: () => Promise<Result>,
): Promise<Result> {
	const before = turns.get(breakers) ?? Promise.resolve();
	const mine = (context.continueOnFail() ? settle(before) : before).then(work);
	turns.set(breakers, mine);
	return await mine;
}
