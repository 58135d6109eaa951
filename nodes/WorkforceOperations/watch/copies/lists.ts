import { activeOf, byNumber, type EndpointId, endpoints, type JsonObject } from '../../contract';
import { realKeyPart, wholeKey } from '../core/keys';
import { type Detection, type EventSource, type LookContext, type Preview, sharedKeys } from '../core/source';
import { noteEnds, noteFields, noteRound, noteSample, recordsByKey, type Seen } from './changes';
import { beginRound, copyForm, type CopyPoll, type CopySettings, type Memory, NO_PRINT, noteClaims } from './memory';
import { type CopyWords, previewOf, Telling, typedId } from './telling';

/** A list that has an active and an inactive half. */
export interface CopiedList extends Omit<CopyWords, 'idsOf'> {
	endpoint: EndpointId;
}

/** Records of lists that know no “changed since”: both halves are read, and compared with what they held before. */
export function listSource(kind: CopiedList): EventSource<CopySettings> {
	const { endpoint, onlyNew } = kind;
	const definition = endpoints[endpoint];
	const idFields: readonly string[] = 'ids' in definition ? (definition.ids ?? []) : [];
	const idFieldOf = (record: JsonObject): string =>
		idFields.find((field) => realKeyPart(record[field]) !== undefined) ?? '';
	/** Those with a usable ID, under it. */
	const keyed = (records: readonly JsonObject[]) =>
		records.flatMap((record) => {
			const key = wholeKey(record[idFieldOf(record)]);
			return key === undefined ? [] : { key, record };
		});

	/** Of what is gone only the ID is known. */
	const wordsFor = (one: JsonObject = {}): CopyWords => {
		const field = idFieldOf(one) || (idFields.at(-1) ?? 'id');
		return { ...kind, idsOf: (id) => ({ [field]: typedId(id) }) };
	};

	/**
	 * The active half is read last: whoever is in neither because it was moved meanwhile is in one of them at the next reading,
	 * and nobody is taken for inactive. Who is new is sought in it alone.
	 */
	async function readHalves({ reader, settings, engine, pendingReread }: CopyPoll) {
		const isNeeded = onlyNew !== true || engine.known === undefined || Object.keys(pendingReread).length > 0;
		const off = isNeeded ? await reader.list(endpoint, { ...settings.query, isActive: 'false' }) : [];
		return [off, await reader.list(endpoint, settings.query)];
	}

	/** The records of both halves by their IDs, how many have none, and IDs that several records of one half share. */
	function recordsOf(halves: JsonObject[][], { fields }: Memory) {
		const [seen, shared] = [new Map<string, Seen>(), [] as string[]];
		let odd = 0;
		for (const half of halves) {
			const all = keyed(half);
			odd += half.length - all.length;
			shared.push(...sharedKeys(all));
			for (const [key, record] of recordsByKey(all)) {
				const word = onlyNew ? undefined : activeOf(record);
				const counted = onlyNew ? [] : fields.of(record);
				seen.set(key, { record, fields: counted, isActive: word ?? half === halves[1], saysOff: word === false });
			}
		}
		return { seen, shared, odd };
	}

	async function detect(poll: CopyPoll): Promise<Detection> {
		const { reader, settings, now, engine, pendingReread } = poll;
		const halves = await readHalves(poll);
		const telling = new Telling(poll, wordsFor(halves.flat().find(idFieldOf)));
		const { memory } = telling;
		const { known } = memory;
		noteClaims(memory, await reader.claims(), poll);
		const { seen, shared, odd } = recordsOf(halves, memory);
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
		telling.warnOdd(noteEnds(memory, { list: '', seen, ids: known.keys(), odd, isRound }));
		noteFields(memory, seen);
		noteSample(memory, seen);
		telling.log.push(...noteRound(memory, known.size, now));
		// All of them are at hand, so that other fields count from now on.
		if (memory.left.join() !== memory.leftNext.join()) noteFields(memory, seen);
		memory.left = memory.leftNext;
		telling.decideEnds();
		telling.tell(new Set([...known.keys(), ...seen.keys()]), seen);
		telling.endRound(isWhole);
		const reread: Detection['reread'] = new Map();
		for (const key of Object.keys(pendingReread)) {
			const record = telling.reread(key, seen);
			if (record !== undefined) reread.set(key, record);
		}
		return telling.detection({ reread, shared });
	}

	async function preview({ reader, settings }: LookContext): Promise<Preview> {
		const records = await reader.someOf(endpoint, settings.query);
		const listed = keyed(records).map((each) => ({ ...each, isActive: activeOf(each.record) ?? true }));
		listed.sort((one, other) => byNumber(one.key, other.key));
		const nothing = `The service lists no active ${kind.noun}s for this key and these filters`;
		return { findings: previewOf(wordsFor(), listed), nothing };
	}

	return { detect, preview, engineForm: copyForm };
}
