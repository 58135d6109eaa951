import type { JsonObject } from '../../contract';
import type { Finding } from '../core/finding';
import { wholeKey } from '../core/keys';
import {
	type Detection,
	type EventSource,
	type PollContext,
	type Preview,
	type RereadRecord,
	sharedKeys,
	SHOWN_IN_TEST,
} from '../core/source';
import { safeText } from '../core/text';
import { packIds, unpackIds } from '../core/reported';
import { detectNew } from './newRecords';

/** A new employee; undefined without an id. The list has no entry date: an employee is new when first seen. */
export function newEmployeeFinding(record: JsonObject, now: number): Finding | undefined {
	const key = wholeKey(record.id);
	if (key === undefined) return undefined;
	const name = [safeText(record.firstName), safeText(record.lastName)].filter((part) => part !== undefined).join(' ');
	const number = safeText(record.employeeId);
	return {
		key,
		// Ordered by id: the service numbers employees upwards (assumed).
		at: now,
		locator: now,
		record,
		reason: `${name === '' ? `Employee ${safeText(key) ?? ''}` : name}${number === undefined ? '' : ` (${number})`} is new among the staff`,
		numbers: {},
	};
}

const active = async ({ reader, settings }: PollContext): Promise<JsonObject[]> =>
	await reader.list('staff.getAll', settings.query);

/** Inactive employees, which the service lists only when asked for (published). */
const inactive = async ({ reader, settings }: PollContext): Promise<JsonObject[]> =>
	'isActive' in settings.additionalQuery
		? []
		: await reader.list('staff.getAll', { ...settings.query, isActive: 'false' });

const employees = (records: JsonObject[], now: number): Finding[] =>
	records.flatMap((record) => newEmployeeFinding(record, now) ?? []);

async function detectStaff(poll: PollContext): Promise<Detection> {
	const { now, engine, start, pendingReread, most } = poll;
	const stored = unpackIds(engine.known);
	const present = employees(await active(poll), now);
	const isMissing = (key: string): boolean => present.every((finding) => finding.key !== key);
	const needsAll = stored === undefined || Object.keys(pendingReread).some(isMissing);
	// It is undocumented whether `false` lists only the inactive ones, or them as well.
	const others = employees(needsAll ? await inactive(poll) : [], now).filter(({ key }) => isMissing(key));
	const reread = new Map<string, RereadRecord>();
	for (const [stillSo, list] of [
		[false, others],
		[true, present],
	] as const) {
		for (const { key, record, reason, numbers } of list)
			if (Object.hasOwn(pendingReread, key)) reread.set(key, { record, reason, numbers, stillSo });
	}
	const { findings, known, waiting } = detectNew(
		stored ?? new Set(),
		present,
		stored === undefined ? others.map(({ key }) => key) : [],
		{ start: stored === undefined ? (start ?? 'new') : undefined, most },
	);
	const shared = sharedKeys(present);
	return { findings, engine: { known: packIds(known) }, waiting, complete: true, reread, shared };
}

async function previewStaff(poll: PollContext): Promise<Preview> {
	const records = await poll.reader.someOf('staff.getAll', poll.settings.query);
	const newest = employees(records, poll.now)
		.sort((one, other) => one.key.localeCompare(other.key, 'en', { numeric: true }))
		.slice(-SHOWN_IN_TEST);
	const last = newest.at(-1);
	const name = safeText(last?.record.firstName) ?? `Employee ${safeText(last?.record.id) ?? ''}`;
	return {
		// With “new”, everybody in the list at the first poll is known already.
		findings: poll.settings.startWith === 'now' ? newest : [],
		nearest: last && {
			...last,
			reason: `${name} is among the staff already. Who joins after the workflow is published is reported`,
		},
		nothing: 'The service lists no active employee for this key and these filters',
	};
}

/** New employees, from the list of active ones. */
export const staffSource: EventSource = {
	detect: detectStaff,
	preview: previewStaff,
	engineForm: { known: { reads: (stored) => unpackIds(stored) !== undefined, needed: true } },
};
