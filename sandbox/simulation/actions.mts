import { ownCompany } from '../core/keys.mts';
import { dayMs } from '../core/zones.mts';
import { firstUser, users } from '../seed/logins.mts';
import type { Random } from '../seed/random.mts';
import type { World } from '../server/world.mts';
import { forcedOutMs } from '../store/live.mts';
import { selectAll } from '../store/query.mts';
import type { Step } from '../store/steps.mts';
import { decideIncident, decideTimesheet } from './approvals.mts';
import { joinStaff, openTimesheet, writeReport } from './entries.mts';
import { noteLicences, setExpiry } from './licences.mts';
import { signIn } from './logins.mts';
import { longDuty, planDecisions, randomFor } from './plan.mts';
import {
	answerCheck,
	beginShift,
	callGuard,
	clockIn,
	clockOut,
	endShift,
	followUpCheck,
	insertCheck,
	leaveShift,
	startUnscheduled,
	stayLong,
	takeShift,
} from './shifts.mts';

const minute = 60_000;
const hour = 60 * minute;
const manager = 'Dana Whitlock';

/** The context of an action: the world at the step's moment, and a way to schedule further steps. */
export interface ActionContext {
	world: World;
	seed: number;
	/** The step's moment, in epoch milliseconds. */
	at: number;
	args: Step['args'];
	later: (step: Step) => void;
}

type Action = (context: ActionContext) => void;

const shiftOf = ({ args }: ActionContext): number => Number(args.shiftId);

/**
 * Whether the guard is on duty. Steps for a guard who was clocked in by hand meanwhile, or never clocked in, are
 * skipped instead of failing.
 */
const isIn = ({ world, args }: ActionContext): boolean => {
	const [row] = selectAll(world.db, 'SELECT time_in, time_out FROM shifts WHERE id = ?', [Number(args.shiftId)]);
	return typeof row?.time_in === 'number' && row.time_in <= world.clock.now() && row.time_out === null;
};
const isThere = ({ world, args }: ActionContext): boolean =>
	selectAll(
		world.db,
		'SELECT id FROM shifts WHERE id = ? AND time_in IS NULL AND rejected_at IS NULL AND employee_id <> 0',
		[Number(args.shiftId)],
	).length > 0;

/** A random active employee. */
const guardFor = (world: World, random: Random): number =>
	Number(
		random.pick(
			selectAll(world.db, 'SELECT id FROM employees WHERE company_id = ? AND is_active = 1 ORDER BY id', [ownCompany]),
		).id,
	);

function decide(context: ActionContext, what: 'timesheet' | 'incidentreport', id: number): void {
	for (const { at, change } of planDecisions(context.seed, id, context.at))
		context.later({ at, deed: 'decide', args: { what, id, change } });
}

/** All actions of steps, by name. */
export const actions: Readonly<Record<string, Action>> = {
	beginShift: (context) => {
		openTimesheet(context.world, shiftOf(context), randomFor(context.seed, 5, shiftOf(context)));
		beginShift(context.world, shiftOf(context));
	},
	endShift: (context) => endShift(context.world, shiftOf(context)),
	clockIn: (context) => {
		if (!isThere(context)) return;
		clockIn(context.world, shiftOf(context));
		context.later({ at: context.at + longDuty, deed: 'stayLong', args: context.args });
	},
	stayLong: (context) => {
		if (isIn(context)) stayLong(context.world, shiftOf(context));
	},
	leaveShift: ({ world, args }) =>
		void leaveShift(world, Number(args.shiftId), args.how === 'rejected' ? 'rejected' : 'blank'),
	takeShift: (context) => {
		const { world, seed } = context;
		takeShift(world, shiftOf(context), guardFor(world, randomFor(seed, 12, shiftOf(context))));
	},
	startUnscheduled: ({ world, seed, at, args, later }) => {
		const random = randomFor(seed, 13, Number(args.lot));
		const places = selectAll(world.db, 'SELECT * FROM shifts WHERE company_id = ? ORDER BY id DESC LIMIT 20', [
			ownCompany,
		]);
		const shiftId = startUnscheduled(world, guardFor(world, random), random.pick(places));
		later({ at: at + longDuty, deed: 'stayLong', args: { shiftId } });
		later({ at: at + Math.min(Number(args.hours) * hour, forcedOutMs), deed: 'clockOut', args: { shiftId } });
	},
	clockOut: (context) => {
		if (isIn(context)) clockOut(context.world, shiftOf(context));
	},
	callGuard: (context) => callGuard(context.world, shiftOf(context), manager),
	sendCheck: (context) => {
		if (!isIn(context)) return;
		const { world, at, args, later } = context;
		const checkId = insertCheck(world, shiftOf(context), null);
		if (args.answerAfter === null) later({ at: at + Number(args.followUpAfter), deed: 'followUp', args: { checkId } });
		else later({ at: at + Number(args.answerAfter), deed: 'answerCheck', args: { checkId } });
	},
	answerCheck: ({ world, args }) => void answerCheck(world, Number(args.checkId)),
	followUp: ({ world, seed, at, args, later }) => {
		const checkId = followUpCheck(world, Number(args.checkId), manager);
		const wait = randomFor(seed, 6, Number(args.checkId)).between(2, 5) * minute;
		if (checkId !== undefined) later({ at: at + wait, deed: 'answerCheck', args: { checkId } });
	},
	submitTimesheet: (context) => {
		const id = openTimesheet(context.world, shiftOf(context), randomFor(context.seed, 5, shiftOf(context)));
		if (id === undefined) return;
		decideTimesheet(context.world, id, 'submit', '');
		decide(context, 'timesheet', id);
	},
	writeReport: (context) =>
		decide(context, 'incidentreport', writeReport(context.world, randomFor(context.seed, 7, Number(context.args.lot)))),
	decide: ({ world, args }) => {
		const change = args.change === 'submit' || args.change === 'reject' ? args.change : 'approve';
		(args.what === 'timesheet' ? decideTimesheet : decideIncident)(world, Number(args.id), change, manager);
	},
	login: ({ world, seed, args }) => {
		const random = randomFor(seed, 8, Number(args.lot));
		const [userId, email, ipAddress] = random.pick(users) ?? [firstUser, '', ''];
		signIn(world, {
			eventType: args.failed === 1 ? 2 : 1,
			userId,
			email,
			ipAddress: args.burst === 1 ? '192.0.2.199' : ipAddress,
			userAgent: args.burst === 1 ? 'python-requests/2.32' : 'Mozilla/5.0',
		});
	},
	joinStaff: ({ world, seed, args }) => void joinStaff(world, randomFor(seed, 9, Number(args.lot))),
	enterExpiry: ({ world, seed, at, args }) => {
		const random = randomFor(seed, 10, Number(args.lot));
		// Only licences with a long validity, so that each reaches the thresholds by itself.
		const rows = selectAll(
			world.db,
			'SELECT l.id FROM licences l JOIN employees e ON e.id = l.employee_id WHERE e.company_id = ? AND e.is_active = 1 AND l.expires_at > ? ORDER BY l.id',
			[ownCompany, at + 70 * dayMs],
		);
		if (rows.length === 0) return;
		setExpiry(world, Number(random.pick(rows).id), at + Number(args.daysLeft) * dayMs + Number(args.hours) * hour);
	},
	renewLicence: ({ world, seed, at, args }) => {
		const random = randomFor(seed, 11, Number(args.lot));
		const rows = selectAll(
			world.db,
			'SELECT l.id FROM licences l JOIN employees e ON e.id = l.employee_id WHERE e.company_id = ? AND e.is_active = 1 AND l.expires_at < ? ORDER BY l.id',
			[ownCompany, at + 30 * dayMs],
		);
		if (rows.length > 0) setExpiry(world, Number(random.pick(rows).id), at + 1100 * dayMs);
	},
	lookAtLicences: ({ world }) => noteLicences(world),
};
