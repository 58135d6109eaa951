import { ownCompany } from '../core/keys.mts';
import { answersOfForm } from '../seed/incidents.mts';
import { firstNames, lastNames } from '../seed/people.mts';
import type { Random } from '../seed/random.mts';
import type { World } from '../server/world.mts';
import { noteHappening } from '../store/happenings.mts';
import { insertLicence } from '../store/licences.mts';
import { nobody } from '../store/live.mts';
import { selectAll, selectOne } from '../store/query.mts';
import { insertEmployee } from '../store/staff.mts';
import { decideIncident } from './approvals.mts';

// Records that people enter: a timesheet for a shift, an incident report, a new guard.

const minute = 60_000;

const nextId = (world: World, table: 'timesheets' | 'incident_reports'): number =>
	Number(selectOne(world.db, `SELECT max(id) AS id FROM ${table} WHERE company_id = ?`, ownCompany)?.id ?? 0) + 1;

/** Creates the timesheet of a shift, not yet submitted, and returns its id. */
export function openTimesheet(world: World, shiftId: number, random: Random): number | undefined {
	const shift = selectOne(world.db, 'SELECT * FROM shifts WHERE id = ?', shiftId);
	// Nobody works a shift that is blank or rejected; an unscheduled one has no planned time.
	if (shift === null || shift.employee_id === nobody || shift.rejected_at !== null || shift.unscheduled === 1)
		return undefined;
	const known = selectOne(
		world.db,
		'SELECT id FROM timesheets WHERE company_id = ? AND employee_id = ? AND scheduled_start = ?',
		ownCompany,
		Number(shift.employee_id),
		Number(shift.scheduled_start),
	);
	if (known !== null) return Number(known.id);
	const id = nextId(world, 'timesheets');
	world.db
		.prepare(
			`INSERT INTO timesheets (id, company_id, customer_id, site_id, employee_id, scheduled_start, scheduled_end, clock_in, break_minutes,
			entry_type, position, service, pay_group, status) VALUES (${Array(14).fill('?').join(',')})`,
		)
		.run(
			id,
			ownCompany,
			Number(shift.customer_id),
			Number(shift.site_id),
			Number(shift.employee_id),
			Number(shift.scheduled_start),
			Number(shift.scheduled_end),
			typeof shift.time_in === 'number' && shift.time_in <= world.clock.now() ? shift.time_in : null,
			30,
			'Shift',
			String(shift.position),
			random.pick(['Static Guarding', 'Mobile Patrol', 'Concierge']),
			random.pick(['Level 1', 'Level 2', 'Level 3']),
			'Pending',
		);
	return id;
}

/** A guard on duty, or any guard, writes and submits a report about the place. Returns its id. */
export function writeReport(world: World, random: Random): number {
	const now = world.clock.now();
	const onDuty = selectAll(
		world.db,
		'SELECT employee_id, customer_id, site_id FROM shifts WHERE company_id = ? AND scheduled_start <= ? AND scheduled_end > ? AND employee_id <> 0 ORDER BY id',
		[ownCompany, now, now],
	);
	const place = random.pick(
		onDuty.length > 0
			? onDuty
			: selectAll(
					world.db,
					'SELECT employee_id, customer_id, site_id FROM shifts WHERE employee_id <> 0 ORDER BY id DESC LIMIT 20',
				),
	);
	const id = nextId(world, 'incident_reports');
	const { templateId, answers } = answersOfForm(random);
	world.db
		.prepare(
			`INSERT INTO incident_reports (id, company_id, customer_id, site_id, employee_id, template_id, report_code, status, created_at, submitted_at, action_required,
			answers_json) VALUES (${Array(12).fill('?').join(',')})`,
		)
		.run(
			id,
			ownCompany,
			Number(place.customer_id),
			Number(place.site_id),
			Number(place.employee_id),
			templateId,
			`IR-${new Date(now).getUTCFullYear()}-${String(id - 80_000).padStart(4, '0')}`,
			'Pending',
			now - random.between(4, 40) * minute,
			now,
			Number(answers.some(({ action }) => action !== undefined)),
			JSON.stringify(answers),
		);
	decideIncident(world, id, 'submit', '');
	return id;
}

/** Adds an employee with a security licence. Returns the employee's id. */
export function joinStaff(world: World, random: Random): number {
	const now = world.clock.now();
	const firstName = random.pick(firstNames);
	const lastName = random.pick(lastNames);
	const number = Number(selectOne(world.db, 'SELECT max(id) AS id FROM employees')?.id ?? 0) + 1;
	const mailbox = `${firstName}.${lastName}.${number}`
		.normalize('NFD')
		.toLowerCase()
		.replace(/[^a-z0-9.]+/g, '');
	const email = `${mailbox}@southerncross-guarding.example`;
	const id = insertEmployee(world.db, ownCompany, {
		firstName,
		lastName,
		email,
		employeeId: `SCG${number}`,
		mobile: `+61 4${String(91_000_000 + number * 137)}`,
		startDate: new Date(now).toISOString(),
	});
	insertLicence(world.db, id, {
		licenseNumber: `SL${500_000 + id}`,
		licenseType: 'Unarmed Guarding',
		stateCode: 'NSW',
		expiryDate: new Date(now + random.between(300, 1200) * 86_400_000).toISOString(),
	});
	noteHappening(world.db, now, 'staff.created', id, { name: `${firstName} ${lastName}`, email });
	return id;
}
