// A service with any number of employees, for the tests of sheets: it answers what the real one documents, and counts.
import type { IDataObject } from 'n8n-workflow';
import type { Canned, Rule, Seen } from './recorder.mts';
import { employees } from './staffRows.mts';

export interface Employee extends IDataObject {
	id: number;
	email: string;
}

const shown = [
	'id',
	'firstName',
	'lastName',
	'middle',
	'email',
	'mobile',
	'employeeId',
	'employeeReferenceNumber',
	'gender',
	'subcontractorName',
];

const item = (employee: Employee): IDataObject =>
	Object.fromEntries(shown.map((name) => [name, employee[name === 'middle' ? 'middleName' : name] ?? null]));

const ok = (data: unknown, more: IDataObject = {}): Canned => ({
	body: { status: { code: 0, errorMessage: '' }, data, ...more } as IDataObject,
});

export const refusal = (status: number, message: string): Canned => ({
	status,
	body: { status: { code: status, errorMessage: message }, data: null },
});

export class SheetService {
	readonly people: Employee[] = [];

	/** Ids of those who have left; `isActive=false` lists them alone, the other meaning than the sandbox's. */
	readonly left = new Set<number>();

	/** The most rows of a page, whatever is asked for. */
	largestPage = 500;

	/** What the free-text search of the list looks in. */
	freeText: 'nothing' | 'names' | 'addresses' | 'refused' = 'nothing';

	/** Whom the search by e-mail brings where several have the address. */
	brings: 'first' | 'last' | 'all' = 'first';

	/** Answered in place of what the service would answer; undefined goes on. */
	instead: Rule = () => undefined;

	constructor(count: number) {
		for (let index = 0; index < count; index++) {
			this.people.push({
				id: 1001 + index,
				firstName: `First${index}`,
				lastName: `Last${index}`,
				email: `p${index}@example.com`,
				mobile: `m${index}`,
				employeeId: `E-${index}`,
			});
		}
	}

	private list({ query }: Seen): Canned {
		const inactive = query.isActive === 'false';
		const text = this.freeText === 'nothing' ? '' : (query.searchText ?? '').toLowerCase();
		if (text !== '' && this.freeText === 'refused') return refusal(400, 'There is no parameter searchText.');
		const isMeant = ({ firstName, email }: Employee): boolean =>
			String(this.freeText === 'names' ? firstName : email)
				.toLowerCase()
				.includes(text);
		const all = this.people.filter((one) => this.left.has(one.id) === inactive && isMeant(one));
		const from = query.referenceId ? all.findIndex(({ id }) => id === Number(query.referenceId)) + 1 : 0;
		const size = Math.min(Number(query.limit ?? 20), this.largestPage);
		const rows = all.slice(from, from + size);
		const last = rows.at(-1);
		const next = last && from + size < all.length ? `direction=next&referenceId=${last.id}` : null;
		return ok(rows.map(item), { nextPageParameter: next });
	}

	private search({ query }: Seen): Canned {
		const found = this.people.filter(({ email }) => email.toLowerCase() === query.email?.toLowerCase()).map(item);
		if (found.length === 0) return refusal(404, 'There is no such employee.');
		return ok(this.brings === 'all' && found.length > 1 ? found : found.at(this.brings === 'last' ? -1 : 0));
	}

	private create(seen: Seen): Canned {
		const first = 1001 + this.people.length;
		const rows = employees(seen).map((fields, index) => ({ ...fields, id: first + index }) as unknown as Employee);
		this.people.push(...rows);
		return ok(rows.map(item));
	}

	private update(seen: Seen): Canned {
		const rows = employees(seen).map((fields) => {
			const employee = this.people.find(({ id }) => id === fields.id);
			return employee && Object.assign(employee, fields);
		});
		return rows.includes(undefined)
			? refusal(400, 'There is no such employee.')
			: ok(rows.map((row) => row && item(row)));
	}

	readonly rule: Rule = async (seen) => {
		const instead = await this.instead(seen);
		if (instead !== undefined && instead !== 'cut') return instead;
		const answer = this.answer(seen);
		return instead ?? answer;
	};

	private answer(seen: Seen): Canned {
		if (seen.method === 'POST') return this.create(seen);
		if (seen.method === 'PATCH') return this.update(seen);
		return seen.path.endsWith('/search') ? this.search(seen) : this.list(seen);
	}
}

/** “list 1, search 2, POST 3”: how often each was asked for, in the order of the first. */
export function tally(seen: Seen[]): Record<string, number> {
	const counts: Record<string, number> = {};
	for (const { method, path } of seen) {
		const name =
			method !== 'GET'
				? method
				: path.endsWith('/search')
					? 'search'
					: path.endsWith('/licenses')
						? 'licences'
						: 'list';
		counts[name] = (counts[name] ?? 0) + 1;
	}
	return counts;
}
