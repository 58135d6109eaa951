// Counts the runs: the workflow of the test reports each of them here.
import { serve } from './between.mts';

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
	const { url, close } = await serve(({ body }) => {
		const report = body as Report;
		const refused = receiver.refuses(report);
		receiver.reports.push(report);
		return { status: refused ? 500 : 200, body: {} };
	});
	return Object.assign(receiver, { url, close });
}
