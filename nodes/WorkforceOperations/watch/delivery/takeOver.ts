import type { IPollFunctions } from 'n8n-workflow';
import { isJsonObject, type JsonObject } from '../../contract';
import type { EngineForm } from '../core/source';
import {
	byKey,
	STATE_KEY,
	unknownParts,
	unpackNames,
	unpackState,
	unreadableParts,
	type WatchState,
} from '../core/state';
import { clockTime, type DisplayTime, firstOf, quoted } from '../core/text';
import { abandonedWords } from './notes';
import { logAbout } from '../../transport/log';

/*
 * Stored states are untrusted. Unreadable parts are logged in one line, and replaced so that nothing is reported
 * twice and no later event is missed. Readable parts are kept.
 */

const inWords = (names: readonly string[]): string => firstOf(names.map(quoted));

const storedOf = (context: IPollFunctions): unknown => context.getWorkflowStaticData('node')[STATE_KEY];

/**
 * The stored state of this node; unreadable parts are replaced by those of a new state. `unreadable` if none of it
 * can be read and it may belong to this node.
 */
export function readStored(
	context: IPollFunctions,
	{ owner, subject, since }: Pick<WatchState, 'owner' | 'subject' | 'since'>,
): WatchState | 'unreadable' | undefined {
	const stored = storedOf(context);
	if (stored === undefined) return undefined;
	if (!isJsonObject(stored)) return 'unreadable';
	if (typeof stored.owner === 'string' && stored.owner !== owner) return undefined;
	// Any copy in this process counts as newer.
	const spare: JsonObject = { owner, subject, born: 0, revision: 0, since, readTo: since };
	const mended = unreadableParts(stored).map((name) => [name, spare[name]]);
	return unpackState({ ...stored, ...Object.fromEntries(mended) });
}

/** Logs that everything a trigger remembered is lost. */
export const sayUnreadable = (context: IPollFunctions): void =>
	logAbout(context).error(
		'can’t read the data that n8n stored for it. It starts again from now; open findings are no longer returned',
	);

/** Findings with unreadable notes, which are not redelivered. */
function lostFindings({ pending: stored }: JsonObject, { pending }: WatchState): string[] {
	if (stored !== undefined && !isJsonObject(stored)) return ['open findings'];
	return Object.keys(unpackNames(stored)).filter((key) => !Object.hasOwn(pending, key));
}

interface TakeOverRules extends DisplayTime {
	form: EngineForm;
}

/** The state to continue with, without unreadable parts, which are logged. */
export function takeOver(context: IPollFunctions, state: WatchState, { form, ...display }: TakeOverRules): WatchState {
	const stored = storedOf(context);
	if (!isJsonObject(stored)) return state;
	const { engine } = state;
	const lost = lostFindings(stored, state);
	const unknown = [...unknownParts(stored), ...Object.keys(engine).filter((name) => !Object.hasOwn(form, name))];
	const unreadable = Object.entries(form)
		.filter(([name, { reads, needed }]) =>
			engine[name] === undefined ? needed === true && state.start === undefined : !reads(engine[name]),
		)
		.map(([name]) => name);
	const isNeeded = unreadable.some((name) => form[name]?.needed === true);
	const missing = [...unreadableParts(stored), ...unreadable];
	const since = Math.min(state.readTo ?? state.since, display.now);
	const told: string[] = [];
	if (lost.length > 0) told.push(abandonedWords(lost, 'its stored data can’t be read'));
	if (unknown.length > 0)
		told.push(`ignores ${inWords(unknown)} in its stored data, because a newer version of this package wrote it`);
	if (missing.length > 0)
		told.push(
			isNeeded
				? `can’t read its stored data about earlier findings (${inWords(missing)}). It continues with events since ${clockTime(since, undefined, display)}, as far as the records’ dates allow; findings that were held back are not reported`
				: `can’t read ${inWords(missing)} in its stored data, and rebuilds it`,
		);
	if (told.length > 0) logAbout(context)[lost.length > 0 || isNeeded ? 'error' : 'warn'](told.join('; it '));
	return {
		...state,
		born: state.born || display.now,
		engine: isNeeded ? {} : byKey(Object.entries(engine).filter(([name]) => !unreadable.includes(name))),
		...(isNeeded ? { start: 'new', since } : {}),
	};
}
