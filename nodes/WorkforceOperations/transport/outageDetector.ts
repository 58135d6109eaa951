import { MINUTE_MS } from '../contract';
import { ServiceError } from './errors/serviceError';
import { clock } from './clock';
import { type Settled, settle } from './settle';

/** An outage is this many unanswered requests in a row, over at least this long. */
const CLEAR_OUTAGE = 5;

const CLEAR_OUTAGE_MS = MINUTE_MS;

/** An error 500 is an answer: a service may fail on a single record. */
const isUnreachable = ({ kind, httpCode }: ServiceError): boolean =>
	kind === 'network' || kind === 'timeout' || (kind === 'unavailable' && httpCode !== '500');

/** For work on many records or items: once the service is down, the rest isn't sent. */
export class OutageDetector {
	private since: number | undefined;

	private count = 0;

	/** A request that was never sent says nothing about the service. */
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

	/** During an outage the work isn't done, and `notSent` gives the error. */
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
