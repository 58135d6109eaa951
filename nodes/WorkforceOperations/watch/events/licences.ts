import { isJsonObject, type JsonObject, yesOrNo } from '../../contract';
import { beginOf, type Day, dayAt, dayInWords, dayOf, isoDay } from '../days';
import type { Rung } from '../engines/ladder';
import { counted, idOf, textOf } from '../words';

/** What licences are judged by. */
export interface LicenceRules {
	now: number;
	timeZone: string;
	/** Days before the expiry at which it is told, the most first. */
	daysBefore: readonly number[];
}

/** Judges one licence of an employee; undefined where it can't be told apart from others. */
export type LicenceJudge = (record: JsonObject, employeeId: string, rules: LicenceRules) => Rung | undefined;

/** What a licence tells. */
interface Licence {
	id: string;
	/** “The licence SL410000 (Unarmed Guarding) of Aroha Ngata” */
	name: string;
	expiry?: Day;
	daysLeft?: number;
	status?: string;
}

/** An id that can stand in a key; 0 is none. */
const id = (value: unknown): string | undefined =>
	String(value) === '0' ? undefined : idOf(value)?.replace(/[^\w.-]/g, '');

function readLicence(record: JsonObject, employeeId: string, { now, timeZone }: LicenceRules): Licence | undefined {
	const info = isJsonObject(record.employeeSecurityLicenseInfo) ? record.employeeSecurityLicenseInfo : {};
	const number = textOf(record.licenseNumber);
	// Which of both ids is that of the employee's own licence nobody documents; the name of the inner one says so (assumed).
	const own = id(info.employeeSecurityLicenseId) ?? id(record.securityLicenseId);
	if (own === undefined && number === undefined) return undefined;
	const expiry = dayOf(record.expiryDate, timeZone) ?? dayOf(info.expiryDate, timeZone);
	const kind = textOf(record.licenceSector) ?? textOf(info.licenceSector);
	const who = [textOf(record.firstName), textOf(record.lastName)].filter((part) => part !== undefined).join(' ');
	return {
		id: own ?? `${employeeId}.${(number ?? '').replace(/[^\w-]/g, '')}`,
		name: `The licence${number === undefined ? '' : ` ${number}`}${kind === undefined ? '' : ` (${kind})`} of ${who === '' ? `employee ${employeeId}` : who}`,
		...(expiry === undefined ? {} : { expiry, daysLeft: expiry - dayAt(now, timeZone) }),
		status: textOf(record.status) ?? textOf(info.currentStatus),
	};
}

/** “runs out in 5 days, on 6 Aug 2026” */
function expiryInWords(expiry: Day, daysLeft: number): string {
	const on = dayInWords(expiry);
	if (daysLeft < 0) return `ran out ${counted(-daysLeft, 'day')} ago, on ${on}`;
	if (daysLeft === 0) return `runs out today, on ${on}`;
	return `runs out in ${counted(daysLeft, 'day')}, on ${on}`;
}

const place = (employeeId: string): number => (Number.isSafeInteger(Number(employeeId)) ? Number(employeeId) : 0);

/** A licence on the ladder of days before its expiry. Days are those of the calendar in the workflow's time zone. */
export const expiring: LicenceJudge = (record, employeeId, rules) => {
	const licence = readLicence(record, employeeId, rules);
	if (licence === undefined) return undefined;
	const { id: subject, name, expiry, daysLeft } = licence;
	const shared = { subject, place: place(employeeId), record };
	if (expiry === undefined || daysLeft === undefined) {
		return {
			...shared,
			key: `${subject}:undated`,
			run: 'undated',
			step: 0,
			holds: true,
			// It was so before anybody looked.
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
		run: expiry.toString(36),
		step: threshold ?? 0,
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

/** A licence that the service calls invalid, once for each status that it has meanwhile. */
export const invalid: LicenceJudge = (record, employeeId, rules) => {
	const licence = readLicence(record, employeeId, rules);
	if (licence === undefined) return undefined;
	const { id: subject, name, expiry, daysLeft, status } = licence;
	const holds = yesOrNo(record.isInvalidLicense) === true;
	const state = (status ?? 'invalid')
		.toLowerCase()
		.replace(/[^a-z0-9]+/g, '-')
		.slice(0, 24);
	const called = status === undefined ? '' : `; the service calls it “${status}”`;
	const ended = expiry === undefined || daysLeft === undefined ? '' : `; it ${expiryInWords(expiry, daysLeft)}`;
	return {
		subject,
		place: place(employeeId),
		record,
		key: `${subject}:${state}`,
		run: state,
		step: 0,
		holds,
		at: expiry !== undefined && daysLeft !== undefined && daysLeft < 0 ? beginOf(expiry + 1, rules.timeZone) : 0,
		reason: `${name} is ${holds ? 'not valid' : 'valid'}${called}${ended}`,
		numbers: { ...(daysLeft === undefined ? {} : { daysLeft }) },
	};
};
