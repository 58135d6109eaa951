import type { JsonObject } from '../../contract';
import { packIds, readKnown, unpackIds } from '../engines/known';
import type { Finding } from '../engines/types';
import { newEmployee } from '../events/staff';
import { said } from '../words';
import { sharedKeys } from './shared';
import { type Engine, type Found, type Look, type Sample, SHOWN_IN_TEST, type Visit } from './types';

const active = async ({ reader, settings }: Visit): Promise<JsonObject[]> =>
	await reader.list('staff.getAll', settings.query);

/** Those who are switched off, which the service lists only when asked for (published). */
const switchedOff = async ({ reader, settings }: Visit): Promise<JsonObject[]> =>
	'isActive' in settings.additionalQuery
		? []
		: await reader.list('staff.getAll', { ...settings.query, isActive: 'false' });

const employees = (records: JsonObject[], now: number): Finding[] =>
	records.flatMap((record) => newEmployee(record, now) ?? []);

async function look(visit: Visit): Promise<Look> {
	const { now, engine, start, lost, most } = visit;
	const stored = unpackIds(engine.known);
	const present = employees(await active(visit), now);
	const isMissing = (key: string): boolean => present.every((finding) => finding.key !== key);
	const needsAll = stored === undefined || Object.keys(lost).some(isMissing);
	// Whether `false` lists those who are switched off alone, or them as well, nobody says.
	const others = employees(needsAll ? await switchedOff(visit) : [], now).filter(({ key }) => isMissing(key));
	const found = new Map<string, Found>();
	for (const [stillSo, list] of [
		[false, others],
		[true, present],
	] as const) {
		for (const { key, record, reason, numbers } of list)
			if (Object.hasOwn(lost, key)) found.set(key, { record, reason, numbers, stillSo });
	}
	const { findings, known, waiting } = readKnown(
		stored ?? new Set(),
		present,
		stored === undefined ? others.map(({ key }) => key) : [],
		{ start: stored === undefined ? (start ?? 'new') : undefined, most },
	);
	const shared = sharedKeys(present);
	return { findings, engine: { known: packIds(known) }, waiting, complete: true, found, shared };
}

async function sample(visit: Visit): Promise<Sample> {
	const records = await visit.reader.someOf('staff.getAll', visit.settings.query);
	const newest = employees(records, visit.now)
		.sort((one, other) => one.key.localeCompare(other.key, 'en', { numeric: true }))
		.slice(-SHOWN_IN_TEST);
	const last = newest.at(-1);
	const name = said(last?.record.firstName) ?? `Employee ${said(last?.record.id) ?? ''}`;
	return {
		// With “new” all who are in the list at the first poll are known already.
		findings: visit.settings.startWith === 'now' ? newest : [],
		nearest: last && {
			...last,
			reason: `${name} is among the staff already. Who joins after the workflow is published is reported`,
		},
		nothing: 'The service lists no active employee for this key and these filters',
	};
}

/** New employees, by the list of those who are active. */
export const staffList: Engine = { look, sample };
