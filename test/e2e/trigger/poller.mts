// Other triggers beside ours: one that polls a feed of the test, and one that keeps a rule. Both write the workflow's
// static data back as they knew it.
import type { WorkflowFile, WorkflowNode } from '../../../kit/n8n/workflows.mts';
import { serve } from '../../../kit/servers/between.mts';
import type { Listening } from '../../../kit/servers/loopback.mts';
import { everyFiveSeconds } from '../pollTimes.mts';

export interface Feed extends Listening {
	/** Adds an entry that is newer than all before. */
	add: () => void;
}

/** A feed that begins with one entry. */
export async function startFeed(): Promise<Feed> {
	const day = (count: number): string => new Date(Date.UTC(2040, 0, count)).toUTCString();
	let entries = 1;
	const item = (count: number): string =>
		`<item><title>Entry ${count}</title><link>http://127.0.0.1/${count}</link><pubDate>${day(count)}</pubDate></item>`;
	const listening = await serve(() => {
		const items = Array.from({ length: entries }, (_, index) => item(entries - index)).join('');
		return {
			headers: { 'content-type': 'application/rss+xml' },
			body: `<?xml version="1.0"?><rss version="2.0"><channel><title>Feed</title>${items}</channel></rss>`,
		};
	});
	return { ...listening, add: () => void (entries += 1) };
}

/** n8n's own trigger for feeds. */
export const feedTrigger = (feed: Feed): WorkflowNode => ({
	id: 'poller',
	name: 'Feed',
	type: 'n8n-nodes-base.rssFeedReadTrigger',
	typeVersion: 1,
	position: [0, 200],
	parameters: { feedUrl: feed.url, pollTimes: everyFiveSeconds },
});

const HALF_AN_HOUR = 30;

/**
 * n8n's own schedule: every five hours, a rule that it keeps in static data. There is one for each minute of the next
 * half hour, so that one of them falls due soon after whatever the test does, however busy the machine is.
 */
export function scheduleTrigger(): WorkflowNode {
	const now = new Date().getMinutes();
	const interval = Array.from({ length: HALF_AN_HOUR }, (_, minutes) => ({
		field: 'hours',
		hoursInterval: 5,
		triggerAtMinute: (now + minutes) % 60,
	}));
	return {
		id: 'poller',
		name: 'Schedule',
		type: 'n8n-nodes-base.scheduleTrigger',
		typeVersion: 1.2,
		position: [0, 200],
		parameters: { rule: { interval } },
	};
}

/** The same workflow with another trigger beside those it has. */
export const beside = (file: WorkflowFile, other: WorkflowNode): WorkflowFile => ({
	...file,
	nodes: [...file.nodes, other],
});

/** The same workflow without our trigger. */
export const withoutOurs = (file: WorkflowFile): WorkflowFile => ({
	...file,
	nodes: file.nodes.filter(({ webhookId }) => webhookId === undefined),
	connections: {},
});
