import type { JsonObject } from '../../contract';
import { settle } from '../../transport/settle';
import { idOfPart, keyPart, typedId } from '../core/keys';
import { type Detection, type EngineForm, type EventSource, rereadEach } from '../core/source';
import { isDone, newScan, packScan, readGradually, type Scan, scanForm, unpackScan } from '../licences/scan';
import { employeeOfKey, infoOf, licenceKey, licenceName } from '../licences/rules';
import { firstLicences, packRounds, readRound } from '../licences/source';
import { keyed, noteEnds, noteFields, noteRound, noteSample } from './changes';
import { beginRound, copyForm, type CopyPoll, type CopySettings, noteClaims } from './memory';
import { type CopyWords, previewOf, Telling } from './telling';

/** Before the ID of a licence. */
const guardPart = (guard: string): string => `${keyPart(guard) ?? ''}.`;

/**
 * It is undocumented whether both IDs of a licence are the same. What is reported as gone has the list’s own, so that one
 * comes first.
 */
const keyFor =
	(guard: string) =>
	(record: JsonObject): string | undefined =>
		licenceKey(guard, [record.securityLicenseId, infoOf(record).employeeSecurityLicenseId], record.licenseNumber);

const words: CopyWords = {
	noun: 'licence',
	all: 'the licence list',
	nameOf: (record) => licenceName(record, record.employeeId),
	isLicence: true,
	idsOf: (id) => {
		const [guard = '', licence = '', number = ''] = id.split('.').map(idOfPart);
		const ids = licence === '' ? { licenseNumber: number } : { securityLicenseId: typedId(licence) };
		return { employeeId: typedId(guard), ...ids };
	},
};

/** `again`: the guards whose licences somebody has changed, as a round has shown, which are read once more. */
const engineForm: EngineForm = { ...copyForm, ...scanForm, again: scanForm.sweep };

async function detect(poll: CopyPoll): Promise<Detection> {
	const { engine, now, reader } = poll;
	const telling = new Telling(poll, words);
	const { memory } = telling;
	const { known, isAgain } = memory;
	await noteClaims(memory, poll);
	telling.refuseTooMany(known.size);
	let oddOnes = 0;

	/** Takes the licences of a guard in a round. Returns whether all that is told at once fitted in. */
	function take(guard: string, records: readonly JsonObject[]): boolean {
		const { seen, odd } = telling.see(records, keyFor(guard));
		noteFields(memory, seen);
		noteSample(memory, seen);
		if (!telling.tell(seen.keys(), seen)) return false;
		oddOnes += noteEnds(memory, { list: guardPart(guard), seen, odd, isRound: !reader.hasDoubts });
		return true;
	}

	const isOwed = (id: string): boolean => known.get(id)?.news === 'owed';

	/** Takes those licences of a guard that somebody has changed, once more. */
	function takeAgain(guard: string, records: readonly JsonObject[]): boolean {
		const seen = new Map([...telling.see(records, keyFor(guard)).seen].filter(([id]) => isOwed(id)));
		noteFields(memory, seen);
		return telling.tell(seen.keys(), seen);
	}

	const readAgain = async (scan: Scan): Promise<Scan> =>
		telling.room === 0 ? scan : await readGradually(poll, scan, takeAgain);

	const open = await rereadEach(poll, async (key) => {
		const parts = telling.partsOf(key);
		if (parts === undefined) return telling.reread(key, new Map());
		const guard = employeeOfKey(parts.id);
		const answer = await settle(reader.listOf('securityLicence.getAll', { id: guard }));
		return 'error' in answer ? undefined : telling.reread(key, telling.see(answer.result, keyFor(guard)).seen);
	});
	if (isAgain) telling.forget([...known].flatMap(([id, { end }]) => (end === undefined ? [id] : [])));
	const stored: JsonObject = isAgain ? {} : engine;
	let again = await readAgain(unpackScan(stored.again) ?? newScan(now, []));
	const mayRead = isDone(again) && telling.room > 0;
	const round = mayRead ? await readRound(poll, stored, take, () => beginRound(memory, now, 0)) : undefined;
	if (round !== undefined) await noteClaims(memory, poll);
	if (round?.ended !== undefined) {
		telling.told.log.push(...round.log, ...noteRound(memory, round.scan.records, now));
		telling.endRound(true);
		telling.decideEnds();
		again = newScan(now, [...known.keys()].filter(isOwed).map(employeeOfKey));
		// Where it fails, the round counts all the same, and the next poll begins with it.
		const reading = await settle(readAgain(again));
		if ('result' in reading) again = reading.result;
	}
	telling.tell(known.keys(), new Map());
	telling.warnOdd(oddOnes);
	const scans = { ...packRounds(stored, round), ...(isDone(again) ? {} : { again: packScan(again) }) };
	return telling.detection(open, scans);
}

const preview: EventSource<CopySettings>['preview'] = async (look) => {
	const { licences } = await firstLicences(look);
	const all = licences.flatMap(([guard, records]) => keyed(records, keyFor(guard)));
	const nothing = 'With this key and these filters, none of the first few employees in the list has a licence';
	return { findings: previewOf(words, all), nothing };
};

/** Licences, read gradually, and compared with those of the round before. */
export const licenceCopySource: EventSource<CopySettings> = { detect, preview, engineForm };
