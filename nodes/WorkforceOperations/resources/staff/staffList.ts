import { endpoints, type JsonObject, usableId } from '../../contract';
import { additionalQuery } from '../../form/additionalParameters';
import { textKey } from '../../operations/compareValues';
import type { OperationItem } from '../../operations/types';
import { type Call, type Incomplete, pages } from '../../transport';

/** How rows are matched to employees. In bodies and columns, `employeeId` is the employee number and `id` the internal id. */
export type MatchBy = 'email' | 'employeeId' | 'id';

/** An index of the staff list as far as it was read, by the values that rows are matched by. */
export class Directory {
	/** Why people may be missing though the list was read to its end. */
	incomplete?: Incomplete;

	private readonly people = new Map<number, JsonObject>();

	private readonly byKey: Record<MatchBy, Map<string, Set<number>>> = {
		email: new Map(),
		employeeId: new Map(),
		id: new Map(),
	};

	/** Employee numbers of records that lack a usable id. */
	private readonly numbersWithoutId = new Set<string>();

	add(records: JsonObject[]): void {
		for (const record of records) {
			const id = usableId(record.id);
			if (id === undefined) this.numbersWithoutId.add(textKey(record.employeeId));
			if (id === undefined || this.people.has(id)) continue;
			this.people.set(id, record);
			for (const name of ['email', 'employeeId', 'id'] as const) {
				const key = textKey(record[name]);
				if (key === '') continue;
				const ids = this.byKey[name].get(key) ?? new Set();
				this.byKey[name].set(key, ids.add(id));
			}
		}
	}

	/** Whether somebody has this employee number, but in a record without a usable id. */
	lacksId(employeeId: unknown): boolean {
		return this.numbersWithoutId.has(textKey(employeeId));
	}

	/** The employees with a value; several if the service has it more than once. */
	find(by: MatchBy, value: unknown): JsonObject[] {
		const ids = [...(this.byKey[by].get(textKey(value)) ?? [])];
		return ids.map((id) => this.people.get(id)).filter((record) => record !== undefined);
	}
}

/** A page, and the minimum of pages still to come. */
interface StaffPage {
	records: JsonObject[];
	left: number;
	/** Why people may be missing though the list was read to its end. */
	incomplete?: Incomplete;
}

/**
 * The staff list, or its free-text search. Active people come first: the flag's “false” may mean everybody, or the
 * inactive only (undocumented). So a total of one reading may cover both.
 */
export async function* staffPages(item: OperationItem, searchText?: string): AsyncGenerator<StaffPage> {
	const ids = new Set<unknown>();
	let short: Incomplete | undefined;
	for (const isActive of ['true', 'false']) {
		const call: Call = {
			endpoint: endpoints['staff.getAll'],
			query: { isActive, searchText },
			additionalQuery: additionalQuery(item),
			itemIndex: item.itemIndex,
		};
		const others = isActive === 'true' ? 1 : 0;
		for await (const { records, next, incomplete } of pages(item.connection, call)) {
			for (const { id } of records) ids.add(id);
			const isShort = incomplete?.reason === 'total';
			if (isShort && (incomplete.total ?? 0) > (short?.total ?? 0)) short = incomplete;
			yield { records, left: (next === undefined ? 0 : 1) + others, incomplete: isShort ? undefined : incomplete };
		}
	}
	if (short?.total !== undefined && short.total > ids.size) yield { records: [], left: 0, incomplete: short };
}

/** The staff list as far as it has been read. */
export class StaffList {
	readonly directory = new Directory();

	/** Number of pages read. */
	read = 0;

	/** Minimum of pages still to come, as far as the pages tell. */
	left = 2;

	/** The list has been read to its end, and nothing says that it is incomplete. */
	isWhole = false;

	private readonly pages: AsyncGenerator<StaffPage>;

	constructor(item: OperationItem) {
		this.pages = staffPages(item);
	}

	/** Reads a further page; false at the end of the list. */
	async readOn(): Promise<boolean> {
		const { value, done } = await this.pages.next();
		if (done === true) {
			this.isWhole = this.directory.incomplete === undefined;
			return false;
		}
		this.directory.add(value.records);
		this.directory.incomplete ??= value.incomplete;
		this.read++;
		this.left = value.left;
		return true;
	}

	async readToEnd(): Promise<void> {
		while (await this.readOn());
	}
}
