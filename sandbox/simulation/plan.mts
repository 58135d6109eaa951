import { Random } from '../seed/random.mts';
import type { Step } from '../store/steps.mts';

// Plans a day as a pure function of a seed: who is late, who doesn't come, when reports are written. Times in epoch
// milliseconds.

const second = 1000;
const minute = 60 * second;
const hour = 60 * minute;
const planDays = 24 * hour;

/** Nobody should be on duty for longer. */
export const longDuty = 12 * hour;

/** A generator for each planned thing, so that the result doesn't depend on the order of planning. */
export function randomFor(seed: number, ...parts: readonly number[]): Random {
	let hash = 2_166_136_261 ^ seed;
	for (const part of parts) {
		for (const half of [part % 4_294_967_296, Math.floor(part / 4_294_967_296)])
			hash = Math.imul(hash ^ half, 16_777_619);
	}
	return new Random(hash);
}

/** Courses of a shift. Assigned in turn, so that every day has all of them. */
const fates = [
	'onTime',
	'late',
	'onTime',
	'absent',
	'onTime',
	'offSite',
	'staysLate',
	'onTime',
	'silent',
	'neverOut',
	'leavesOffSite',
	'onTime',
	'refilled',
	'rejected',
	'blank',
] as const;
type Fate = (typeof fates)[number];

/** A shift with what has happened to it so far. */
export interface OpenShift {
	id: number;
	start: number;
	end: number;
	timeIn: number | null;
	timeOut: number | null;
}

/** Assigns the courses of shifts: the same for the same seed and shifts, each at least once in fifteen. */
export function dealFates(seed: number, shifts: readonly OpenShift[]): Map<number, Fate> {
	const dealt = shifts
		.map((shift) => ({ id: shift.id, lot: randomFor(seed, 1, shift.id, shift.start).next() }))
		.sort((a, b) => a.lot - b.lot);
	return new Map(dealt.map(({ id }, index) => [id, fates[index % fates.length] ?? 'onTime']));
}

/** The steps of a shift from the moment `from` on. */
export function planShift(shift: OpenShift, fate: Fate, seed: number, from: number): Step[] {
	const random = randomFor(seed, 2, shift.id, shift.start);
	const { id, start, end } = shift;
	const steps: Step[] = [];
	const add = (at: number, deed: string, args: Step['args'] = {}): void =>
		void steps.push({ at, deed, args: { shiftId: id, ...args } });
	const begins = start >= from;
	const isLeft = fate === 'refilled' || fate === 'rejected' || fate === 'blank';
	const comes = shift.timeIn !== null || (begins && fate !== 'absent' && fate !== 'rejected' && fate !== 'blank');
	// The guard drops out some hours before. Somebody else takes the shift in time, or nobody does.
	if (begins && isLeft) {
		const left = Math.max(from, start - random.between(3, 20) * hour);
		add(left, 'leaveShift', { how: fate === 'blank' ? 'blank' : 'rejected' });
		if (fate === 'refilled') add(left + (start - left) / 2, 'takeShift');
	}
	if (begins) add(start, 'beginShift');
	if (begins && comes)
		add(start + (fate === 'late' ? random.between(17, 55) : random.between(-12, 9)) * minute, 'clockIn');
	if (begins && fate === 'absent') add(start + random.between(20, 35) * minute, 'callGuard');
	for (let sent = start + 2 * hour; comes && sent < end - 10 * minute; sent += 3 * hour) {
		if (sent < from) continue;
		const quiet = random.chance(0.1);
		const slow = random.chance(0.12);
		const unanswered = quiet || (fate === 'silent' && sent - start < 3 * hour);
		add(sent, 'sendCheck', {
			answerAfter: unanswered ? null : (slow ? random.between(12, 25) : random.between(1, 8)) * minute,
			followUpAfter: random.between(14, 28) * minute,
		});
	}
	if (shift.timeIn !== null && shift.timeIn + longDuty >= from) add(shift.timeIn + longDuty, 'stayLong');
	if (end >= from) add(end, 'endShift');
	if (comes && shift.timeOut === null && fate !== 'neverOut') {
		const late = fate === 'staysLate' ? random.between(35, 95) : random.between(-5, 20);
		const at = Math.max(end + late * minute, from + minute);
		add(at, 'clockOut');
		add(Math.max(at, end) + random.between(10, 120) * minute, 'submitTimesheet');
	}
	// A clock-in before `from` can't be backdated any more; it happens now at the earliest.
	return steps.map((step) => ({ ...step, at: Math.max(step.at, from) }));
}

/** A manager's decisions about something that was submitted at `at`, in their order. */
export function planDecisions(
	seed: number,
	subject: number,
	at: number,
): Array<{ at: number; change: 'submit' | 'approve' | 'reject' }> {
	const random = randomFor(seed, 3, subject, at);
	const courses = [
		['approve'],
		['approve'],
		['approve'],
		['reject', 'submit', 'approve'],
		['approve', 'reject', 'submit', 'approve'],
	] as const;
	let moment = at;
	// Assigned in turn, so that every day has all of them.
	const course = courses[(subject + seed) % courses.length] ?? courses[0];
	return course.map((change) => {
		moment += random.between(10, 120) * minute;
		return { at: moment, change };
	});
}

/** Events of 24 hours besides shifts, starting at `from`. */
export function planDay(seed: number, from: number): Step[] {
	const random = randomFor(seed, 4, from);
	const sometime = (): number => from + random.between(1, planDays / second - 60) * second;
	const several = (count: number, deed: string, args: () => Step['args'] = () => ({})): Step[] =>
		Array.from({ length: count }, () => ({
			at: sometime(),
			deed,
			args: { lot: random.between(1, 2 ** 31), ...args() },
		}));
	const bursts = several(3, 'login').flatMap(({ at, args }) =>
		Array.from({ length: random.between(5, 14) }, (_, index) => ({
			at: at + index * random.between(8, 30) * second,
			deed: 'login',
			args: { ...args, failed: 1, burst: 1 },
		})),
	);
	const hourly = Array.from({ length: 24 }, (_, index) => ({
		at: from + index * hour,
		deed: 'lookAtLicences',
		args: {},
	}));
	// A licence whose expiry day is entered reaches a threshold a few hours later.
	const expiring = [0, 7, 14, 30, 60, 0].flatMap((daysLeft) =>
		several(1, 'enterExpiry', () => ({ daysLeft, hours: random.between(1, 10) })),
	);
	return [
		...several(12, 'writeReport'),
		...several(50, 'login', () => ({ failed: 0, burst: 0 })),
		...several(6, 'login', () => ({ failed: 1, burst: 0 })),
		...bursts,
		...several(2, 'joinStaff'),
		// The last of them is never clocked out, except by the service.
		...[4, 9, 24].flatMap((hours) => several(1, 'startUnscheduled', () => ({ hours }))),
		...expiring,
		...several(2, 'renewLicence'),
		...hourly,
		{ at: from + planDays, deed: 'planDay', args: {} },
	].sort((a, b) => a.at - b.at);
}
