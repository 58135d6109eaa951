const kept = 10_000;

/** A request to the service as the journal shows it; `key` is the name of an API key, never the key itself. */
export interface JournalRow {
	id: number;
	at: string;
	method: string;
	path: string;
	query: string;
	status: number | null;
	key: string | null;
	/** Why it was refused or disturbed; null if it was served. */
	reason: string | null;
}

/** The last requests to the service, oldest first. In memory only: it is for watching. */
export class Journal {
	private rows: JournalRow[] = [];
	private lastId = 0;

	/** Adds a row when a request arrives; the caller fills in status, key and reason as they become known. */
	open(row: Pick<JournalRow, 'at' | 'method' | 'path' | 'query'>): JournalRow {
		const entry: JournalRow = { id: ++this.lastId, ...row, status: null, key: null, reason: null };
		this.rows.push(entry);
		if (this.rows.length > kept) this.rows = this.rows.slice(-kept / 2);
		return entry;
	}

	since(id: number): JournalRow[] {
		return this.rows.filter((row) => row.id > id);
	}

	clear(): void {
		this.rows = [];
	}

	get size(): number {
		return this.rows.length;
	}
}
