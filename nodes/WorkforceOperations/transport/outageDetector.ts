import { MINUTE_MS } from '../contract';
import { ServiceError } from './errors/serviceError';
import { clock } from './clock';
import { type Settled, settle } from './settle';

/** An outage is this many unanswered requests in succession, over at least this long. */
const CLEAR_OUTAGE = 5;

const CLEAR_OUTAGE_MS = MINUTE_MS;

/** Whether there was no answer. An error 500 is an answer: a service may fail on a single record. */
const isUnreachable = ({ kind, httpCode }: ServiceError): boolean =>
	kind === 'network' || kind === 'timeout' || (kind === 'unavailable' && httpCode !== '500');

/** Detects an outage during requests for many records or items, so that the rest need not be sent. */
export class OutageDetector {
	private since: number | undefined;

	private count = 0;

	/** Notes the result of a request: an error or an answer. A request that was never sent says nothing about the service. */
	note(outcome: { error: unknown } | object): void {
		const error: unknown = 'error' in outcome ? outcome.error : undefined;
		if (error !== undefined && error instanceof ServiceError === false) return;
		if (error === undefined || !isUnreachable(error)) {
			this.since = undefined;
			this.count = 0;
			return;
		}
		this.since ??= clock.now();
		this.count++;
	}

	/** Does the work and notes how it ended; during an outage it isn't done, and `notSent` gives the error. */
	async unlessOutage<Result>(work: () => Promise<Result>, notSent: () => Error): Promise<Settled<Result>> {
		if (this.lasts) return { error: notSent() };
		const tried = await settle(work());
		this.note(tried);
		return tried;
	}

	get lasts(): boolean {
		return this.since !== undefined && this.count >= CLEAR_OUTAGE && clock.now() - this.since >= CLEAR_OUTAGE_MS;
	}
}
