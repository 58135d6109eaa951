// A sandbox for tests in which n8n dies: it does not give up soon.
import { startSandbox, type Sandbox } from '../../sandbox/index.mts';
import { answerWithinMs } from './deliverySettings.mts';

/** When it tries again what n8n did not take. */
export const retryAfterMs = 60_000;

/**
 * Retries fall due when the test moves the clock, so that none meets an n8n that is just starting: for a moment before its
 * webhooks are there, n8n answers 200 (“n8n is starting up. Please wait”) to whatever comes, and it is lost.
 */
export const startPatientSandbox = (ratePerMinute = 60): Promise<Sandbox> =>
	startSandbox({
		port: 0,
		ratePerMinute,
		deliveries: { timeoutMs: answerWithinMs, retryDelaysMs: Array<number>(50).fill(retryAfterMs) },
	});
