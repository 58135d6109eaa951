// One key against one sandbox key: every request goes to both services, and the answers' shapes are compared.
import { createHash, randomBytes } from 'node:crypto';
import type { PackageContract } from '../docs/sources.mts';
import { differencesOf, recordsIn, type Difference, type Seen } from './differences.mts';
import { fill, fillUnknown, needOf, opens, readable, type Bag, type Endpoint, type Filled } from './plan.mts';
import { type Reading, Readings } from './readings.mts';
import type { Answer, Query, Service } from './service.mts';
import { envelopeOf } from './shape.mts';

interface Side {
	status: number;
	envelope: string;
	/** Whether the answer holds records. */
	records: boolean;
	/** Hash of the id that was asked for; another one in every run. */
	subject?: string;
}

interface Call {
	endpoint: string;
	keyType: string;
	/** The kind of request, such as `first page` or `token refused`. */
	probe: string;
	service: Side;
	sandbox: Side;
	differences: Difference[];
}

interface Skipped {
	endpoint: string;
	keyType: string;
	probe: string;
	reason: string;
}

export interface Pairing {
	calls: Call[];
	skipped: Skipped[];
	/** The service's answers to the choices that the document leaves open. */
	readings: Reading[];
}

/** The page size of an endpoint that has a next page. */
const paged = ({ paging, pageSize }: Endpoint): Pick<Endpoint, 'pageSize'> =>
	paging.kind === 'none' ? {} : { pageSize };

const PAGE = 50;
const SMALL_PAGE = 2;

const salt = randomBytes(16);
const hashed = (id: string): string => `#${createHash('sha256').update(salt).update(id).digest('hex').slice(0, 8)}`;

const side = (answer: Seen, subject?: string): Side => ({
	status: answer.status,
	envelope: envelopeOf(answer.shape),
	records: recordsIn(answer),
	...(subject === undefined ? {} : { subject: hashed(subject) }),
});

/** Both services, the one being compared first. */
type Both<T> = readonly [service: T, sandbox: T];

export class Pair {
	private readonly contract: PackageContract;
	private readonly services: Both<Service>;
	private readonly bags: Both<Bag>;
	/** Endpoints whose refusals were already compared with another key. */
	private readonly seen: Set<string>;
	private readonly result: Pairing;

	/** Adds to `result` after each call, so that results before a failure are kept. */
	constructor(contract: PackageContract, services: Both<Service>, bags: Both<Bag>, seen: Set<string>, result: Pairing) {
		this.contract = contract;
		this.services = services;
		this.bags = bags;
		this.seen = seen;
		this.result = result;
	}

	private get keyType(): string {
		return this.services[1].keyType ?? '';
	}

	async run(): Promise<void> {
		const { scopes } = this.services[1];
		for (const endpoint of readable(this.contract)) {
			if (!opens(endpoint, this.keyType, scopes)) {
				await this.refusal(endpoint);
			} else if (!this.seen.has(endpoint.id)) {
				this.seen.add(endpoint.id);
				await this.read(endpoint);
			}
		}
	}

	private async ask(
		endpoint: Endpoint,
		probe: string,
		filled: Both<Filled>,
		send: (service: Service, filled: Filled) => Promise<Answer>,
	): Promise<Both<Answer>> {
		const answers = [await send(this.services[0], filled[0]), await send(this.services[1], filled[1])] as const;
		this.result.calls.push({
			endpoint: `GET ${endpoint.path}`,
			keyType: this.keyType,
			probe,
			service: side(answers[0], filled[0].subject),
			sandbox: side(answers[1], filled[1].subject),
			differences: differencesOf(answers[0], answers[1]),
		});
		return answers;
	}

	private skip(endpoint: Endpoint, probe: string, reason: string): void {
		this.result.skipped.push({ endpoint: `GET ${endpoint.path}`, keyType: this.keyType, probe, reason });
	}

	private async read(endpoint: Endpoint): Promise<void> {
		const unknown = fillUnknown(endpoint);
		const one = (service: Service, { path, query }: Filled): Promise<Answer> => service.get(path, query);
		if (unknown) await this.ask(endpoint, 'unknown id', [unknown, unknown], one);
		const filled = [fill(endpoint, this.bags[0]), fill(endpoint, this.bags[1])] as const;
		const [mine, theirs] = filled;
		if (mine === undefined || theirs === undefined) {
			const who = mine === undefined ? this.services[0].name : this.services[1].name;
			this.skip(endpoint, 'read', `${who} returned no ${needOf(endpoint)?.what ?? 'record'} to ask for.`);
			return;
		}
		const { pageSize } = paged(endpoint);
		const size: Query = pageSize === undefined ? {} : { [pageSize.parameter]: String(PAGE) };
		const probe = pageSize === undefined ? 'read' : 'first page';
		const answers = await this.ask(endpoint, probe, [mine, theirs], (service, { path, query }) =>
			service.get(path, { ...query, ...size }),
		);
		answers.forEach((answer, index) => this.bags[index]?.set(endpoint.id, this.recordsOf(endpoint, answer)));
		await this.nextPage(endpoint, [mine, theirs]);
		this.result.readings.push(...(await new Readings(this.contract, this.services[0]).of(endpoint, mine)));
		await this.ask(endpoint, 'token refused', [mine, theirs], (service, { path, query }) =>
			service.get(path, query, true),
		);
	}

	/**
	 * How an endpoint refuses a key of another type. Endpoints that need an id are skipped, because there is no id to
	 * use.
	 */
	private async refusal(endpoint: Endpoint): Promise<void> {
		const filled = needOf(endpoint) === undefined ? fill(endpoint, new Map()) : undefined;
		if (filled === undefined) return;
		await this.ask(endpoint, 'key refused', [filled, filled], (service, { path, query }) => service.get(path, query));
	}

	private async nextPage(endpoint: Endpoint, filled: Both<Filled>): Promise<void> {
		const { pageSize } = paged(endpoint);
		if (pageSize === undefined) return;
		const size = { [pageSize.parameter]: String(SMALL_PAGE) };
		const short = filled.map(({ path, query }): Filled => ({ path, query: { ...query, ...size } })) as [Filled, Filled];
		const first = await this.ask(endpoint, 'short page', short, (service, { path, query }) => service.get(path, query));
		const targets = [this.targetBehind(endpoint, first[0], short[0]), this.targetBehind(endpoint, first[1], short[1])];
		const [mine, theirs] = targets.map((path): Filled | undefined =>
			path === undefined ? undefined : { path, query: {} },
		);
		if (mine === undefined || theirs === undefined) {
			const who = mine === undefined ? this.services[0].name : this.services[1].name;
			this.skip(endpoint, 'next page', `${who} has no page after ${SMALL_PAGE} rows.`);
			return;
		}
		await this.ask(endpoint, 'next page', [mine, theirs], (service, { path }) => service.getTarget(path));
	}

	/** The address of the next page, by the list's own way of paging. */
	private targetBehind(endpoint: Endpoint, answer: Answer, { path, query }: Filled): string | undefined {
		const { paging } = endpoint;
		const records = this.recordsOf(endpoint, answer);
		if (records.length === 0) return undefined;
		if (paging.kind === 'pageNumber') return `${path}?${new URLSearchParams({ ...query, page: '2' }).toString()}`;
		const page = this.contract.openEnvelope(endpoint.envelope, answer.body);
		const cursor = 'refusal' in page ? undefined : page.next;
		const names = paging.kind === 'lastRow' ? (endpoint.ids ?? []) : [];
		const id = names.map((name) => records.at(-1)?.[name]).find((value) => value !== undefined);
		const next =
			cursor ?? (id === undefined ? undefined : new this.contract.Cursor(`direction=next&referenceId=${String(id)}`));
		if (next === undefined) return undefined;
		const kept = Object.entries(query).filter(([name]) => !next.names.has(name));
		return `${path}?${new URLSearchParams(kept).toString()}&${next.query}`;
	}

	private recordsOf(endpoint: Endpoint, { body, status }: Answer): Array<Record<string, unknown>> {
		if (status !== 200) return [];
		const page = this.contract.openEnvelope(endpoint.envelope, body);
		return 'refusal' in page ? [] : page.records;
	}
}
