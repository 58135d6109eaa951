// Counts the runs: the workflow of the test reports each of them here.
import http from 'node:http';
import { bodyOf, listen } from './loopback.mts';

/** The report of one run: the event it ran for. */
export type Report = Record<string, unknown>;

/** Identifies an event: the record, what happened to it, and when. */
export const keyOf = ({ event, timesheetId, payload }: Report): string =>
	`${String(event)} ${String(timesheetId)} ${String((payload as Report | undefined)?.['occurredDateTime'])}`;

export interface Receiver {
	url: string;
	reports: Report[];
	/** Reports to answer with an error, so that the step fails. */
	refuses: (report: Report) => boolean;
	close: () => Promise<void>;
}

export async function startReceiver(): Promise<Receiver> {
	const receiver: Omit<Receiver, 'url' | 'close'> = { reports: [], refuses: () => false };
	const server = http.createServer(async (request, response) => {
		const report = JSON.parse((await bodyOf(request)).toString('utf8')) as Report;
		const refused = receiver.refuses(report);
		receiver.reports.push(report);
		response.writeHead(refused ? 500 : 200, { 'content-type': 'application/json' }).end('{}');
	});
	const { url, close } = await listen(server);
	return Object.assign(receiver, { url, close });
}
