// What the tests of writing staff share: operations, rows of a sheet, and a service with any number of employees.
import { beforeEach } from '@jest/globals';
import type { IDataObject } from 'n8n-workflow';
import type { Result, RunOptions } from '../../../../kit/core/engine.mts';
import { type Bench, useBench } from '../../support/bench.mts';
import type { Canned, Seen } from '../../support/recorder.mts';
import { SheetService, tally } from '../../support/sheetService.mts';
import { employees, errorOf } from '../../support/staffRows.mts';

/** An operation that takes its fields from the columns of the items. */
export const staff = (operation: string, more: IDataObject = {}): IDataObject => ({
	resource: 'staff',
	operation,
	dataToSend: 'columns',
	columns: { mappingMode: 'autoMapInputData', value: null },
	...more,
});
export const upsert = staff('upsert');
export const byNumber = staff('upsert', { matchBy: 'employeeId' });
export const preview = staff('upsert', { options: { previewOnly: true } });
/** Each new person in a request of their own. */
export const oneByOne = staff('upsert', { advanced: { batchSize: 1 } });

export const times = <T,>(count: number, make: (index: number) => T): T[] =>
	Array.from({ length: count }, (_, index) => make(index));
export const itemsOf = (rows: IDataObject[]): Array<{ json: IDataObject }> => rows.map((json) => ({ json }));
/** A row that says what the service holds already. */
export const same = (index: number): IDataObject => ({
	firstName: `First${index}`,
	lastName: `Last${index}`,
	email: `p${index}@example.com`,
});
/** A row of somebody new. */
export const fresh = (index: number): IDataObject => ({ ...same(index), email: `new${index}@example.com` });
/** What was done for each row; null where that isn't known. */
export const actions = (json: IDataObject[]): unknown[] =>
	json.map(({ action, error }) => action ?? (error ? 'error' : null));
export const messages = (json: IDataObject[]): unknown[] => json.map((row) => errorOf(row).message);
/** What was done for each row, or the words of its error. */
export const told = (json: IDataObject[]): unknown[] =>
	json.map((row) => (row.error ? errorOf(row).message : row.action));

export const html: Canned = { body: '<html>Sign in</html>', headers: { 'content-type': 'text/html' } };
export const envelope = (data: unknown, more: IDataObject = {}): Canned => ({
	body: { status: { code: 0, errorMessage: '' }, data, ...more } as IDataObject,
});
export const isPost = ({ method }: Pick<Seen, 'method'>): boolean => method === 'POST';
export const isSearch = ({ path }: Pick<Seen, 'path'>): boolean => path.endsWith('/search');
export const isList = ({ method, path }: Seen): boolean => method === 'GET' && path.endsWith('/staffs');
export const isLicences = ({ path }: Pick<Seen, 'path'>): boolean => path.endsWith('/licenses');

type Run = (rows: IDataObject[], parameters?: IDataObject, options?: RunOptions) => Promise<Result>;

interface StaffBench {
	bench: Bench;
	/** Anew for each test, with as many employees as the test file says. */
	service: SheetService;
	/** Begins anew with another number of employees. */
	employ(count: number): void;
	/** Changes what the service holds of somebody. */
	set(index: number, fields: IDataObject): void;
	/** Answers every request about licences with these. */
	holdLicences(...licences: IDataObject[]): void;
	/** The list of the active shows these alone, and says of how many it is; that of the inactive is empty. */
	showOnly(people: IDataObject[], totalRecordCount: number): void;
	/** Create or Update, unless the parameters say otherwise. */
	run: Run;
	/** With Continue On Fail. */
	keepGoing: Run;
	/** Expects success and returns the records. */
	ok(...given: Parameters<Run>): Promise<IDataObject[]>;
	/** The employees in all requests of a method. */
	sent(method: 'POST' | 'PATCH'): IDataObject[];
	writes(): Seen[];
	/** How often each kind of request was sent. */
	requests(): Record<string, number>;
}

export function useStaff(count: number): StaffBench {
	const bench = useBench();
	const service = new SheetService(count);
	const employ = (number: number): void => {
		const { rule: _, ...fields } = new SheetService(number);
		Object.assign(service, fields);
	};
	beforeEach(() => {
		employ(count);
		bench.recorder.answer(service.rule);
	});
	const run: Run = async (rows, parameters = upsert, options = {}) =>
		await bench.run('developer', parameters, { items: itemsOf(rows), ...options });
	return {
		bench,
		service,
		employ,
		set: (index, fields) => void Object.assign(service.people[index] ?? {}, fields),
		holdLicences(...licences) {
			service.instead = (seen) => (isLicences(seen) ? envelope(licences) : undefined);
		},
		showOnly(people, totalRecordCount) {
			service.instead = (seen) =>
				isList(seen) ? envelope(seen.query.isActive === 'true' ? people : [], { totalRecordCount }) : undefined;
		},
		run,
		keepGoing: async (rows, parameters, options) =>
			await run(rows, parameters, { node: { onError: 'continueRegularOutput' }, ...options }),
		ok: async (rows, parameters = upsert, options = {}) =>
			await bench.ok('developer', parameters, { items: itemsOf(rows), ...options }),
		sent: (method) =>
			bench.recorder.seen.filter((seen) => seen.method === method && seen.path.endsWith('/staffs')).flatMap(employees),
		writes: () => bench.recorder.seen.filter(({ method }) => method !== 'GET'),
		requests: () => tally(bench.recorder.seen),
	};
}

interface NewPeople extends StaffBench {
	/** The last names in each request that created people. */
	posts(): unknown[][];
	/** How often each address is there: more than once is somebody who was made twice. */
	made(): Record<string, number>;
	/** The service takes the first of the employees only, or all of them, before it answers otherwise. */
	take(seen: Seen, count: number): Promise<Canned>;
	/** Answers the first request that creates several people in another way. */
	answerOnce(answer: (seen: Seen) => Promise<Canned | 'cut'> | Canned | 'cut'): void;
}

export const names = (...indexes: number[]): string[] => indexes.map((index) => `Last${index}`);
export const once = (count: number): Record<string, number> =>
	Object.fromEntries(times(count, (index) => [`new${index}@example.com`, 1]));

/** A service with three employees, and what becomes of the people whom it is to make. */
export function useNewPeople(): NewPeople {
	const used = useStaff(3);
	const { bench, service } = used;
	return {
		...used,
		posts: () => bench.recorder.seen.filter(isPost).map((seen) => employees(seen).map(({ lastName }) => lastName)),
		made() {
			const counts: Record<string, number> = {};
			for (const { email } of service.people.slice(3)) counts[email] = (counts[email] ?? 0) + 1;
			return counts;
		},
		async take(seen, count) {
			return (await service.rule({ ...seen, body: { employees: employees(seen).slice(0, count) } })) as Canned;
		},
		answerOnce(answer) {
			let isFirst = true;
			bench.recorder.answer(async (seen) => {
				if (!isPost(seen) || !isFirst) return await service.rule(seen);
				isFirst = false;
				return await answer(seen);
			});
		},
	};
}
