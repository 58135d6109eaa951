import { notFound, ServiceError } from '../core/errors.mts';
import { limitToScope, ownRecord } from '../server/scope.mts';
import { keysetPage, textSort } from '../store/cursor.mts';
import { transaction } from '../store/database.mts';
import { noteHappening } from '../store/happenings.mts';
import { findLicence, insertLicence, licenceItem, licenceSelect, updateLicence } from '../store/licences.mts';
import { selectAll, Where, type Row } from '../store/query.mts';
import {
	emailOwner,
	findEmployee,
	insertEmployee,
	staffItem,
	staffRecord,
	staffSelect,
	writeEmployee,
} from '../store/staff.mts';
import { activity, textOf, written, type Call, type Handler } from './call.mts';

type Fields = Record<string, unknown>;

const fullName = "(e.first_name || ' ' || e.last_name)";
// Assumed, Filters: `searchText` and `filter` of staff search name, e-mail, employee number, reference number, subcontractor and
//   ID.
const searched = [fullName, 'e.email', 'e.employee_number', 'e.reference_number', 'b.name', 'CAST(e.id AS TEXT)'];

// Assumed, Staff: the list shows everybody in the company, whichever customers and sites a key is limited to.
/** GET staffs. */
export const listStaff: Handler = ({ world, caller, query }) => {
	const where = limitToScope(new Where(), caller, { company: 'e.company_id', customer: null, site: null })
		.and(...activity(world.choices, 'e.is_active', query.isActive))
		.contains(searched, textOf(query.searchText))
		.contains(searched, textOf(query.filter));
	const page = keysetPage(world.db, {
		choices: world.choices,
		select: staffSelect,
		where,
		idColumn: 'e.id',
		sorts: [textSort('referenceName', fullName)],
		query,
		limit: Number(query.limit),
	});
	return { data: page.rows.map(staffItem), count: page.rows.length, next: page.next, prev: page.prev };
};

// Assumed, Staff: a search that finds nobody returns 404.
/** GET staffs/search: 404 when nobody has the address (assumed). */
export const searchStaff: Handler = ({ world, caller, query }) => {
	const id = emailOwner(world.db, caller.companyId, String(query.email).trim());
	const row = id === null ? null : findEmployee(world.db, id);
	if (row === null) throw notFound('An employee with the address', String(query.email));
	return { data: staffItem(row) };
};

// Assumed, Staff: create, update and licence upsert are all or nothing; e-mail addresses are unique in a company; the answer
//   contains the records written and other stored fields of the employee, such as address and dates.
/** POST staffs: all employees of the request or none. */
export const createStaff: Handler = ({ world, caller, body }) => {
	const rows = transaction(world.db, () =>
		(body.employees as Fields[]).map((employee) => {
			checkEmail(world.db, caller.companyId, employee.email, null);
			const id = insertEmployee(world.db, caller.companyId, employee);
			for (const licence of (employee.licenses ?? []) as Fields[]) insertLicence(world.db, id, licence);
			const name = `${String(employee.firstName)} ${String(employee.lastName)}`;
			noteHappening(world.db, world.clock.now(), 'staff.created', id, { name, email: employee.email });
			return employeeRow(world.db, id);
		}),
	);
	return written(world.choices, rows, staffRecord);
};

// Assumed, Staff: an unknown staff or licence ID in a body returns 400.
/** PATCH staffs: only the fields sent are written; all employees of the request or none. */
export const updateStaff: Handler = ({ world, caller, body }) => {
	const rows = transaction(world.db, () =>
		(body.employees as Fields[]).map((employee) => {
			const id = Number(employee.id);
			const before = findEmployee(world.db, id);
			// The id is in the body here, so an unknown one is invalid content: 400 (assumed).
			if (before === null) throw new ServiceError(400, `Employee ${id} does not exist.`, { field: 'id' });
			ownRecord('Employee', id, before, caller);
			const isOwn = String(before.email).toLowerCase() === String(employee.email).toLowerCase();
			if (!isOwn) checkEmail(world.db, caller.companyId, employee.email, id);
			writeEmployee(world.db, id, employee);
			return employeeRow(world.db, id);
		}),
	);
	return written(world.choices, rows, staffRecord);
};

// Assumed, Licences: the list has a single page; a new licence needs `licenseNumber`; `licenseId` is the list’s
//   `securityLicenseId`.
/** GET staffs/{id}/licenses. */
export const listLicences: Handler = (call) => {
	const employeeId = ownEmployee(call);
	const where = new Where().and('l.employee_id = ?', employeeId);
	const number = textOf(call.query.licenseNumber);
	if (number !== undefined) where.and('l.license_number = ? COLLATE NOCASE', number);
	const rows = selectAll(call.world.db, `${licenceSelect} WHERE ${where.sql} ORDER BY l.id`, where.values);
	return { data: rows.map((row) => licenceItem(row, call.world.clock.now(), call.world.url())), count: rows.length };
};

// Assumed, Answers: the licence upsert returns items of the licence list.
/** POST staffs/{employeeId}/licenses: creates items without a licenceId, updates those with one; all or none. */
export const upsertLicences: Handler = (call) => {
	const { world, body } = call;
	const employeeId = ownEmployee(call);
	const rows = transaction(world.db, () =>
		(body.licenses as Fields[]).map((licence) => {
			if (licence.licenseId === undefined || licence.licenseId === null)
				return licenceRow(world.db, insertLicence(world.db, employeeId, licence));
			const id = Number(licence.licenseId);
			const before = findLicence(world.db, id);
			if (before === null || before.employee_id !== employeeId) {
				throw new ServiceError(400, `Employee ${employeeId} has no licence with the id ${id}.`, { field: 'licenseId' });
			}
			updateLicence(world.db, id, licence);
			return licenceRow(world.db, id);
		}),
	);
	return written(world.choices, rows, (row) => licenceItem(row, world.clock.now(), world.url()));
};

function ownEmployee({ world, caller, params }: Call): number {
	const id = Number(params.employeeId);
	ownRecord('Employee', id, findEmployee(world.db, id), caller);
	return id;
}

function checkEmail(db: Call['world']['db'], companyId: number, email: unknown, own: number | null): void {
	if (typeof email !== 'string') return;
	const owner = emailOwner(db, companyId, email);
	if (owner !== null && owner !== own)
		throw new ServiceError(400, `The e-mail address ${email} already belongs to employee ${owner}.`, {
			field: 'email',
		});
}

const employeeRow = (db: Call['world']['db'], id: number): Row => findEmployee(db, id) ?? {};
const licenceRow = (db: Call['world']['db'], id: number): Row => findLicence(db, id) ?? {};
