import { type JsonObject, usableId } from '../../contract';
import { textKey } from '../../operations/compareValues';
import type { Incomplete } from '../../transport';

/** What tells who a row is about. In bodies and columns `employeeId` is the employee number, and `id` the internal id. */
export type MatchBy = 'email' | 'employeeId' | 'id';

/** Everybody that was read of the staff list, by what rows are matched by. */
export class Directory {
	/** Why somebody may be missing though the list was read to its end. */
	incomplete?: Incomplete;

	private readonly people = new Map<number, JsonObject>();

	private readonly byKey: Record<MatchBy, Map<string, Set<number>>> = {
		email: new Map(),
		employeeId: new Map(),
		id: new Map(),
	};

	/** Employee numbers of records without an id that can be used. */
	private readonly nameless = new Set<string>();

	add(records: JsonObject[]): void {
		for (const record of records) {
			const id = usableId(record.id);
			if (id === undefined) this.nameless.add(textKey(record.employeeId));
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

	/** Whether somebody with this employee number is there, of whom nobody can tell the id. */
	lacksId(employeeId: unknown): boolean {
		return this.nameless.has(textKey(employeeId));
	}

	/** The people with a value: more than one where the service itself has it twice. */
	find(by: MatchBy, value: unknown): JsonObject[] {
		const ids = [...(this.byKey[by].get(textKey(value)) ?? [])];
		return ids.map((id) => this.people.get(id)).filter((record) => record !== undefined);
	}
}
