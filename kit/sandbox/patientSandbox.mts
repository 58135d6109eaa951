// A sandbox for tests in which n8n dies: it keeps retrying.
import { startSandbox, type Sandbox } from '../../sandbox/index.mts';
import { answerWithinMs } from './deliverySettings.mts';

/** The delay before a retry. */
export const retryAfterMs = 60_000;

/**
 * Retries are due when the test moves the clock, so that none reaches an n8n that is just starting: before its
 * webhooks are registered, n8n briefly answers 200 (“n8n is starting up. Please wait”) to everything, and the
 * delivery is lost.
 */
export const startPatientSandbox = (ratePerMinute = 60): Promise<Sandbox> =>
	startSandbox({
		port: 0,
		ratePerMinute,
		deliveries: { timeoutMs: answerWithinMs, retryDelaysMs: Array<number>(50).fill(retryAfterMs) },
	});
