import type { IDataObject } from 'n8n-workflow';
import type { JsonObject } from '../../contract';
import { CommonFailure, type Row, splitIntoBatches } from '../../operations/batches';
import { notSentError } from '../../operations/runReport';
import { settle, type OutageDetector } from '../../transport';
import { createBatch } from './createBatch';
import { createEmployeeOnce } from './createOnce';
import { type Planned, stepFor, type Stop, type UpsertResults, type UpsertRun } from './upsertPlan';
import { queryKey } from './batchWrite';

/** Attachments make a request large: a row with one gets a batch of its own. */
const kindOf = ({ licence, person }: Planned): string =>
	`${queryKey(person)} ${licence?.attachments === undefined ? '' : person.item.itemIndex}`;

const creationRow = ({ person: { item, body }, licence }: Planned): Row => ({
	item,
	body: { ...(body as IDataObject), ...(licence === undefined ? {} : { licenses: [licence] }) },
});

/** The creations of a run, batch after batch. */
export class NewPeople {
	/** People whom another run has created meanwhile, with what is left to do for them. */
	readonly late: Planned[] = [];

	private readonly commonFailure = new CommonFailure();

	private readonly byItem = new Map<number, Planned>();

	private readonly run: UpsertRun;

	private readonly results: UpsertResults;

	private readonly outage: OutageDetector;

	constructor(run: UpsertRun, results: UpsertResults, outage: OutageDetector) {
		this.run = run;
		this.results = results;
		this.outage = outage;
	}

	async create(planned: readonly Planned[], stop: Stop): Promise<void> {
		const fresh = planned.filter(({ step }) => step.action === 'create');
		for (const one of fresh) this.byItem.set(one.person.item.itemIndex, one);
		const indexOf = ({ person }: Planned): string => String(person.item.itemIndex);
		for (const batch of splitIntoBatches(fresh, this.run.batchSize, indexOf, kindOf)) {
			await this.sendHalving(batch.map(creationRow));
			if (batch.some(({ person }) => 'error' in (this.results[person.item.itemIndex] ?? {}))) stop?.();
		}
	}

	/**
	 * Sends rows in one request; bisects a batch that the service itself has refused, once it is known that none of it was
	 * created.
	 */
	private async sendHalving(rows: Row[]): Promise<void> {
		const [first] = rows;
		if (first === undefined) return;
		if (rows.length === 1) return await this.sendAlone(first);
		if (this.outage.lasts) {
			for (const { item } of rows) this.results[item.itemIndex] = { error: notSentError(item) };
			return;
		}
		const { resend, refusal, createdElsewhere } = await createBatch(rows, this.run, this.results, this.outage);
		if (resend.length > 0) await this.sendAgain(resend, refusal);
		else if (refusal === undefined && createdElsewhere.length < rows.length) this.commonFailure.succeeded();
		for (const row of createdElsewhere) await this.sendAlone(row);
	}

	/** After a row of identical failures, two rows stand for the whole batch. */
	private async sendAgain(rows: Row[], refusal: unknown): Promise<void> {
		const { commonFailure } = this;
		const middle = Math.ceil(rows.length / 2);
		if (!commonFailure.explains(refusal)) {
			await this.sendHalving(rows.slice(0, middle));
			await this.sendHalving(rows.slice(middle));
			return;
		}
		const isProbe = (index: number): boolean => index === 0 || index === middle;
		for (const row of rows.filter((_, index) => isProbe(index))) await this.sendAlone(row);
		const others = rows.filter((_, index) => !isProbe(index));
		if (!commonFailure.explains(refusal)) return await this.sendHalving(others);
		for (const { item } of others) this.results[item.itemIndex] = { error: commonFailure.withAdvice(refusal) };
	}

	private async sendAlone({ item, body }: Row): Promise<void> {
		const planned = this.byItem.get(item.itemIndex);
		if (planned === undefined) return;
		const { by, creations } = this.run;
		const made = this.outage.lasts
			? { error: notSentError(item) }
			: await settle(createEmployeeOnce(planned.person, body, by, creations));
		const result = 'error' in made ? made : made.result;
		if ('found' in result) {
			this.late.push(lateOf(planned, result.found));
			return;
		}
		this.outage.note(result);
		if ('error' in result) this.commonFailure.failedAlone(result.error);
		else this.commonFailure.succeeded();
		this.results[item.itemIndex] = result;
	}
}

/** The plan for a row whose employee has been created meanwhile. */
const lateOf = (planned: Planned, record: JsonObject): Planned => ({
	...planned,
	step: stepFor(record, planned.person.body),
});
