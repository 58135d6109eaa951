import { type EndpointId, endpoints, type JsonObject } from '../../contract';
import { realKeyPart, typedId, wholeKey } from '../core/keys';
import { type Detection, type EventSource, type LookContext, type Preview, rereadEach } from '../core/source';
import { keyed, noteEnds, noteFields, noteRound, noteSample } from './changes';
import { beginRound, copyForm, type CopyPoll, type CopySettings, NO_PRINT, noteClaims } from './memory';
import { type CopyWords, previewOf, Telling } from './telling';

/** A list that has an active and an inactive half. */
export interface CopiedList extends Omit<CopyWords, 'idsOf'> {
	endpoint: EndpointId;
}

/** Records of lists that know no “changed since”: both halves are read, and compared with what they held before. */
export function listSource(kind: CopiedList): EventSource<CopySettings> {
	const { endpoint, onlyNew } = kind;
	const { ids = [] } = endpoints[endpoint];
	const idFieldOf = (record: JsonObject): string => ids.find((field) => realKeyPart(record[field]) !== undefined) ?? '';
	const keyOf = (record: JsonObject): string | undefined => wholeKey(record[idFieldOf(record)]);

	/** Of what is gone only the ID is known. */
	const wordsFor = (one: JsonObject = {}): CopyWords => {
		const field = idFieldOf(one) || (ids.at(-1) ?? 'id');
		return { ...kind, idsOf: (id) => ({ [field]: typedId(id) }) };
	};

	/**
	 * The active half is read last: whoever is in neither because it was moved meanwhile is in one of them at the next reading,
	 * and nobody is taken for inactive. Who is new is sought in it alone.
	 */
	async function readHalves({ reader, settings, engine, pendingReread }: CopyPoll) {
		const isNeeded = onlyNew !== true || engine.known === undefined || Object.keys(pendingReread).length > 0;
		const off = isNeeded ? await reader.list(endpoint, { ...settings.query, isActive: 'false' }) : [];
		return [off, await reader.list(endpoint, settings.query)] as const;
	}

	async function detect(poll: CopyPoll): Promise<Detection> {
		const { reader, settings, now, engine } = poll;
		const halves = await readHalves(poll);
		const telling = new Telling(poll, wordsFor(halves.flat().find(idFieldOf)));
		const { memory } = telling;
		const { known } = memory;
		await noteClaims(memory, poll);
		const [off, active] = [telling.see(halves[0], keyOf, false), telling.see(halves[1], keyOf)];
		const seen = new Map([...off.seen, ...active.seen]);
		telling.refuseTooMany(seen.size);
		const isWhole = !reader.hasDoubts;
		for (const [id, { isActive, saysOff }] of seen) {
			if (isActive || known.has(id)) continue;
			// Who was inactive from the beginning is known, and of whom became so later nobody has heard.
			if (onlyNew && engine.known === undefined) known.set(id, { print: NO_PRINT, isActive });
			// Who is in the inactive half alone may be missing from the active one.
			else if (onlyNew || (!isWhole && !saysOff)) seen.delete(id);
		}
		if (memory.isAgain && !onlyNew) telling.forget(seen.keys());
		const isRound = beginRound(memory, now, isWhole ? settings.intervalMs : Infinity);
		telling.warnOdd(noteEnds(memory, { list: '', seen, odd: off.odd + active.odd, isRound }));
		noteFields(memory, seen);
		noteSample(memory, seen);
		telling.told.log.push(...noteRound(memory, known.size, now));
		// All of them are at hand, so that other fields count from now on.
		if (memory.left.join() !== memory.leftNext.join()) noteFields(memory, seen);
		memory.left = memory.leftNext;
		telling.decideEnds();
		telling.tell(new Set([...known.keys(), ...seen.keys()]), seen);
		telling.endRound(isWhole);
		return telling.detection(await rereadEach(poll, (key) => telling.reread(key, seen), Infinity));
	}

	async function preview({ reader, settings }: LookContext): Promise<Preview> {
		const records = keyed(await reader.someOf(endpoint, settings.query), keyOf);
		const nothing = `The service lists no active ${kind.noun}s for this key and these filters`;
		return { findings: previewOf(wordsFor(), records), nothing };
	}

	return { detect, preview, engineForm: copyForm };
}
