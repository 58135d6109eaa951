// Takes the webhooks of a service in n8n's place, or in that of anybody else.
import { serve, type Verdict } from './between.mts';

export interface Delivered {
	/** Path and query. */
	url: string;
	body: Buffer;
	signature: string;
}

export interface Inbox {
	url: string;
	/** Oldest first, without those that were asked for by `next`. */
	received: Delivered[];
	/** The oldest one, as soon as there is one. */
	next(): Promise<Delivered>;
	/** What each is answered from now on; 200 until then. */
	answerWith(verdict: Verdict): void;
	close(): Promise<void>;
}

export async function startInbox(): Promise<Inbox> {
	const received: Delivered[] = [];
	const waiting: Array<(delivery: Delivered) => void> = [];
	let verdict: Verdict = {};
	const { url, close } = await serve(({ path, search, headers, raw: body }) => {
		const target = search === '' ? path : `${path}?${search}`;
		const signature = String(headers['webhooks-signature']);
		const delivery = { url: target, body, signature };
		const first = waiting.shift();
		if (first) first(delivery);
		else received.push(delivery);
		return typeof verdict === 'object' ? { body: 'seen', ...verdict } : verdict;
	});
	return {
		url,
		received,
		next: async () => received.shift() ?? (await new Promise<Delivered>((resolve) => waiting.push(resolve))),
		answerWith(next) {
			verdict = next;
		},
		close,
	};
}
