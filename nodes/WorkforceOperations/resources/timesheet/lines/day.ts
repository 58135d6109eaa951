import type { IDataObject } from 'n8n-workflow';
import { momentOf, siteZone, toLocal } from '../../../contract';

const WRITTEN = /^\s*(\d{4}-\d{2}-\d{2})[T ]\d{2}:\d{2}/;

/** A time with a UTC offset other than zero: it shows local time. */
const WITH_OFFSET = /\d{2}:\d{2}.*[+-](?!00(?::?00)?\s*$)\d{2}(?::?\d{2})?\s*$/;

const BARE_DAY = /^\s*\d{4}-\d{2}-\d{2}\s*$/;

const LOCAL_FIELDS = ['scheduledStartTimeTZ', 'startTimeTZ'];

const dayWritten = (value: unknown): string | undefined =>
	typeof value === 'string' && momentOf(value) !== undefined ? WRITTEN.exec(value)?.[1] : undefined;

/**
 * The day on which a shift begins, as `2026-07-01`: in the site's time zone if the record tells it, else in the
 * workflow's. Undefined without a start.
 */
export function localDay(timesheet: IDataObject, timeZone: string): string | undefined {
	const start = timesheet.scheduledStartTime;
	const written = LOCAL_FIELDS.map((field) => dayWritten(timesheet[field])).find((day) => day !== undefined);
	if (written !== undefined) return written;
	const moment = momentOf(start);
	if (moment === undefined) return undefined;
	if (typeof start === 'string' && WITH_OFFSET.test(start)) return dayWritten(start);
	if (typeof start === 'string' && BARE_DAY.test(start)) return start.trim();
	return new Date(toLocal(moment, siteZone(timesheet) ?? timeZone)).toISOString().slice(0, 10);
}
