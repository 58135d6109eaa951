// n8n's ways of polling, as settings of its process.

/** Which parts of n8n's durable engine are on: none, its scheduler alone, or its cursors as well. */
export const pollEngines = {
	memory: {},
	scheduler: { N8N_SCHEDULER_ENABLED: 'true', N8N_SCHEDULER_POLL_TRIGGERS_ENABLED: 'true' },
	durable: {
		N8N_SCHEDULER_ENABLED: 'true',
		N8N_SCHEDULER_POLL_TRIGGERS_ENABLED: 'true',
		N8N_POLLER_DURABLE_CURSORS_ENABLED: 'true',
	},
} as const;

export type PollEngine = keyof typeof pollEngines;

export const isPollEngine = (name: string): name is PollEngine => Object.hasOwn(pollEngines, name);
