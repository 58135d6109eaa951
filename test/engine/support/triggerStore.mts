import { DataDeduplicationService } from 'n8n-core';
import type {
	DeduplicationScope,
	ICheckProcessedContextData,
	ICheckProcessedOptions,
	IDataDeduplicator,
} from 'n8n-workflow';

/** n8n's store as it is in the database: reads, then writes, without a lock between the two. */
export class Store implements IDataDeduplicator {
	/** What would be in the table: a list for each node. */
	rows = new Map<string, string[]>();

	/** The same as sets: n8n keeps thousands of keys, and a set for each call would take most of a test's time. */
	private readonly sets = new WeakMap<readonly string[], Set<string>>();

	broken = false;

	/** So many of the next accesses fail. */
	failures = 0;

	/** Forgets the connection of the process, but not the table. */
	private async table(): Promise<Map<string, string[]>> {
		await new Promise((resolve) => setImmediate(resolve));
		if (this.broken || this.failures-- > 0) throw new Error('SQLITE_BUSY: database is locked');
		return this.rows;
	}

	async checkProcessedAndRecord(
		items: string[],
		scope: DeduplicationScope,
		{ workflow, node }: ICheckProcessedContextData,
		options: ICheckProcessedOptions,
	) {
		const place = `${workflow.id}/${scope === 'node' ? node?.id : ''}`;
		const known = (await this.table()).get(place) ?? [];
		const noted = this.sets.get(known) ?? new Set(known);
		this.sets.set(known, noted);
		const processed = items.filter((item) => noted.has(item));
		const fresh = items.filter((item) => !noted.has(item));
		const all = [...known, ...fresh];
		const dropped = options.maxEntries ? all.splice(0, all.length - options.maxEntries) : [];
		const table = await this.table();
		// Another call that read the same rows may have written meanwhile, and taken their set along.
		if (this.sets.delete(known)) {
			for (const item of fresh) noted.add(item);
			for (const item of dropped) noted.delete(item);
			this.sets.set(all, noted);
		}
		table.set(place, all);
		return { new: fresh, processed };
	}

	async removeProcessed(
		items: string[],
		scope: DeduplicationScope,
		{ workflow, node }: ICheckProcessedContextData,
	): Promise<void> {
		const place = `${workflow.id}/${scope === 'node' ? node?.id : ''}`;
		const known = [...((await this.table()).get(place) ?? [])];
		const gone = new Set(items);
		(await this.table()).set(
			place,
			known.filter((item) => !gone.has(item)),
		);
	}

	async clearAllProcessedItems(): Promise<void> {}

	async getProcessedDataCount(): Promise<number> {
		return await Promise.resolve(0);
	}
}

/** n8n takes one store for the life of a process, and one of Jest's runs many test files. */
export async function useStore(store = new Store()): Promise<Store> {
	Reflect.set(DataDeduplicationService, 'instance', undefined);
	await DataDeduplicationService.init(store as never);
	return store;
}
