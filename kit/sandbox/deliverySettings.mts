// How the sandbox delivers in tests.

/** How long n8n may take to answer a delivery: a busy machine may pause for long. */
export const answerWithinMs = 60_000;

/** Failed deliveries are retried at once: no test waits for the service's delays. */
export const againAtOnce = { timeoutMs: answerWithinMs, retryDelaysMs: [200, 200] };
