import { idOf } from '../../contract';
import { clock } from '../../transport/clock';
import { settle } from '../../transport/settle';
import type { Finding } from '../core/finding';
import { rereadEach } from '../core/reread';
import { type Detection, type EngineForm, type EventSource, type Preview, SHOWN_IN_TEST } from '../core/source';
import { readGradually } from '../licences/readGradually';
import { endScan, isDue, newScan, packScan, unpackFinishedScan, unpackScan } from '../licences/scan';
import { guards, logOf } from '../licences/source';
import { inOrder } from './detect';
import { guardOf, licenceKey, LicenceLook, licenceWords } from './licenceLook';
import { packKnown, unpackKnown } from './packing';
import { beginRound, copyForm, type CopyPoll, type CopySettings, noteClaims, openCopies, packCopies } from './state';
import { refuseTooMany, rereadHeld, rereadOf, supersededBy } from './telling';
import { described, isHeldKey, partsOf } from './words';

/** How many guards “Fetch Test Event” reads while a person waits. */
const READ_IN_TEST = 6;

/** Records that are listed for a test. */
const LISTED_IN_TEST = 100;

const engineForm: EngineForm = {
	...copyForm,
	last: { reads: (stored) => unpackFinishedScan(stored) !== undefined },
	sweep: { reads: (stored) => unpackScan(stored) !== undefined },
	again: { reads: (stored) => unpackScan(stored) !== undefined },
	changed: { reads: (stored) => unpackKnown(stored) !== undefined },
	fields: { reads: (stored) => typeof stored === 'string' },
};

/** The licences of findings that are open, each by the list of its guard. */
async function reread(poll: CopyPoll, look: LicenceLook): Promise<Pick<Detection, 'reread' | 'deferred'>> {
	return await rereadEach(poll, async (key) => {
		const id = partsOf(key)?.id;
		if (isHeldKey(key) || id === undefined) return rereadHeld(licenceWords, look.state.memory);
		const read = await settle(poll.reader.listOf('securityLicence.getAll', { id: guardOf(id) }));
		return 'error' in read
			? undefined
			: rereadOf(licenceWords, key, look.licencesOf(guardOf(id), read.result).seen.get(id));
	});
}

async function detect(poll: CopyPoll): Promise<Detection> {
	const { engine, now, reader, settings } = poll;
	const state = openCopies(poll, await reader.claims());
	const { memory } = state;
	const look = new LicenceLook(poll, state);
	const open = await reread(poll, look);
	if (state.isAgain) for (const [id, { mark }] of memory.known) if (mark === undefined) memory.known.delete(id);
	let last = state.isAgain ? undefined : unpackFinishedScan(engine.last);
	let round = state.isAgain ? undefined : unpackScan(engine.sweep);
	let again = unpackScan(engine.again);
	look.tellDue();
	if (round === undefined && again !== undefined && look.hasRoom) {
		const reading = await readGradually(poll, again, (guard, records) => look.takeAgain(guard, records));
		if (reading.failure !== undefined && reading.read === 0) throw reading.failure;
		again = reading.scan.left.length + reading.scan.again.length === 0 ? undefined : reading.scan;
	}
	if (again === undefined && look.hasRoom && (round !== undefined || isDue(last, now, settings.scanEveryMs))) {
		if (round === undefined) {
			round = newScan(
				now,
				(await guards(poll)).sort((one, other) => inOrder.compare(one, other)),
			);
			beginRound(state, now, 0);
		}
		const reading = await readGradually(poll, round, (guard, records) => look.take(guard, records));
		if (reading.failure !== undefined && reading.read === 0) throw reading.failure;
		round = reading.scan;
		noteClaims(state, await reader.claims());
		if (round.left.length + round.again.length === 0) {
			last = endScan(round, clock.date());
			look.log.push(...logOf(round, last, poll));
			const left = look.endRound(round);
			if (left.length > 0) again = newScan(now, left);
			look.tellDue();
			round = undefined;
		}
	}
	refuseTooMany(poll, licenceWords, memory.known.size);
	return {
		findings: look.findings,
		superseded: supersededBy(poll, look.changes),
		engine: {
			...packCopies(state),
			...(last === undefined ? {} : { last }),
			...(round === undefined ? {} : { sweep: packScan(round) }),
			...(again === undefined ? {} : { again: packScan(again) }),
			...(look.changed.size === 0 ? {} : { changed: packKnown(look.changed) }),
			...(look.fields.size === 0 ? {} : { fields: [...look.fields].join('') }),
		},
		waiting: look.waiting,
		complete: true,
		...open,
		shared: look.shared,
		log: look.log,
	};
}

async function preview(poll: CopyPoll): Promise<Preview> {
	const { reader, settings, now } = poll;
	const employees = await reader.someOf('staff.getAll', settings.query, LISTED_IN_TEST);
	const ids = employees.flatMap(({ id }) => idOf(id) ?? []).sort((one, other) => inOrder.compare(one, other));
	const shown: Finding[] = [];
	for (const guard of ids.slice(0, READ_IN_TEST)) {
		const read = await settle(reader.listOf('securityLicence.getAll', { id: guard }));
		if ('error' in read) {
			if (shown.length > 0) break;
			throw read.error;
		}
		for (const record of read.result) {
			const id = licenceKey(record, guard);
			if (id === undefined) continue;
			const about = described(licenceWords, { id, change: 'created', isFirst: true }, record, undefined);
			shown.push({ key: `${id}:created`, at: now, locator: 0, ...about });
		}
	}
	const [nearest] = shown;
	return {
		findings: settings.startWith === 'now' ? shown.slice(0, SHOWN_IN_TEST) : [],
		nearest: nearest && {
			...nearest,
			reason: `${nearest.reason} already. What becomes of it after the workflow is published is reported`,
		},
		nothing: 'The first employees of the service have no licences, for this key and these filters',
	};
}

/** Licences, read gradually, and compared with those of the round before. */
export const licenceCopySource: EventSource<CopySettings> = { detect, preview, engineForm };
