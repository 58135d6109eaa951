import type { DatabaseSync, SQLInputValue, StatementSync } from 'node:sqlite';
import { otherCompany, ownCompany } from '../core/keys.mts';
import { foreignEmployee, type SeedGuard } from './people.mts';
import { foreign, type SeedSite } from './places.mts';
import { Random } from './random.mts';
import { selectOne } from '../store/query.mts';
import { dayMs, lastClockChanges, offsetAt, toUtc } from '../core/zones.mts';
import { differing, enteredOf } from './differences.mts';

const hour = 3_600_000;
const minute = 60_000;
const firstTimesheet = 50_001;
const foreignTimesheet = 49_001;

/** Local start hour and length of the planned shifts. */
const patterns: ReadonlyArray<[start: number, hours: number]> = [
	[6, 12],
	[18, 12],
	[7, 8],
	[15, 8],
	[22, 8],
];
const services = ['Static Guarding', 'Mobile Patrol', 'Concierge', 'Crowd Control'];
const positions = ['Security Officer', 'Gatehouse Officer', 'Control Room Operator', 'Patrol Officer'];
const managers = ['Dana Whitlock', 'Peter Sorensen'];
const remarks = ['Relief arrived late.', 'Covered the gatehouse officer’s break.', 'Stayed on for the police report.'];

export interface Shift {
	site: SeedSite;
	guard: SeedGuard;
	start: number;
	end: number;
	/** When the guard came and left; null if not at all. Random if not given. */
	clocked?: Clocked;
	position?: string;
}

interface Clocked {
	in: number | null;
	out: number | null;
}

/**
 * Writes `count` timesheets, oldest first, up to today: one shift per guard and day, so 100,000 cover about seven
 * years. The first few span clock changes in Sydney, Adelaide and London, where a night is longer or shorter than its
 * clock times.
 */
export function seedTimesheets(
	db: DatabaseSync,
	sites: readonly SeedSite[],
	guards: readonly SeedGuard[],
	now: number,
	count: number,
): void {
	const random = new Random(5);
	const insert = insertion(db);
	const openSites = sites.filter(({ isActive }) => isActive);
	const working = guards.filter(({ isActive }) => isActive);
	const special = clockChangeShifts(openSites, working, now, 2).slice(0, count);
	let id = firstTimesheet;
	for (const shift of special) insert.run(...rowOf(id++, shift, random, now));
	const rest = count - special.length;
	const days = Math.ceil(rest / working.length);
	const today = Math.floor(now / dayMs) * dayMs;
	for (let index = 0; index < rest; index++) {
		const day = today - (days - 1 - Math.floor(index / working.length)) * dayMs;
		const guard = working[index % working.length] as SeedGuard;
		const site = openSites[(guard.id * 5 + random.between(0, 2)) % openSites.length] as SeedSite;
		const [startHour, hours] = patterns[(guard.id + Math.floor(day / dayMs / 7)) % patterns.length] ?? [6, 12];
		const start = toUtc(site.zone, day + startHour * hour);
		insert.run(
			...rowOf(id++, { site, guard, start, end: toUtc(site.zone, day + (startHour + hours) * hour) }, random, now),
		);
	}
	addForeignTimesheet(db, now, random);
}

/** A timesheet of the other company. */
export function addForeignTimesheet(db: DatabaseSync, now: number, random = new Random(5)): void {
	const elsewhere: SeedSite = {
		id: foreign.siteId,
		customerId: foreign.customerId,
		zone: 'Australia/Hobart',
		name: '',
		isActive: true,
		parentId: null,
	};
	const stranger: SeedGuard = { id: foreignEmployee, name: '', payGroup: 'Level 1', isActive: true };
	const foreignRow = rowOf(
		foreignTimesheet,
		{ site: elsewhere, guard: stranger, start: now - 3 * dayMs, end: now - 3 * dayMs + 8 * hour },
		random,
		now,
	);
	foreignRow[1] = otherCompany;
	insertion(db).run(...foreignRow);
}

/** Appends the timesheets of the given shifts. */
export function addTimesheets(db: DatabaseSync, shifts: readonly Shift[], now: number): void {
	const last = Number(selectOne(db, 'SELECT max(id) AS id FROM timesheets WHERE company_id = ?', ownCompany)?.id ?? 0);
	const random = new Random(last);
	const insert = insertion(db);
	let id = Math.max(last + 1, firstTimesheet);
	const differs = differing(shifts, ({ end, clocked, site }) => end <= now && clocked?.in !== null && site.isActive);
	shifts.forEach((shift, index) => {
		const enter: Enter = (planned, submitted) => enteredOf(shift, planned, submitted, differs[index], now);
		insert.run(...rowOf(id++, shift, random, now, enter));
	});
}

const insertion = (db: DatabaseSync): StatementSync =>
	db.prepare(
		`INSERT INTO timesheets (id, company_id, customer_id, site_id, employee_id, scheduled_start, scheduled_end, clock_in, clock_out, break_start, break_minutes,
		entry_type, position, service, pay_group, status, submitted_at, decided_at, decided_by, notes_json, allowances_json, pay_start, pay_end, invoice_break, client_status)
		VALUES (${Array(25).fill('?').join(',')})`,
	);

/** Nights over the last clock changes of three zones, oldest first. */
export function clockChangeShifts(
	sites: readonly SeedSite[],
	guards: readonly SeedGuard[],
	now: number,
	changes: number,
): Shift[] {
	const shifts: Shift[] = [];
	for (const zone of ['Australia/Sydney', 'Australia/Adelaide', 'Europe/London']) {
		const site = sites.find((candidate) => candidate.zone === zone);
		const guard = guards[shifts.length];
		if (site === undefined || guard === undefined) continue;
		for (const change of lastClockChanges(zone, now, changes)) {
			// 22:00 to 06:00 local time across the change: seven or nine real hours.
			const midnight = Math.floor((change + offsetAt(zone, change)) / dayMs) * dayMs;
			shifts.push({ site, guard, start: toUtc(zone, midnight - 2 * hour), end: toUtc(zone, midnight + 6 * hour) });
		}
	}
	return shifts.sort((a, b) => a.start - b.start);
}

function clockedAtRandom({ start, end }: Shift, random: Random, now: number): Clocked {
	const started = start <= now;
	const missed = started && random.chance(0.04);
	const clockIn = started && !missed ? start + random.between(-9, 12) * minute : null;
	const left = end <= now && clockIn !== null && !random.chance(0.03);
	return { in: clockIn, out: left ? end + random.between(-10, 25) * minute : null };
}

/** Pay and invoice entries derived from plan and clock; without it, the service's own defaults apply. */
type Enter = (planned: Parameters<typeof enteredOf>[1], submitted: number | null) => ReturnType<typeof enteredOf>;

function rowOf(id: number, shift: Shift, random: Random, now: number, enter?: Enter): SQLInputValue[] {
	const { site, guard, start, end } = shift;
	const length = end - start;
	const ended = end <= now;
	const { in: clockIn, out } = shift.clocked ?? clockedAtRandom(shift, random, now);
	const missed = start <= now && clockIn === null;
	const planned = length >= 10 * hour ? 45 : 30;
	const submitted =
		ended && !missed && (now - end > dayMs || random.chance(0.6)) ? end + random.between(10, 600) * minute : null;
	const decidedAt =
		submitted !== null && now - end > 2 * dayMs && random.chance(0.9)
			? Math.min(now, submitted + random.between(60, 2000) * minute)
			: null;
	const refused = decidedAt !== null && random.chance(0.07);
	const remarked = random.chance(0.08) ? [{ note: random.pick(remarks), createdBy: guard.name }] : [];
	const before = { clockOut: out, payBreak: planned, decided: decidedAt, notes: remarked };
	const entered = enter?.(before, submitted);
	const { clockOut, payBreak, decided, notes } = entered ?? before;
	const status = decided === null ? 'Pending' : refused && entered?.isExample !== true ? 'Rejected' : 'Approved';
	const night = length >= 8 * hour && random.chance(0.3);
	const allowances = night ? [{ name: 'Night allowance', quantity: 1, rate: 18.5, amount: 18.5 }] : [];
	return [
		id,
		ownCompany,
		site.customerId,
		site.id,
		guard.id,
		start,
		end,
		clockIn,
		clockOut,
		clockOut === null ? null : start + Math.floor(length / 2 / minute) * minute,
		payBreak,
		random.chance(0.9) ? 'Shift' : 'Ad hoc',
		shift.position ?? (guard.payGroup === 'Supervisor' ? 'Site Supervisor' : random.pick(positions)),
		random.pick(services),
		guard.payGroup,
		status,
		submitted === null ? null : Math.min(submitted, now),
		decided,
		decided === null ? null : random.pick(managers),
		JSON.stringify(notes),
		JSON.stringify(allowances),
		entered?.payStart ?? null,
		entered?.payEnd ?? null,
		entered?.invoiceBreak ?? null,
		entered?.client ?? null,
	];
}
