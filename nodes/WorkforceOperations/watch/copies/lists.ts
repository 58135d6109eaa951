import { activeOf, byNumber, type EndpointId, endpoints, type JsonObject } from '../../contract';
import { realKeyPart, wholeKey } from '../core/keys';
import { type Detection, type EventSource, type Preview, sharedKeys } from '../core/source';
import { forgetTold, noteEnds, noteFields, noteOdd, noteRound, rowsOf, type Seen } from './changes';
import {
	beginRound,
	copyForm,
	type CopyPoll,
	type CopySettings,
	type Memory,
	NO_PRINT,
	openMemory,
	packMemory,
	phaseAfter,
} from './memory';
import { type CopyWords, previewOf, refuseTooMany, Telling, typedId } from './telling';

/** A list that has an active and an inactive half. */
export interface CopiedList extends Omit<CopyWords, 'hasHalves' | 'idsOf'> {
	endpoint: EndpointId;
}

/** Records of lists that know no “changed since”: both halves are read, and compared with what they held before. */
export function listSource(kind: CopiedList): EventSource<CopySettings> {
	const { endpoint, onlyNew } = kind;
	const definition = endpoints[endpoint];
	const idFields: readonly string[] = 'ids' in definition ? (definition.ids ?? []) : [];
	const idFieldOf = (record: JsonObject): string =>
		idFields.find((field) => realKeyPart(record[field]) !== undefined) ?? '';
	const idOf = (record: JsonObject): string => wholeKey(record[idFieldOf(record)]) ?? '';

	/** Of what is gone only the ID is known. */
	const wordsFor = (one: JsonObject = {}): CopyWords => {
		const field = idFieldOf(one) || (idFields.at(-1) ?? 'id');
		return { ...kind, hasHalves: true, idsOf: (id) => ({ [field]: typedId(id) }) };
	};

	/**
	 * The active half is read last: whoever is in neither because it was moved meanwhile is in one of them at the next reading,
	 * and nobody is taken for inactive. Who is new is sought in it alone.
	 */
	async function readHalves({ reader, settings, engine, pendingReread }: CopyPoll) {
		const isNeeded = onlyNew !== true || engine.known === undefined || Object.keys(pendingReread).length > 0;
		const off = isNeeded ? await reader.list(endpoint, { ...settings.query, isActive: 'false' }) : [];
		return { off, on: await reader.list(endpoint, settings.query) };
	}

	/** The records of both halves by their IDs, how many have none, and IDs that several records of one half share. */
	function recordsOf({ on, off }: { on: JsonObject[]; off: JsonObject[] }, { fields }: Memory) {
		const [seen, shared] = [new Map<string, Seen>(), [] as string[]];
		for (const half of [off, on]) {
			const byId = new Map<string, JsonObject>();
			const all = half.map((record) => ({ key: idOf(record), record })).filter(({ key }) => key !== '');
			shared.push(...sharedKeys(all));
			for (const { key, record } of all) {
				const other = byId.get(key);
				// Of several records with one ID always the same one counts, in whichever order they come.
				if (other === undefined || JSON.stringify(other) < JSON.stringify(record)) byId.set(key, record);
			}
			for (const [id, record] of byId) {
				const word = onlyNew ? undefined : activeOf(record);
				const counted = onlyNew ? [] : fields.of(record);
				seen.set(id, { record, fields: counted, isActive: word ?? half === on, saysOff: word === false });
			}
		}
		return { seen, shared, odd: [...on, ...off].filter((record) => idOf(record) === '').length };
	}

	async function detect(poll: CopyPoll): Promise<Detection> {
		const { reader, settings, now, engine, pendingReread } = poll;
		const halves = await readHalves(poll);
		const memory = openMemory(poll, await reader.claims());
		const { known } = memory;
		const { seen, shared, odd } = recordsOf(halves, memory);
		const words = wordsFor([...seen.values()][0]?.record);
		refuseTooMany(words, seen.size);
		const isWhole = !reader.hasDoubts;
		for (const [id, { isActive, saysOff }] of seen) {
			if (isActive || known.has(id)) continue;
			// Who was inactive from the beginning is known, and of whom became so later nobody has heard.
			if (onlyNew && engine.known === undefined) known.set(id, { print: NO_PRINT, isActive });
			// Who is in the inactive half alone may be missing from the active one.
			else if (onlyNew || (!isWhole && !saysOff)) seen.delete(id);
		}
		const telling = new Telling(poll, memory, words);
		if (memory.isAgain && isWhole && !onlyNew) telling.forget(seen.keys());
		const isRound = isWhole && beginRound(memory, now, settings.intervalMs);
		const fresh = isRound ? noteOdd(memory, '', odd) : 0;
		telling.warnOdd(fresh);
		noteEnds(memory, seen, known.keys(), { isRound, isDoubtful: fresh > 0 });
		forgetTold(memory);
		const changed = noteFields(memory, seen);
		const present = [...known.values()].filter(({ end }) => end?.what !== 'missing').length;
		telling.log.push(...noteRound(memory, changed, present, rowsOf(memory, seen, new Map()), now));
		if (memory.left.join() !== memory.leftNext.join()) noteFields(memory, seen);
		memory.left = memory.leftNext;
		telling.decide();
		telling.tell(new Set([...known.keys(), ...seen.keys()]), seen);
		const { findings, superseded, waiting, log } = telling;
		const next = phaseAfter(memory, settings.startWith, isWhole, waiting);
		// What may be incomplete is not all that a person asked for.
		memory.phase = memory.isAgain && !isWhole ? 'new' : next;
		const reread: Detection['reread'] = new Map();
		for (const key of Object.keys(pendingReread)) {
			const record = telling.reread(key, seen);
			if (record !== undefined) reread.set(key, record);
		}
		return { findings, superseded, waiting, log, engine: packMemory(memory), complete: true, reread, shared };
	}

	async function preview(poll: CopyPoll): Promise<Preview> {
		const records = await poll.reader.someOf(endpoint, poll.settings.query);
		const listed = records
			.map((record) => ({ id: idOf(record), record, isActive: activeOf(record) ?? true }))
			.filter(({ id }) => id !== '')
			.sort((one, other) => byNumber(one.id, other.id));
		const nothing = `The service lists no active ${kind.noun} for this key and these filters`;
		return { ...previewOf(wordsFor(), poll, listed), nothing };
	}

	return { detect, preview, engineForm: copyForm };
}
