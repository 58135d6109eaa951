import { outOfScope } from '../core/errors.mts';
import type { Reply } from '../server/envelopes.mts';
import { checkIds, idList, limitToScope, ownRecord } from '../server/scope.mts';
import { keysetPage, textSort, timeSort, type Sort } from '../store/cursor.mts';
import { findIncident, incidentDetail, incidentItem, incidentSelect } from '../store/incidents.mts';
import { selectAll, selectOne, Where } from '../store/query.mts';
import { activity, numberOf, textOf, timeOf, type Call, type Handler } from './call.mts';

const staffName = "(e.first_name || ' ' || e.last_name)";
// Assumed, Pages: `referenceName` sorts reports by form name.
const byName = textSort('referenceName', 'f.name');
const bySubmission = timeSort('referenceDateTime', 'r.submitted_at');

// Assumed, Answers: items of `incidentreports/getall` look like those of the list by form template.
// Assumed, Filters: what `isApproved=false`, the default, lists is a choice; the list by form template has no such parameter and
//   shows reports in all states.
/** GET incidentreports/getall: approved reports, or otherwise the reports that the choice lists. */
export const listIncidentReports: Handler = (call) => {
	const { query } = call;
	const where = scoped(call).contains(
		['f.name', 'r.report_code', 'c.name', 's.name', 'p.name', staffName, 'CAST(r.id AS TEXT)'],
		textOf(query.searchText),
	);
	if (query.isApproved === true) where.and("r.status = 'Approved'");
	else if (call.world.choices.isApproved === 'unapproved') where.and("r.status <> 'Approved'");
	const formName = textOf(query.formName);
	if (formName !== undefined) where.and('f.name = ? COLLATE NOCASE', formName);
	const reportId = textOf(query.reportId);
	if (reportId !== undefined) where.and('r.report_code = ? COLLATE NOCASE', reportId);
	return page(call, where, [byName, bySubmission]);
};

// Assumed, Filters: `searchText` of reports searches form, report ID, customer, site, patrol site, staff name and ID; reports are
//   selected by submission date.
/** GET incidentreport/formtemplate: the reports of one template. */
export const listIncidentReportsByFormTemplate: Handler = (call) => {
	const id = Number(call.query.formTemplateId);
	ownRecord(
		'Form template',
		id,
		selectOne(call.world.db, 'SELECT * FROM form_templates WHERE id = ?', id),
		call.caller,
	);
	return page(call, scoped(call).and('r.template_id = ?', id), [byName]);
};

/** GET incidentreports/reportdata. */
export const getIncidentReport: Handler = (call) => {
	checkScopeParameters(call);
	const id = Number(call.query.incidentReportId);
	const row = ownRecord('Incident report', id, findIncident(call.world.db, id), call.caller);
	const { customers, sites } = idsOf(call);
	const asked = (list: number[], value: unknown): boolean => list.length === 0 || list.includes(Number(value));
	if (!asked(customers, row.customer_id) || !asked(sites, row.site_id)) throw outOfScope(`Incident report ${id}`);
	return { data: incidentDetail(row, call.world.url()) };
};

/** GET incidentreport/formtemplates: the standard envelope, so the client builds the cursor from the last row's id. */
export const listFormTemplates: Handler = ({ world, caller, query }) => {
	const where = new Where()
		.and('f.company_id = ?', caller.companyId)
		.and(...activity(world.choices, 'f.is_active', query.showActiveOnly))
		.contains(['f.name'], textOf(query.formName));
	const { rows } = keysetPage(world.db, {
		choices: world.choices,
		select: 'SELECT f.* FROM form_templates f',
		where,
		idColumn: 'f.id',
		sorts: [textSort('referenceName', 'f.name')],
		query,
		limit: Number(query.limit),
		withoutCursor: true,
	});
	return {
		data: rows.map((row) => ({
			formTemplateId: row.id,
			formName: row.name,
			isActive: row.is_active === 1,
			createdDateTime: new Date(Number(row.created_at)).toISOString(),
		})),
		count: rows.length,
	};
};

function idsOf({ query }: Call): { customers: number[]; sites: number[] } {
	return { customers: idList(query.customerId, ';'), sites: idList(query.siteId, ';') };
}

function checkScopeParameters(call: Call): void {
	const companyId = textOf(call.query.companyId);
	if (companyId !== undefined && Number(companyId) !== call.caller.companyId) throw outOfScope(`Company ${companyId}`);
	checkIds(call.world.db, call.caller, idsOf(call));
}

function scoped(call: Call): Where {
	checkScopeParameters(call);
	const { customers, sites } = idsOf(call);
	return limitToScope(new Where(), call.caller, {
		company: 'r.company_id',
		customer: 'r.customer_id',
		site: 'r.site_id',
	})
		.oneOf('r.customer_id', customers)
		.oneOf('r.site_id', sites)
		.and(
			'r.submitted_at >= ? AND r.submitted_at <= ?',
			timeOf(call.query.startDate) ?? 0,
			timeOf(call.query.endDate) ?? Number.MAX_SAFE_INTEGER,
		);
}

function totalOf({ world, caller }: Call, where: Where): number | undefined {
	if (world.choices.total === 'absent') return undefined;
	const counted = world.choices.total === 'right' ? where : new Where().and('r.company_id = ?', caller.companyId);
	const sql = `SELECT count(*) AS n FROM (${incidentSelect} WHERE ${counted.sql})`;
	return Number(selectAll(world.db, sql, counted.values)[0]?.n ?? 0);
}

function page(call: Call, where: Where, sorts: readonly Sort[]): Reply {
	const { world, query } = call;
	const found = keysetPage(world.db, {
		choices: world.choices,
		select: incidentSelect,
		where,
		idColumn: 'r.id',
		sorts,
		query,
		limit: numberOf(query.limit) ?? 100,
	});
	return {
		data: found.rows.map((row) => incidentItem(row, world.url())),
		count: found.rows.length,
		total: totalOf(call, where),
		next: found.next,
		prev: found.prev,
	};
}
