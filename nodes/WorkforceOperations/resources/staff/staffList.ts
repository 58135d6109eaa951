import { endpoints, type JsonObject } from '../../contract';
import { additionalQuery } from '../../form/additionalParameters';
import type { OperationItem } from '../../operations/types';
import { type Call, type Incomplete, pages } from '../../transport';
import { Directory } from './directory';

/** A page, and the minimum of pages still to come. */
interface StaffPage {
	records: JsonObject[];
	left: number;
	/** Why people may be missing though the list was read to its end. */
	incomplete?: Incomplete;
}

/**
 * The staff list, or its free-text search. Active people come first: the flag's “false” may mean everybody, or the
 * inactive only (undocumented).
 */
export async function* staffPages(item: OperationItem, searchText?: string): AsyncGenerator<StaffPage> {
	for (const isActive of ['true', 'false']) {
		const call: Call = {
			endpoint: endpoints['staff.getAll'],
			query: { isActive, searchText },
			additionalQuery: additionalQuery(item),
			itemIndex: item.itemIndex,
		};
		const others = isActive === 'true' ? 1 : 0;
		for await (const { records, next, incomplete } of pages(item.connection, call))
			yield { records, left: (next === undefined ? 0 : 1) + others, incomplete };
	}
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
