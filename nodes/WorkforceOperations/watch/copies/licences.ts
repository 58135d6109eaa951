import { byNumber, idOf, isJsonObject, type JsonObject } from '../../contract';
import { clock } from '../../transport/clock';
import { settle } from '../../transport/settle';
import { idOfPart, keyPart, realKeyPart } from '../core/keys';
import {
	rereadEach,
	type Detection,
	type EngineForm,
	type EventSource,
	type Preview,
	sharedKeys,
} from '../core/source';
import { packIds, unpackIds } from '../core/reported';
import {
	readGradually,
	endScan,
	isDue,
	newScan,
	packScan,
	type Scan,
	unpackFinishedScan,
	unpackScan,
} from '../licences/scan';
import { licenceName } from '../licences/rules';
import { guards, logOf } from '../licences/source';
import { forgetTold, noteEnds, noteFields, noteOdd, noteRound, rowsOf, type Seen } from './changes';
import {
	beginRound,
	copyForm,
	type CopyPoll,
	type CopySettings,
	noteClaims,
	openMemory,
	packMemory,
	packRows,
	phaseAfter,
	type SampleRows,
	unpackRows,
} from './memory';
import { type CopyWords, previewOf, refuseTooMany, Telling, typedId } from './telling';

/** How many guards “Fetch Test Event” reads while a person waits. */
const READ_IN_TEST = 6;

/** Records that are listed for a test. */
const LISTED_IN_TEST = 100;

const infoOf = ({ employeeSecurityLicenseInfo: info }: JsonObject): JsonObject => (isJsonObject(info) ? info : {});

/** Before the ID of a licence. */
const guardPart = (guard: string): string => `${keyPart(guard) ?? ''}.`;

/** The ids of employee and licence, or its number: it is undocumented whether two employees can share a licence id. */
function licenceKey(record: JsonObject, guard: string): string | undefined {
	const id = realKeyPart(record.securityLicenseId) ?? realKeyPart(infoOf(record).employeeSecurityLicenseId);
	const number = keyPart(record.licenseNumber);
	return id === undefined && number === undefined ? undefined : `${guardPart(guard)}${id ?? `.${number ?? ''}`}`;
}

const guardOf = (id: string): string => idOfPart(id.split('.', 1)[0] ?? '');

const words: CopyWords = {
	noun: 'licence',
	all: 'the licences',
	nameOf: (record) => licenceName(record, record.employeeId),
	isOwnName: true,
	idsOf: (id) => {
		const [guard = '', licence = '', number = ''] = id.split('.').map(idOfPart);
		const ids = licence === '' ? { licenseNumber: number } : { securityLicenseId: typedId(licence) };
		return { employeeId: typedId(guard), ...ids };
	},
};

const engineForm: EngineForm = {
	...copyForm,
	last: { reads: (stored) => unpackFinishedScan(stored) !== undefined },
	sweep: { reads: (stored) => unpackScan(stored) !== undefined },
	again: { reads: (stored) => unpackScan(stored) !== undefined },
	changed: { reads: (stored) => unpackIds(stored) !== undefined },
	rows: { reads: (stored) => unpackRows(stored) !== undefined },
};

const isDone = ({ left, again }: Scan): boolean => left.length + again.length === 0;

async function detect(poll: CopyPoll): Promise<Detection> {
	const { engine, now, reader, settings } = poll;
	const memory = openMemory(poll, await reader.claims());
	const { known, isAgain, isOther, fields } = memory;
	refuseTooMany(words, known.size);
	const telling = new Telling(poll, memory, words);
	const { log } = telling;
	const shared: string[] = [];
	// Whether somebody has changed those that differ is known at the end of the round.
	const changed = new Set(isOther ? [] : unpackIds(engine.changed));
	let rows: SampleRows = (isOther ? undefined : unpackRows(engine.rows)) ?? new Map();
	let [odd, read] = [0, 0];

	const seenOf = (guard: string, records: readonly JsonObject[]): Map<string, Seen> => {
		const keyed = records.flatMap((record) => {
			const key = licenceKey(record, guard);
			return key === undefined ? [] : [{ key, record }];
		});
		shared.push(...sharedKeys(keyed));
		return new Map(keyed.map(({ key, record }) => [key, { record, fields: fields.of(record), isActive: true }]));
	};

	/** Takes the licences of a guard in a round. Returns whether all that is told at once fitted in. */
	function take(guard: string, records: readonly JsonObject[]): boolean {
		const [seen, begin] = [seenOf(guard, records), guardPart(guard)];
		for (const id of noteFields(memory, seen)) if (known.get(id)?.news !== 'owed') changed.add(id);
		rows = rowsOf(memory, seen, rows);
		if (!telling.tell(seen.keys(), seen)) return false;
		if (reader.hasDoubts) return true;
		const without = records.filter((record) => licenceKey(record, guard) === undefined).length;
		const fresh = noteOdd(memory, begin, without);
		odd += fresh;
		const scope = [...known.keys()].filter((id) => id.startsWith(begin));
		noteEnds(memory, seen, scope, { isRound: true, isDoubtful: fresh > 0 });
		return true;
	}

	/** Takes those licences of a guard that somebody has changed, once more. */
	function takeAgain(guard: string, records: readonly JsonObject[]): boolean {
		const seen = new Map([...seenOf(guard, records)].filter(([id]) => known.get(id)?.news === 'owed'));
		noteFields({ ...memory, leftNext: memory.left }, seen);
		return telling.tell(seen.keys(), seen);
	}

	/** Reads on, if anything fits in; undefined where nothing is left to be read. */
	async function go(scan: Scan | undefined, taker: typeof take): Promise<Scan | undefined> {
		if (scan === undefined || telling.room === 0) return scan;
		const reading = await readGradually(poll, scan, taker);
		read += reading.read;
		if (reading.failure !== undefined && read === 0) throw reading.failure;
		return isDone(reading.scan) && taker === takeAgain ? undefined : reading.scan;
	}

	/** At the end of a round: who was changed by somebody, and what is gone. Returns the guards whose licences were changed. */
	function endRound({ records }: Scan): string[] {
		const all = [...known.values()].filter(({ end }) => end === undefined).length;
		log.push(...noteRound(memory, changed, Math.min(records, all), rows, now));
		changed.clear();
		rows = new Map();
		memory.phase = phaseAfter(memory, settings.startWith, true, telling.waiting);
		telling.decide();
		telling.tell(known.keys(), new Map());
		return [...new Set([...known].flatMap(([id, { news }]) => (news === 'owed' ? [guardOf(id)] : [])))];
	}

	const open = await rereadEach(poll, async (key) => {
		const parts = telling.partsOf(key);
		if (parts === undefined) return telling.reread(key, new Map());
		const guard = guardOf(parts.id);
		const answer = await settle(reader.listOf('securityLicence.getAll', { id: guard }));
		return 'error' in answer ? undefined : telling.reread(key, seenOf(guard, answer.result));
	});
	if (isAgain) telling.forget([...known].flatMap(([id, { end }]) => (end === undefined ? [id] : [])));
	telling.tell(known.keys(), new Map());
	let last = isAgain ? undefined : unpackFinishedScan(engine.last);
	let round = isAgain ? undefined : unpackScan(engine.sweep);
	let again = await go(isAgain ? undefined : unpackScan(engine.again), takeAgain);
	if (again === undefined && telling.room > 0 && (round !== undefined || isDue(last, now, settings.scanEveryMs))) {
		if (round === undefined) {
			round = newScan(now, (await guards(poll)).sort(byNumber));
			beginRound(memory, now, 0);
			forgetTold(memory);
		}
		round = await go(round, take);
		noteClaims(memory, await reader.claims(), poll);
		if (round !== undefined && isDone(round)) {
			last = endScan(round, clock.date());
			log.push(...logOf(round, last, poll));
			const guardsOwed = endRound(round);
			round = undefined;
			if (guardsOwed.length > 0) again = await go(newScan(now, guardsOwed), takeAgain);
		}
	}
	telling.warnOdd(odd);
	const { findings, superseded, waiting } = telling;
	return {
		...{ findings, superseded, waiting, log, shared },
		engine: {
			...packMemory(memory),
			...(last === undefined ? {} : { last }),
			...(round === undefined ? {} : { sweep: packScan(round) }),
			...(again === undefined ? {} : { again: packScan(again) }),
			...(changed.size === 0 ? {} : { changed: packIds(changed) }),
			...(rows.size === 0 ? {} : { rows: packRows(rows) }),
		},
		complete: true,
		...open,
	};
}

async function preview(poll: CopyPoll): Promise<Preview> {
	const { reader, settings } = poll;
	const employees = await reader.someOf('staff.getAll', settings.query, LISTED_IN_TEST);
	const ids = employees.flatMap(({ id }) => idOf(id) ?? []).sort(byNumber);
	const shown: Array<{ id: string; record: JsonObject }> = [];
	for (const guard of ids.slice(0, READ_IN_TEST)) {
		const read = await settle(reader.listOf('securityLicence.getAll', { id: guard }));
		if ('error' in read) {
			if (shown.length > 0) break;
			throw read.error;
		}
		for (const record of read.result) {
			const id = licenceKey(record, guard);
			if (id !== undefined) shown.push({ id, record });
		}
	}
	const nothing = 'The service’s first employees have no licences, for this key and these filters';
	return { ...previewOf(words, poll, shown), nothing };
}

/** Licences, read gradually, and compared with those of the round before. */
export const licenceCopySource: EventSource<CopySettings> = { detect, preview, engineForm };
