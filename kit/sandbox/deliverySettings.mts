// How the sandbox delivers in tests.

/** How long n8n may take to answer a delivery: a machine that does other things may stand still for long. */
export const answerWithinMs = 60_000;

/** Deliveries that fail are tried again at once: no test waits for the service's patience. */
export const againAtOnce = { timeoutMs: answerWithinMs, retryDelaysMs: [200, 200] };
