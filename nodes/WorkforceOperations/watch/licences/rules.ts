import {
	isJsonObject,
	type JsonObject,
	yesOrNo,
	beginOf,
	type CalendarDay,
	calendarDayAt,
	calendarDay,
	isoDay,
	textOf,
} from '../../contract';
import { counted, dayInWords, type DisplayTime, fullName, safeText } from '../core/text';
import type { Threshold } from './detect';
import { idOfPart, keyPart, realKeyPart } from '../core/keys';

/** Context for judging licences. */
export interface LicenceRules extends DisplayTime {
	/** Days before an expiry at which it is reported, largest first. */
	daysBefore: readonly number[];
}

/** Judges a licence of an employee; undefined if it has no id. */
export type LicenceJudge = (record: JsonObject, employeeId: string, rules: LicenceRules) => Threshold | undefined;

/** The facts of a licence. */
interface Licence {
	id: string;
	name: string;
	expiry?: CalendarDay;
	daysLeft?: number;
	status?: string;
}

export const infoOf = ({ employeeSecurityLicenseInfo: info }: JsonObject): JsonObject =>
	isJsonObject(info) ? info : {};

/**
 * The IDs of the employee and the licence, because it is undocumented whether two employees can share a licence ID. Without
 * a licence ID: its number.
 */
export function licenceKey(employeeId: unknown, ids: readonly unknown[], number: unknown): string | undefined {
	const id = ids.map(realKeyPart).find((each) => each !== undefined);
	const numbered = keyPart(number);
	if (id === undefined && numbered === undefined) return undefined;
	return `${keyPart(employeeId) ?? ''}.${id ?? `.${numbered ?? ''}`}`;
}

/** The ID of the employee in such a key. */
export const employeeOfKey = (key: string): string => idOfPart(key.split('.', 1)[0] ?? '');

/** “Aroha Ngata’s licence SL410000 (Unarmed Guarding)” */
export function licenceName(record: JsonObject, employeeId: unknown): string {
	const info = infoOf(record);
	const [shown, kind] = [
		safeText(textOf(record.licenseNumber)),
		safeText(record.licenceSector) ?? safeText(info.licenceSector),
	];
	return `${fullName(record) ?? `Employee ${safeText(employeeId) ?? ''}`}’s licence${shown === undefined ? '' : ` ${shown}`}${kind === undefined ? '' : ` (${kind})`}`;
}

function readLicence(record: JsonObject, employeeId: string, { now, timeZone }: LicenceRules): Licence | undefined {
	const info = infoOf(record);
	// It is undocumented which of the two IDs is the employee's own licence; the inner one's name suggests it
	// (assumed).
	const ids = [info.employeeSecurityLicenseId, record.securityLicenseId];
	const id = licenceKey(employeeId, ids, textOf(record.licenseNumber));
	if (id === undefined) return undefined;
	const expiry = calendarDay(record.expiryDate, timeZone) ?? calendarDay(info.expiryDate, timeZone);
	return {
		id,
		name: licenceName(record, employeeId),
		...(expiry === undefined ? {} : { expiry, daysLeft: expiry - calendarDayAt(now, timeZone) }),
		status: textOf(record.status) ?? textOf(info.currentStatus),
	};
}

/** “expires in 5 days, on 6 Aug 2026” */
function expiryInWords(expiry: CalendarDay, daysLeft: number): string {
	const on = dayInWords(expiry);
	if (daysLeft < 0) return `expired ${counted(-daysLeft, 'day')} ago, on ${on}`;
	if (daysLeft === 0) return `expires today, on ${on}`;
	return `expires in ${counted(daysLeft, 'day')}, on ${on}`;
}

/** Distinguishes the states of a licence: the status in up to 24 Latin letters, else in its own script. */
function licenceStatus(status = 'invalid'): string {
	const words = status.slice(0, 200).toLowerCase();
	const latin = words.replace(/[^a-z0-9]+/g, '-').slice(0, 24);
	return latin === '-' ? [...words.replace(/[^\p{L}\p{N}]+/gu, '-')].slice(0, 24).join('') : latin;
}

const locatorOf = (employeeId: string): number => (Number.isSafeInteger(Number(employeeId)) ? Number(employeeId) : 0);

/** The threshold that a licence has reached before its expiry, in calendar days of the workflow's time zone. */
export const expiring: LicenceJudge = (record, employeeId, rules) => {
	const licence = readLicence(record, employeeId, rules);
	if (licence === undefined) return undefined;
	const { id: subject, name, expiry, daysLeft } = licence;
	const shared = { subject, locator: locatorOf(employeeId), record };
	if (expiry === undefined || daysLeft === undefined) {
		return {
			...shared,
			key: `${subject}:undated`,
			cycle: 'undated',
			level: 0,
			holds: true,
			// It was invalid before the first poll.
			at: 0,
			reason: `${name} has no expiry date in the service`,
			numbers: { state: 'undated' },
		};
	}
	const reached = rules.daysBefore.filter((days) => daysLeft <= days);
	const threshold = reached.length === 0 ? undefined : Math.min(...reached);
	return {
		...shared,
		key: `${subject}:${isoDay(expiry)}:${threshold ?? 'none'}`,
		cycle: expiry.toString(36),
		level: threshold ?? 0,
		holds: threshold !== undefined,
		at: beginOf(expiry - (threshold ?? 0), rules.timeZone),
		reason: `${name} ${expiryInWords(expiry, daysLeft)}`,
		numbers: {
			state: daysLeft < 0 ? 'expired' : 'expiring',
			daysLeft,
			...(threshold === undefined ? {} : { threshold }),
		},
	};
};

/** A licence that the service marks as invalid, reported once for each status. */
export const invalid: LicenceJudge = (record, employeeId, rules) => {
	const licence = readLicence(record, employeeId, rules);
	if (licence === undefined) return undefined;
	const { id: subject, name, expiry, daysLeft, status } = licence;
	const holds = yesOrNo(record.isInvalidLicense) === true;
	const state = licenceStatus(status);
	const called = safeText(status) === undefined ? '' : `; its status is “${safeText(status) ?? ''}”`;
	const ended = expiry === undefined || daysLeft === undefined ? '' : `; it ${expiryInWords(expiry, daysLeft)}`;
	return {
		subject,
		locator: locatorOf(employeeId),
		record,
		key: `${subject}:${state}`,
		cycle: state,
		level: 0,
		holds,
		at: expiry !== undefined && daysLeft !== undefined && daysLeft < 0 ? beginOf(expiry + 1, rules.timeZone) : 0,
		reason: `${name} is ${holds ? 'not valid' : 'valid'}${called}${ended}`,
		numbers: { ...(daysLeft === undefined ? {} : { daysLeft }) },
	};
};
