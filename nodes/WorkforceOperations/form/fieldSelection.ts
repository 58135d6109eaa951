import type { IDataObject, INodeProperties } from 'n8n-workflow';
import { isBlank, isJsonObject, type JsonObject } from '../contract';
import { json } from './additionalParameters';
import { flag, inputError, type Item, parameter, plain } from './item';
import { plainText } from './read';

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

/** Whether the item asks for the fields that people use only: by `simplify`, or by `output` of a tool. */
export function isSimplified(item: Item): boolean {
	const output = parameter(item, 'output', '');
	return output === '' ? flag(item, parameter(item, 'simplify', true), 'Simplify', true) : output === 'simplified';
}

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

/** What is kept of an employee: who it is, how to reach them, and the numbers that other systems know them by. */
export const SIMPLE_STAFF = [
	// The internal id, which other operations ask for.
	'id',
	'firstName',
	'lastName',
	'email',
	'mobile',
	// The employee number, which payroll goes by.
	'employeeId',
	'employeeReferenceNumber',
	'subcontractorName',
	'isActive',
] as const;

/** What is kept of a site. Its names are assumed, so that the likely other ones of id and name are kept as well. */
export const SIMPLE_SITE = [
	'id',
	'siteId',
	'name',
	'siteName',
	'customerId',
	'customerName',
	'address',
	'city',
	'state',
	'postCode',
	'country',
	'isActive',
] as const;

const OUTPUT_FIELDS_LABEL = 'Output Fields';

export const outputFieldsOption: INodeProperties = {
	displayName: OUTPUT_FIELDS_LABEL,
	name: 'outputFields',
	type: 'string',
	default: '',
	placeholder: 'e.g. timesheetId, staffName, siteName',
	builderHint: {
		propertyHint:
			'Set it whenever a model, a sheet or an e-mail needs a few fields only: the names of the service, in its letter case. Leave it out rather than guess names.',
	},
	description:
		'Which fields to return, separated by commas, whatever Simplify says. A dot reaches into an object or list, as in payRate.amount.',
};

/** The list that text or an expression holds: `["a", "b"]` as JSON is how models write one. */
function fieldNames(item: Item, value: unknown): unknown {
	return typeof value === 'string' && value.trim().startsWith('[') ? json(item, value, OUTPUT_FIELDS_LABEL) : value;
}

/** `options.outputFields`: the names, each once; undefined without any. */
export function outputFields(item: Item, options: IDataObject): string[] | undefined {
	const given = fieldNames(item, options.outputFields);
	if (isBlank(given)) return undefined;
	if (!Array.isArray(given) && typeof given !== 'string') {
		throw inputError(
			item,
			`“${OUTPUT_FIELDS_LABEL}” must be names of fields`,
			`It is “${JSON.stringify(given).slice(0, 80)}”. Write them with commas between: timesheetId, staffName.`,
		);
	}
	const names = (typeof given === 'string' ? given.split(',') : given.map(plain)).map((name: unknown) =>
		plainText(item, name ?? '', OUTPUT_FIELDS_LABEL),
	);
	const filled = [...new Set(names)].filter((name) => name !== '');
	return filled.length === 0 ? undefined : filled;
}

/** `site.name` as the field and the way on inside of it; undefined for a field whose own name this is. */
function split(record: JsonObject, name: string): [string, string] | undefined {
	const dot = name.indexOf('.');
	if (Object.hasOwn(record, name) || dot <= 0 || dot === name.length - 1) return undefined;
	return [name.slice(0, dot), name.slice(dot + 1)];
}

function only(value: unknown, names: readonly string[]): unknown {
	return Array.isArray(value)
		? value.map((entry) => only(entry, names))
		: onlyFields(isJsonObject(value) ? value : {}, names);
}

/** The named fields of a record, each at its place inside of it; null for what isn't there, so that columns stay the same. */
export function onlyFields(record: JsonObject, names: readonly string[]): IDataObject {
	const wanted = new Map<string, string[] | undefined>();
	for (const name of names) {
		const [field, inner] = split(record, name) ?? [name, undefined];
		const others = wanted.has(field) ? wanted.get(field) : [];
		// A field that is wanted as a whole stays whole.
		wanted.set(field, inner === undefined || others === undefined ? undefined : [...others, inner]);
	}
	const value = (field: string, inner: string[] | undefined): unknown => {
		const whole = Object.hasOwn(record, field) ? record[field] : undefined;
		return inner === undefined ? (whole ?? null) : only(whole, inner);
	};
	return Object.fromEntries([...wanted].map(([field, inner]) => [field, value(field, inner)])) as IDataObject;
}

/** Whether a record has a field of this name, or may have one: what is null or an empty list shows no fields. */
export function hasField(record: unknown, name: string): boolean {
	if (isBlank(record)) return true;
	if (Array.isArray(record)) return record.some((entry) => hasField(entry, name));
	if (!isJsonObject(record)) return false;
	const [field, inner] = split(record, name) ?? [name, undefined];
	if (!Object.hasOwn(record, field)) return false;
	return inner === undefined || hasField(record[field], inner);
}
