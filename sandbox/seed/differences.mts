// The differences between roster, clock, pay and invoice in some timesheets of every week. All others of `months`
// agree.
import { dayMs } from '../core/zones.mts';

const minute = 60_000;

/** The entries in a timesheet after its shift; times are epoch milliseconds. */
interface Entered {
	payStart: number;
	payEnd: number;
	clockOut: number | null;
	payBreak: number;
	invoiceBreak: number;
	decided: number | null;
	/** The client's decision after the approval. */
	client: string;
	notes: Array<{ note: string; createdBy: string }>;
	/** Examples of a difference are never rejected. */
	isExample: boolean;
}

type Differs = (end: number, entered: Entered, now: number) => Partial<Entered>;

const AGAIN = 'Approved again: the paid end time was corrected after payment.';

const differences: readonly Differs[] = [
	function breakMoreInInvoice(_end, { payBreak }) {
		return { invoiceBreak: payBreak + 30 };
	},
	function clockOutForgotten() {
		return { clockOut: null };
	},
	function paidBeyondRoster(end) {
		return { payEnd: end + 90 * minute, clockOut: end + 95 * minute };
	},
	function approvedWeekLate(end) {
		return { decided: end + 8 * dayMs };
	},
	function approvedAgain(end, { notes }, now) {
		const decided = end + 15 * dayMs;
		if (decided > now) return {};
		return { payEnd: end + 45 * minute, decided, notes: [...notes, { note: AGAIN, createdBy: 'Dana Whitlock' }] };
	},
	function clientHasNotApproved() {
		return { client: 'Pending' };
	},
	function noBreakInInvoice() {
		return { invoiceBreak: 0 };
	},
	function noBreakAtAll() {
		return { payBreak: 0, invoiceBreak: 0 };
	},
];

const EVERY = 3;

/**
 * The difference for each of these shifts, oldest first. Every third shift of a week gets the next difference, each
 * once.
 */
export function differing<Shift extends { start: number }>(
	shifts: readonly Shift[],
	isOver: (shift: Shift) => boolean,
): Array<Differs | undefined> {
	const counts = new Map<number, number>();
	return shifts.map((shift) => {
		if (!isOver(shift)) return undefined;
		// Day 0 was a Thursday; weeks begin on Monday.
		const week = Math.floor((shift.start / dayMs + 3) / 7);
		const count = (counts.get(week) ?? 0) + 1;
		counts.set(week, count);
		return count % EVERY === 0 ? differences[count / EVERY - 1] : undefined;
	});
}

/** The entries: as planned, with the difference. If old enough, the timesheet is decided on. */
export function enteredOf(
	{ start, end }: { start: number; end: number },
	planned: Pick<Entered, 'clockOut' | 'payBreak' | 'decided' | 'notes'>,
	submitted: number | null,
	differs: Differs | undefined,
	now: number,
): Entered {
	const agreed = {
		...planned,
		payStart: start,
		payEnd: end,
		invoiceBreak: planned.payBreak,
		client: 'Approved',
		isExample: differs !== undefined,
	};
	if (differs === undefined) return agreed;
	const due = submitted === null || now - end < 2 * dayMs ? null : submitted + 10 * 60 * minute;
	const entered = { ...agreed, decided: agreed.decided ?? due, ...differs(end, agreed, now) };
	return { ...entered, decided: (entered.decided ?? now) < now ? entered.decided : null };
}
