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

/** The columns of a licence in a register; all are null for somebody who has none. */
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
 * A licence as columns beside its employee. `expiryDate` is as the service writes it; `expiryDay` (such as 2027-03-31) is
 * the day that it means, and `daysLeft` the days until then in the workflow's time zone, below zero when it is over.
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
