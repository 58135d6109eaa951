import type { IDataObject } from 'n8n-workflow';

/** Rows between two collections, in bytes of JSON. A collection costs about a quarter of a second of processor time. */
const EVERY = 4 * 2 ** 20;

/** More than the growth of memory outside of its heap (64 MB) that V8 puts up with. */
const PRESSURE = 80 * 2 ** 20;

/**
 * Makes V8 collect garbage while many rows pass. By itself, in a process that was started not long ago and has memory to
 * spare, it waits for some hundred MB of pages that nobody needs any more: measured in n8n 2.41.1, a CSV file of 100,000
 * rows took 162 to 228 MB so, and 33 to 42 MB with it. What V8 counts is a buffer's size: one that is never written to takes no memory.
 */
export class MemoryPressure {
	private bytes = 0;

	/** Rows that are done with one page later. */
	add(rows: readonly IDataObject[]): void {
		this.bytes += rows.length * JSON.stringify(rows[0] ?? '').length;
		if (this.bytes < EVERY) return;
		this.bytes = 0;
		try {
			void new ArrayBuffer(PRESSURE);
		} catch {
			// Where no such buffer can be had, V8 collects as it would without.
		}
	}
}
