// The service as a sender of deliveries: signs, sends a number of them side by side, and counts what is accepted.
import { createHmac } from 'node:crypto';
import http from 'node:http';

export interface Delivery {
	body: string;
	signature: string;
}

let last = 900_000;

/** The notification that a timesheet was approved, each of another timesheet. */
export function deliveries(count: number, secret: string): Delivery[] {
	return Array.from({ length: count }, () => {
		last += 1;
		const body = JSON.stringify({
			eventType: 'timesheet',
			event: 'approve',
			timesheetId: last,
			status: 'Approved',
			staffName: 'Mira Castellano',
			customerName: 'Harbour Logistics',
			siteName: 'Gate 4, North Wharf',
			scheduledStartTime: '2026-03-02T06:00:00.000Z',
			scheduledEndTime: '2026-03-02T18:00:00.000Z',
			occurredDateTime: '2026-03-03T01:20:00.000Z',
		});
		return { body, signature: createHmac('sha256', secret).update(body).digest('hex') };
	});
}

function post(agent: http.Agent, url: string, { body, signature }: Delivery): Promise<number> {
	return new Promise((resolve, reject) => {
		const headers = {
			'content-type': 'application/json',
			'content-length': Buffer.byteLength(body),
			'webhooks-signature': signature,
		};
		const request = http.request(url, { method: 'POST', agent, headers, timeout: 60_000 }, (response) => {
			response.resume();
			response.once('end', () => resolve(response.statusCode ?? 0));
			response.once('error', reject);
		});
		request.once('timeout', () => request.destroy(new Error('A delivery was not answered.')));
		request.once('error', reject);
		request.end(body);
	});
}

/** Sends them all, so many at a time; returns how often which status was answered. */
export async function send(url: string, all: readonly Delivery[], atOnce: number): Promise<Map<number, number>> {
	const agent = new http.Agent({ keepAlive: true, maxSockets: atOnce });
	const statuses = new Map<number, number>();
	const waiting = [...all];
	const worker = async (): Promise<void> => {
		for (let next = waiting.pop(); next !== undefined; next = waiting.pop()) {
			const status = await post(agent, url, next);
			statuses.set(status, (statuses.get(status) ?? 0) + 1);
		}
	};
	try {
		await Promise.all(Array.from({ length: atOnce }, worker));
		return statuses;
	} finally {
		agent.destroy();
	}
}
