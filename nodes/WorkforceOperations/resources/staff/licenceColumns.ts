import type { IDataObject } from 'n8n-workflow';
import {
	calendarDayAt,
	calendarDay,
	firstFilled,
	isJsonObject,
	isoDay,
	type JsonObject,
	yesOrNo,
} from '../../contract';

/** The licence columns of a register, all null for an employee without a licence. */
export const NO_LICENCE: IDataObject = {
	licenceId: null,
	licenceNumber: null,
	licenceType: null,
	licenceState: null,
	licenceStatus: null,
	expiryDate: null,
	expiryDay: null,
	daysLeft: null,
	isInvalid: null,
};

/**
 * A licence as columns beside its employee. `expiryDate` is the service's value; `expiryDay` (such as 2027-03-31) the
 * calendar day that it means; `daysLeft` the days until then in the workflow's time zone, negative after it.
 */
export function licenceColumns(licence: JsonObject, now: number, timeZone: string): IDataObject {
	const info = isJsonObject(licence.employeeSecurityLicenseInfo) ? licence.employeeSecurityLicenseInfo : {};
	const day = calendarDay(licence.expiryDate, timeZone) ?? calendarDay(info.expiryDate, timeZone);
	const first = (...values: unknown[]): IDataObject[string] => (firstFilled(values) ?? null) as IDataObject[string];
	return {
		licenceId: first(licence.securityLicenseId, info.employeeSecurityLicenseId),
		licenceNumber: first(licence.licenseNumber),
		licenceType: first(licence.licenceSector, licence.licenseType, info.licenceSector),
		licenceState: first(licence.state, licence.stateCode),
		licenceStatus: first(licence.status, info.currentStatus),
		expiryDate: first(licence.expiryDate, info.expiryDate),
		expiryDay: day === undefined ? null : isoDay(day),
		daysLeft: day === undefined ? null : day - calendarDayAt(now, timeZone),
		isInvalid: yesOrNo(licence.isInvalidLicense) ?? null,
	};
}
