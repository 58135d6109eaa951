import type { IDataObject } from 'n8n-workflow';
import { isBlank, momentOf, type Side, toLocal } from '../../../contract';

const WRITTEN = /^\s*(\d{4}-\d{2}-\d{2})[T ]\d{2}:\d{2}/;

/** A time with a UTC offset other than zero: it shows local time. */
const WITH_OFFSET = /\d{2}:\d{2}.*[+-](?!00(?::?00)?\s*$)\d{2}(?::?\d{2})?\s*$/;

const BARE_DAY = /^\s*\d{4}-\d{2}-\d{2}\s*$/;

/** Fields that may hold the site's time zone (assumed; live operations have `…TZ` fields). */
const ZONE_FIELDS = ['timeZone', 'siteTimeZone', 'timezone', 'siteTimezone'];
const LOCAL_FIELDS = ['scheduledStartTimeTZ', 'startTimeTZ'];

const dayWritten = (value: unknown): string | undefined =>
	typeof value === 'string' && momentOf(value) !== undefined ? WRITTEN.exec(value)?.[1] : undefined;

function isZone(value: unknown): value is string {
	if (typeof value !== 'string' || isBlank(value)) return false;
	try {
		return new Intl.DateTimeFormat('en', { timeZone: value }).resolvedOptions().timeZone !== '';
	} catch {
		return false;
	}
}

/** Fields of the start of a shift, the planned one first (published names). */
const STARTS: Readonly<Record<Side, readonly string[]>> = {
	pay: ['scheduledStartTime', 'payStartTime', 'timeclockStartTime'],
	charge: ['scheduledStartTime', 'invoiceStartTime', 'timeclockStartTime'],
};

/**
 * The day on which a shift begins, as `2026-07-01`: in the site's time zone if the record tells it, else in the
 * workflow's. Undefined without a start that can be read.
 */
export function localDay(timesheet: IDataObject, side: Side, timeZone: string): string | undefined {
	const written = LOCAL_FIELDS.map((field) => dayWritten(timesheet[field])).find((day) => day !== undefined);
	if (written !== undefined) return written;
	const start = STARTS[side].map((field) => timesheet[field]).find((value) => momentOf(value) !== undefined);
	const moment = momentOf(start);
	if (moment === undefined) return undefined;
	if (typeof start === 'string' && WITH_OFFSET.test(start)) return dayWritten(start);
	if (typeof start === 'string' && BARE_DAY.test(start)) return start.trim();
	const zone = ZONE_FIELDS.map((field) => timesheet[field]).find(isZone) ?? timeZone;
	return new Date(toLocal(moment, zone)).toISOString().slice(0, 10);
}
