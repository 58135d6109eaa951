import { idNamesOf, isKnown, type JsonObject, realIdOf, type ServiceDetails } from '../../contract';
import type { Call } from '../request';

/** A value of an id field; empty for none. Of a number that JavaScript rounds, the other digits are lost. */
const idPart = (value: unknown): string =>
	typeof value === 'number' && !Number.isSafeInteger(value) ? '' : (realIdOf(value) ?? '');

/** An id as people read it: the first of its parts. */
const shownId = (id: string): string => id.trim().replace(/\n.*/s, '').slice(0, 80);

/** A page, compared with those before it. */
interface Compared {
	/** The rows that the list gives for it. */
	given: JsonObject[];
	/** Rows of the page that stood on no page of this reading. Those without an id count among them. */
	fresh: number;
	/** Rows that another reading has given. */
	known: number;
}

/**
 * The rows of a list, told apart by their ids. One whose id stood on another page has moved while the list was read: the
 * first is kept. Once a page has shown an id twice, ids tell nothing, and all rows come. Rows without an id pass.
 */
export class SeenRows {
	/** An id that a page has shown twice. */
	shared: string | undefined;

	/** Pages of which no row had an id. */
	pagesWithoutId = 0;

	/** The readings that brought rows without an id. */
	readonly withoutId = new Set<number>();

	/** Each id, with the reading that has shown it last. */
	private readonly ids = new Map<string, number>();

	/** Rows that were left out because they have moved. */
	private held: Array<readonly [id: string, record: JsonObject]> = [];

	private reading = 0;

	private readonly fields: readonly string[];

	private readonly besides: readonly string[];

	constructor({ endpoint }: Pick<Call, 'endpoint'>, details: ServiceDetails = {}) {
		const { ids = [], idsWith = [] } = isKnown(endpoint) ? endpoint : {};
		this.fields = idNamesOf(ids, details);
		this.besides = idsWith;
	}

	/** The ids of records that have moved and come once. */
	get moved(): string[] {
		return [...new Set(this.held.map(([id]) => shownId(id)))];
	}

	/** The list is read once more, with another filter: what is known already hasn't moved. */
	begin(): void {
		this.reading++;
	}

	take(records: JsonObject[]): Compared {
		const ids = records.map((record) => this.idOf(record));
		const onPage = new Set<string>();
		for (const id of ids) {
			if (id !== undefined && onPage.has(id)) this.shared ??= shownId(id);
			if (id !== undefined) onPage.add(id);
		}
		if (records.length > 0 && onPage.size === 0) this.pagesWithoutId++;
		const compared: Compared = { given: [], fresh: 0, known: 0 };
		if (this.shared !== undefined) compared.given = this.held.splice(0).map(([, record]) => record);
		records.forEach((record, index) => this.compare(record, ids[index], compared));
		for (const id of onPage) this.ids.set(id, this.reading);
		return compared;
	}

	private compare(record: JsonObject, id: string | undefined, compared: Compared): void {
		if (id === undefined) this.withoutId.add(this.reading);
		const seen = id === undefined ? undefined : this.ids.get(id);
		if (seen !== this.reading) compared.fresh++;
		if (id === undefined || seen === undefined || this.shared !== undefined) compared.given.push(record);
		else if (seen === this.reading) this.held.push([id, record]);
		else compared.known++;
	}

	/** All ids of a record together, because one of them alone may be that of something else. */
	private idOf(record: JsonObject): string | undefined {
		const parts = (fields: readonly string[]): string => fields.map((field) => idPart(record[field])).join('\n');
		const id = parts(this.fields);
		if (id.trim() === '') return undefined;
		return this.besides.length === 0 ? id : `${id}\n${parts(this.besides)}`;
	}
}
