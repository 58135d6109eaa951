import type { IPollFunctions } from 'n8n-workflow';
import { type Claims, type EndpointId, endpoints, type JsonObject, readClaims } from '../../contract';
import {
	type Call,
	connect,
	heldTokens,
	type Connection,
	type Incomplete,
	incompleteWords,
	pages,
	settingsFor,
	type Values,
	logAbout,
} from '../../transport';
import { settle } from '../../transport/settle';
import { rateLimiterOf } from '../../transport/rateLimit';
import { clock, unlessAborted } from '../../transport/clock';

/** A list could not be read to the end within the poll's time or requests. */
export class UnfinishedList extends Error {
	/** The records read so far. */
	readonly records: JsonObject[];

	constructor(records: JsonObject[]) {
		super('The service’s list could not be read to the end within one poll. Use a filter to shorten it.');
		this.records = records;
	}
}

/** No page of a list came within the poll's time. */
export class NoAnswerInTime extends Error {
	constructor() {
		super('The service did not answer during the poll');
	}
}

/** How often a waiting poll checks whether it may continue. */
const BUDGET_SLICE_MS = 1000;

/**
 * How long to wait for the data of one record: first for the rate limit, then for the response. It is less than the
 * whole poll, because many other records may follow.
 */
const ONE_RECORD_MS = { budget: 15_000, all: 30_000 };

interface Bounds {
	/** By `clock.now()`. */
	deadline: number;
	/** Maximum of requests; none if only the time is limited. */
	mostRequests?: number;
}

/** Reads lists within the limits of one poll, and counts the records. */
export class PollReader {
	recordsRead = 0;

	private requests = 0;

	/** Lists that have been reported as possibly incomplete. */
	private readonly reported = new Set<string>();

	private readonly connection: Connection;

	private readonly bounds: Bounds;

	private readonly additionalQuery: Values;

	private constructor(connection: Connection, bounds: Bounds, additionalQuery: Values) {
		this.connection = connection;
		this.bounds = bounds;
		this.additionalQuery = additionalQuery;
	}

	/** Opens the credential; throws if the user has to correct it. */
	static async open(
		context: IPollFunctions,
		bounds: Bounds,
		additionalQuery: Values,
		endpoint: EndpointId,
	): Promise<PollReader> {
		const connection = await connect(context);
		// All requests of an event belong to one area.
		connection.settings = settingsFor(connection.settings, endpoints[endpoint].access);
		connection.deadline = bounds.deadline;
		connection.priority = 'poll';
		return new PollReader(connection, bounds, additionalQuery);
	}

	get apiKey(): string {
		return this.connection.settings.apiKey;
	}

	/** The poll's time or requests are used up. */
	get isSpent(): boolean {
		return clock.now() >= this.bounds.deadline || this.requests >= (this.bounds.mostRequests ?? Infinity);
	}

	/** The claims of the token that it reads with; undefined if they can't be read. */
	async claims(): Promise<Claims | undefined> {
		return readClaims((await heldTokens(this.connection, this.connection.settings)).own);
	}

	/** A list that this poll has read may lack records. */
	get hasDoubts(): boolean {
		return this.reported.size > 0;
	}

	/**
	 * Waits until the poll may send a low-priority request: polls leave most of the rate limit to everything else.
	 * False if the poll ends first.
	 */
	async mayGoOn(): Promise<boolean> {
		const { budgetKey, requestsPerMinute } = this.connection.settings;
		while (!this.isSpent) {
			if (rateLimiterOf(budgetKey).leftForPolls(requestsPerMinute) > 0) return true;
			await clock.sleep(Math.min(BUDGET_SLICE_MS, Math.max(1, this.bounds.deadline - clock.now())));
		}
		return false;
	}

	/** A whole list, or its first records up to `limit`. Throws UnfinishedList if the limits of the poll end it. */
	async list(endpoint: EndpointId, query: Values, limit?: number): Promise<JsonObject[]> {
		const call = { endpoint: endpoints[endpoint], query, additionalQuery: this.additionalQuery };
		return await this.read(call, this.bounds.deadline, limit);
	}

	/** As much of a list as can be read within the limits of the poll. */
	async someOf(endpoint: EndpointId, query: Values, limit?: number): Promise<JsonObject[]> {
		const read = await settle(this.list(endpoint, query, limit));
		if ('result' in read) return read.result;
		if (read.error instanceof UnfinishedList) return read.error.records;
		throw read.error;
	}

	/** A whole list that belongs to one record, such as the licences of an employee, or that record alone. */
	async listOf(endpoint: EndpointId, path: NonNullable<Call['path']>, query: Values = {}): Promise<JsonObject[]> {
		const { connection, bounds } = this;
		const until = (ms: number): number => Math.min(bounds.deadline, clock.now() + ms);
		const call = { endpoint: endpoints[endpoint], path, query };
		return await this.read(call, until(ONE_RECORD_MS.all), undefined, {
			...connection,
			deadline: until(ONE_RECORD_MS.budget),
		});
	}

	private async read(call: Call, end: number, limit?: number, connection = this.connection): Promise<JsonObject[]> {
		const records: JsonObject[] = [];
		if (this.isSpent) throw new UnfinishedList(records);
		const walk = pages(connection, call, limit === undefined ? {} : { limit });
		// A request has its own timeout, which may be later than the end of the poll.
		const overdue = clock.deadline(Math.max(0, Math.ceil(end - clock.now())));
		for (;;) {
			const result = await unlessAborted(walk.next(), overdue);
			if (result === undefined) throw records.length === 0 ? new NoAnswerInTime() : new UnfinishedList(records);
			if (result.done) return records;
			const page = result.value;
			this.requests++;
			this.recordsRead += page.records.length;
			for (const record of page.records) records.push(record);
			if (page.incomplete !== undefined) this.warnIncomplete(call.endpoint.path, page.incomplete);
			if (page.next !== undefined && records.length < (limit ?? Infinity) && (this.isSpent || clock.now() >= end))
				throw new UnfinishedList(records);
		}
	}
	/**
	 * Warns once per poll about a list that may be incomplete. The poll continues, because nothing missing from it is
	 * forgotten.
	 */
	private warnIncomplete(path: string, incomplete: Incomplete): void {
		if (this.reported.has(path)) return;
		this.reported.add(path);
		const { context } = this.connection;
		logAbout(context, ': ').warn(`${path}: ${incompleteWords(incomplete)}`);
	}
}
