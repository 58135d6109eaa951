// New people for Staff → Create or Update, and a service with three employees that makes them.
import { beforeEach } from '@jest/globals';
import type { IDataObject } from 'n8n-workflow';
import type { Bench } from '../../support/bench.mts';
import { inCollections } from '../../support/collections.mts';
import type { Canned, Seen } from '../../support/recorder.mts';
import { SheetService } from '../../support/sheetService.mts';
import { employees } from '../../support/staffRows.mts';

export const upsert = (options: IDataObject = {}): IDataObject => ({
	resource: 'staff',
	operation: 'upsert',
	columns: { mappingMode: 'autoMapInputData', value: null },
	...inCollections(options),
});
export const keepGoing = { onError: 'continueRegularOutput' } as const;
export const html = { body: '<html>Sign in</html>', headers: { 'content-type': 'text/html' } };
export const fresh = (index: number): IDataObject => ({
	firstName: 'New',
	lastName: `L${index}`,
	email: `new${index}@example.com`,
});
export { errorOf } from '../../support/staffRows.mts';
export const isPost = ({ method }: Seen): boolean => method === 'POST';
export const names = (...indexes: number[]): string[] => indexes.map((index) => `L${index}`);
export const once = (count: number): Record<string, number> =>
	Object.fromEntries(Array.from({ length: count }, (_, index) => [`new${index}@example.com`, 1]));

export type Answer = (seen: Seen) => Promise<Canned | 'cut'> | Canned | 'cut';

/** A service of its own for each test. */
export class NewPeopleService {
	service = new SheetService(3);

	private readonly bench: Bench;

	constructor(bench: Bench) {
		this.bench = bench;
		beforeEach(() => {
			this.service = new SheetService(3);
			bench.recorder.answer(this.service.rule);
		});
	}

	/** The last names in each request that created people. */
	readonly posts = (): unknown[][] =>
		this.bench.recorder.seen.filter(isPost).map((seen) => employees(seen).map(({ lastName }) => lastName));

	/** How often each address is there: more than once is somebody who was made twice. */
	readonly made = (): Record<string, number> => {
		const counts: Record<string, number> = {};
		for (const { email } of this.service.people.slice(3)) counts[email] = (counts[email] ?? 0) + 1;
		return counts;
	};

	/** The service takes the first of the employees only, or all of them, before it answers otherwise. */
	readonly take = async (seen: Seen, count: number): Promise<Canned> => {
		const part = { ...seen, body: { employees: employees(seen).slice(0, count) } };
		return (await this.service.rule(part)) as Canned;
	};

	/** Answers the first request that creates several people in another way. */
	readonly answerOnce = (answer: Answer): void => {
		let isFirst = true;
		this.bench.recorder.answer(async (seen) => {
			if (!isPost(seen) || !isFirst) return await this.service.rule(seen);
			isFirst = false;
			return await answer(seen);
		});
	};
}
