import type { DatabaseSync } from 'node:sqlite';
import { isoOf, selectOne, type Row } from './query.mts';

const place = (alias: string, prefix: string): string =>
	['name', 'address', 'city', 'state', 'country', 'post_code', 'api_reference', 'site_type']
		.map((column) => `${alias}.${column} AS ${prefix}_${column}`)
		.join(', ');

/** Joins a report with the names that it shows; `WHERE` follows. */
export const incidentSelect = `SELECT r.*, c.name AS customer_name, c.api_reference AS customer_reference, ${place('s', 'site')}, ${place('p', 'patrol')},
	s.latitude, s.longitude, s.time_zone, e.first_name || ' ' || e.last_name AS staff_name, f.name AS form_name,
	coalesce((SELECT l.license_number FROM licences l WHERE l.employee_id = r.employee_id ORDER BY l.id LIMIT 1), '') AS license_number
	FROM incident_reports r JOIN customers c ON c.id = r.customer_id JOIN sites s ON s.id = r.site_id LEFT JOIN sites p ON p.id = r.patrol_site_id
	JOIN employees e ON e.id = r.employee_id JOIN form_templates f ON f.id = r.template_id`;

export function findIncident(db: DatabaseSync, id: number): Row | null {
	return selectOne(db, `${incidentSelect} WHERE r.id = ?`, id);
}

function placeFields(row: Row, column: string, field: string): Record<string, unknown> {
	const value = (name: string): unknown => row[`${column}_${name}`] ?? null;
	return {
		[`${field}Name`]: value('name'),
		[`${field}Address`]: value('address'),
		[`${field}City`]: value('city'),
		[`${field}State`]: value('state'),
		[`${field}Country`]: value('country'),
		[`${field}PostCode`]: value('post_code'),
		[`${field}ApiReferenceNumber`]: value('api_reference'),
	};
}

function commonFields(row: Row): Record<string, unknown> {
	return {
		incidentReportId: row.id,
		customerName: row.customer_name,
		customerApiReferenceNumber: row.customer_reference,
		siteType: row.site_site_type,
		...placeFields(row, 'site', 'site'),
		...placeFields(row, 'patrol', 'patrolSite'),
		staffName: row.staff_name,
		licenseNumber: row.license_number,
		reportId: row.report_code,
		submittedByName: row.staff_name,
		submittedDate: isoOf(row.submitted_at),
		dateCreated: isoOf(row.created_at),
		modifiedByName: row.modified_by ?? null,
		modifiedDate: isoOf(row.modified_at),
		previousIncidentReportId: row.previous_id ?? null,
	};
}

// Assumed, Incident reports: the state is `Pending`, `Approved` or `Rejected`; `isApproved` and `isEnableToShowInCustomerPortal`
//   follow the approval; an approval or a rejection changes `modifiedDate`, a submission changes `submittedDate`.
/** The list item. `url` is the sandbox's base address; the PDF needs no authentication. */
export function incidentItem(row: Row, url: string): Record<string, unknown> {
	return {
		...commonFields(row),
		companyName: 'Southern Cross Guarding',
		staffId: row.employee_id,
		reportName: row.form_name,
		submittedBy: row.employee_id,
		isApproved: row.status === 'Approved',
		isEnableToShowInCustomerPortal: row.status === 'Approved',
		status: row.status,
		isActionRequired: row.action_required === 1,
		pdfLink: `${url}/files/incident-reports/${String(row.id)}.pdf`,
		modifiedBy: row.modified_by === null ? null : 7001,
		isModified: row.modified_at !== null,
		longitude: row.longitude,
		latitude: row.latitude,
		geoStampAccuracy: 8,
	};
}

/** A question with its answer, as the seed stores them. */
export interface StoredAnswer {
	question: string;
	type: string;
	answer: string;
	action?: string;
	/** A follow-up question belongs to the preceding answer. */
	followUp?: boolean;
	photo?: string;
}

export const storedAnswers = (row: Row): StoredAnswer[] => JSON.parse(String(row.answers_json)) as StoredAnswer[];

/** The full report with every question and answer. */
export function incidentDetail(row: Row, url: string): Record<string, unknown> {
	const id = Number(row.id);
	const details = storedAnswers(row).map((stored, index) => {
		const detailId = id * 100 + index;
		return {
			incidentReportDetailId: detailId,
			parentIncidentReportDetailAnswerId: stored.followUp === true ? (detailId - 1) * 10 : null,
			parentIncidentReportDetailId: stored.followUp === true ? detailId - 1 : null,
			setNumber: 1,
			isNeedAction: stored.action !== undefined,
			actionDescription: stored.action ?? null,
			incidentReportQuestion: {
				incidentReportQuestionId: Number(row.template_id) * 100 + index,
				question: stored.question,
				questionType: stored.type,
				isMandatory: stored.followUp !== true,
			},
			incidentReportDetailAnswers: [
				{
					incidentReportDetailAnswerId: detailId * 10,
					answer: stored.answer,
					...(stored.photo === undefined
						? {}
						: {
								attachmentName: stored.photo,
								attachmentLink: `${url}/files/photos/${encodeURIComponent(stored.photo)}`,
							}),
				},
			],
		};
	});
	return { ...commonFields(row), formName: row.form_name, incidentReportDetail: details };
}
