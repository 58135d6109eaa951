import { isBlank, type JsonObject } from '../../contract';
import { textKey } from '../../operations/same';

/** What tells who a row is about. In bodies and columns `employeeId` is the employee number, and `id` the internal id. */
export type MatchBy = 'email' | 'employeeId' | 'id';

/** The internal id of a record; undefined where it has none that can be used. */
export function usableId({ id }: JsonObject): number | undefined {
	const number = isBlank(id) ? NaN : Number(id);
	return Number.isSafeInteger(number) && number > 0 ? number : undefined;
}

/** Everybody that was read of the staff list, by what rows are matched by. */
export class Directory {
	private readonly people = new Map<number, JsonObject>();

	private readonly byKey: Record<MatchBy, Map<string, Set<number>>> = {
		email: new Map(),
		employeeId: new Map(),
		id: new Map(),
	};

	add(records: JsonObject[]): void {
		for (const record of records) {
			const id = usableId(record);
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

	/** The people with a value: more than one where the service itself has it twice. */
	find(by: MatchBy, value: unknown): JsonObject[] {
		const ids = [...(this.byKey[by].get(textKey(value)) ?? [])];
		return ids.map((id) => this.people.get(id)).filter((record) => record !== undefined);
	}
}
