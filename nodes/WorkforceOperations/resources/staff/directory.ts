import { type JsonObject, usableId } from '../../contract';
import { textKey } from '../../operations/compareValues';
import type { Incomplete } from '../../transport';

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
