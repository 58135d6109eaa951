import type { IDataObject } from 'n8n-workflow';
import type { JsonObject } from '../contract';
import { flag, type Item, parameter } from './item';

/**
 * Keeps the named fields, in their order. The service's samples are no closed schema: a record that has none of the
 * fields is returned whole, because an empty item would help nobody.
 */
export const simplified =
	(fields: readonly string[]) =>
	(record: JsonObject): IDataObject => {
		const kept = fields.filter((field) => field in record).map((field): [string, unknown] => [field, record[field]]);
		return (kept.length === 0 ? record : Object.fromEntries(kept)) as IDataObject;
	};

/** Whether the item asks for the fields that people use only. */
export const isSimplified = (item: Item): boolean => flag(item, parameter(item, 'simplify', true), 'Simplify', true);

/** What is kept of a record of live operations: ten fields, as n8n asks for; which shift, whose, where, and how it stands. */
export const SIMPLE_SHIFT = [
	'shiftId',
	'name',
	'mobile',
	'customerName',
	'siteName',
	'status',
	'startTime',
	'endTime',
	'timeIn',
	'timeOut',
] as const;

/** What is kept of a security licence. */
export const SIMPLE_LICENCE = [
	'securityLicenseId',
	'employeeId',
	'firstName',
	'lastName',
	'licenseNumber',
	'state',
	'licenceSector',
	'status',
	'expiryDate',
	'isInvalidLicense',
] as const;

/** What people chain of a list, ten fields as n8n asks for: which report, where, who, when, how it stands. */
export const SIMPLE_REPORT = [
	'incidentReportId',
	'reportId',
	'reportName',
	'customerName',
	'siteName',
	'submittedByName',
	'submittedDate',
	'isApproved',
	'status',
	'pdfLink',
] as const;

/** What people chain, ten fields as n8n asks for: whose hours, where, what is paid, and whether it is approved. */
export const SIMPLE_TIMESHEET = [
	'timesheetId',
	// The internal id, which other operations ask for.
	'staffId',
	'staffName',
	// The employee number, which payroll goes by.
	'employeeId',
	'customerName',
	'siteName',
	'payStartTime',
	'payEndTime',
	'payBreakTime',
	'approvedDateTime',
] as const;
