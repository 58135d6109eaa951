import { activeOf, type EndpointId, endpoints, type JsonObject } from '../../contract';
import type { Finding } from '../core/finding';
import { realKeyPart, wholeKey } from '../core/keys';
import { type Detection, type EventSource, type Preview, sharedKeys, SHOWN_IN_TEST } from '../core/source';
import { decideEnds, inOrder, noteEnds, noteWords, type Seen, tellChanges } from './detect';
import { type CountedField, fieldReader, fingerprintOf, NO_PRINT } from './fields';
import {
	baselineOf,
	beginRound,
	copyForm,
	type CopyPoll,
	type CopySettings,
	type CopyState,
	mostEnds,
	openCopies,
	packCopies,
	phaseAfter,
	wantsEnds,
} from './state';
import { busyIds, changesOf, findingOf, namesOf, refuseTooMany, rereadFrom, supersededBy } from './telling';
import { type CopyWords, described, heldFinding, typedId } from './words';

/** A record of a list, and what is known of it besides. */
interface Listed extends Seen {
	record: JsonObject;
	fields: readonly CountedField[];
}

/** A list that has an active and an inactive half. */
export interface CopiedList extends Omit<CopyWords, 'hasHalves' | 'idsOf'> {
	endpoint: EndpointId;
}

/** Records of lists that know no “changed since”: both halves are read, and compared with what they held before. */
export function listSource(kind: CopiedList): EventSource<CopySettings> {
	const definition = endpoints[kind.endpoint];
	const idFields: readonly string[] = 'ids' in definition ? (definition.ids ?? []) : [];
	const idFieldOf = (record: JsonObject): string =>
		idFields.find((field) => realKeyPart(record[field]) !== undefined) ?? '';
	const idOf = (record: JsonObject): string | undefined => wholeKey(record[idFieldOf(record)]);
	const isText = (record: JsonObject): boolean => typeof record[idFieldOf(record)] === 'string';

	/** Of what is gone only the id is known, which the others show how to write. */
	const wordsFor = (listed: ReadonlyMap<string, Listed>): CopyWords => {
		const [first] = listed.values();
		const field = first === undefined ? (idFields.at(-1) ?? 'id') : idFieldOf(first.record);
		const isWritten = first !== undefined && isText(first.record);
		return { ...kind, hasHalves: true, idsOf: (id) => ({ [field]: isWritten ? id : typedId(id) }) };
	};

	/**
	 * The records of both halves by their ids. The active ones are read last: whoever is in neither half because it was
	 * moved meanwhile is in one of them at the next reading, and nobody is taken for inactive.
	 */
	async function readHalves(
		poll: CopyPoll,
	): Promise<{ listed: Map<string, Listed>; shared: string[]; isOdd: boolean }> {
		const { reader, settings, hashes } = poll;
		const off = await reader.list(kind.endpoint, { ...settings.query, isActive: 'false' });
		const on = await reader.list(kind.endpoint, settings.query);
		const fieldsOf = fieldReader(hashes, settings.watchFields);
		const listed = new Map<string, Listed>();
		const all: Array<{ key: string; record: JsonObject }> = [];
		for (const [half, isListed] of [
			[off, false],
			[on, true],
		] as const) {
			const own = new Map<string, string>();
			for (const record of half) {
				const key = idOf(record);
				if (key === undefined) continue;
				// Of several records with one id always the same one counts, in whichever order they come.
				const text = JSON.stringify(record);
				if ((own.get(key) ?? '') > text) continue;
				own.set(key, text);
				if (isListed) all.push({ key, record });
				const word = activeOf(record);
				const isActive = word ?? isListed;
				listed.set(key, {
					record,
					fields: [],
					print: NO_PRINT,
					isActive,
					...(word === false ? { saysOff: true } : {}),
				});
			}
		}
		for (const each of listed.values()) {
			each.fields = fieldsOf(each.record);
			each.print = fingerprintOf(each.fields);
		}
		return { listed, shared: sharedKeys(all), isOdd: [...off, ...on].some((record) => idOf(record) === undefined) };
	}

	async function detect(poll: CopyPoll): Promise<Detection> {
		const { reader, settings, now, most } = poll;
		const { listed, shared, isOdd } = await readHalves(poll);
		const words = wordsFor(listed);
		refuseTooMany(poll, words, listed.size);
		const state: CopyState = openCopies(poll, await reader.claims());
		const { memory } = state;
		const isComplete = !reader.hasDoubts && !isOdd;
		// Who is in the inactive half alone may be missing from the active one.
		if (!isComplete)
			for (const [id, { isActive, saysOff }] of listed)
				if (!isActive && saysOff !== true && !memory.known.has(id)) listed.delete(id);
		const busy = busyIds(poll);
		if (state.isAgain && isComplete) for (const id of listed.keys()) if (!busy.has(id)) memory.known.delete(id);
		if (isComplete && beginRound(state, now, settings.intervalMs)) state.roundAt = now;
		if (isComplete) noteEnds(memory, listed, memory.known.keys());
		else noteWords(memory, listed);
		const free = [...listed].filter(([id]) => !busy.has(id));
		const fields = new Map(free.map(([id, each]) => [id, each.fields]));
		const names = namesOf([...listed.values()].map((each) => each.fields));
		const { changed, log } = changesOf(state, fields, { names, isComplete });
		const held = most > 0 ? decideEnds(memory, mostEnds(poll, memory.known.size), settings.kinds.has('gone')) : 0;
		const isHeldTold = held > 0 && wantsEnds(poll);
		const ids = new Set([...memory.known.keys(), ...listed.keys()].filter((id) => !busy.has(id)));
		const told = tellChanges(memory, ids, listed, changed, {
			kinds: settings.kinds,
			baseline: baselineOf(state),
			most: most - (isHeldTold ? 1 : 0),
		});
		const findings = told.changes.map((change) => findingOf(words, change, listed.get(change.id), { now }));
		if (isHeldTold) findings.push(heldFinding(words, held, now));
		const { waiting } = told;
		// What may be incomplete is not all that a person asked for.
		state.phase = state.isAgain && !isComplete ? 'new' : phaseAfter(state, settings.startWith, { isComplete, waiting });
		return {
			findings,
			superseded: supersededBy(poll, told.changes),
			engine: packCopies(state),
			waiting,
			complete: true,
			reread: rereadFrom(poll, words, listed, memory),
			shared,
			log,
		};
	}

	async function preview(poll: CopyPoll): Promise<Preview> {
		const records = await poll.reader.someOf(kind.endpoint, poll.settings.query);
		const newest = records
			.flatMap((record) => {
				const id = idOf(record);
				return id === undefined ? [] : [{ id, record, isActive: activeOf(record) ?? true }];
			})
			.sort((one, other) => inOrder.compare(one.id, other.id));
		const first = newest.slice(0, SHOWN_IN_TEST).map(({ id, record, isActive }): Finding => ({
			key: `${id}:created`,
			at: poll.now,
			locator: 0,
			...described(wordsFor(new Map()), { id, change: 'created', isFirst: true }, record, isActive),
		}));
		const [nearest] = first;
		return {
			findings: poll.settings.startWith === 'now' ? first : [],
			nearest: nearest && {
				...nearest,
				reason: `${nearest.reason} already. What becomes of it after the workflow is published is reported`,
			},
			nothing: `The service lists no active ${kind.noun} for this key and these filters`,
		};
	}

	return { detect, preview, engineForm: copyForm };
}
