// When n8n polls in tests: much more often than it allows by itself.

/** Every five seconds: n8n refuses less than a minute in one expression, but takes several. */
export const everyFiveSeconds = {
	item: Array.from({ length: 12 }, (_, index) => ({ mode: 'custom', cronExpression: `${index * 5} * * * * *` })),
};
