import type { IPollFunctions } from 'n8n-workflow';
import { isJsonObject, type JsonObject } from '../../contract';
import type { EngineForm, LogLine } from '../core/source';
import { byKey, STATE_KEY, unpackNames, unpackState, type WatchState } from '../core/state';
import { clockTime, safeText } from '../core/text';
import { logAbandoned } from './deliver';

/*
 * Stored states are read as something that anybody may have written. Whatever of them can't be read is told in n8n's log, and ends
 * in what neither reports anything twice nor hides what happens from then on.
 */

/** The fields of a stored state that this version knows; a newer one may write more. */
const STATE_FIELDS: ReadonlySet<string> = new Set([
	...['owner', 'subject', 'born', 'revision', 'since', 'start', 'readTo', 'engine', 'pending'],
]);

/** Names that a line of the log holds. */
const MOST_NAMES = 5;

function say(context: IPollFunctions, level: LogLine['level'], text: string): void {
	context.logger[level](`Workforce Operations: “${context.getNode().name}” ${text}`);
}

const inWords = (names: readonly string[]): string =>
	names
		.slice(0, MOST_NAMES)
		.map((name) => `“${safeText(name) ?? ''}”`)
		.join(', ') + (names.length > MOST_NAMES ? ' …' : '');

const storedOf = (context: IPollFunctions): unknown => context.getWorkflowStaticData('node')[STATE_KEY];

const ownerOf = (stored: unknown): unknown => (isJsonObject(stored) ? stored.owner : undefined);

/** The stored state of this very node; `unreadable` where something is stored that can't be read, and that may be of it. */
export function readStored(context: IPollFunctions, owner: string): WatchState | 'unreadable' | undefined {
	const stored = storedOf(context);
	const storedOwner = ownerOf(stored);
	if (stored === undefined || (typeof storedOwner === 'string' && storedOwner !== owner)) return undefined;
	return unpackState(stored) ?? 'unreadable';
}

/** Says that everything a trigger remembered is lost. */
export const sayUnreadable = (context: IPollFunctions): void =>
	say(
		context,
		'error',
		'can’t read what n8n has stored for it. It begins anew with what happens from now on; findings that were open are not handed over any more',
	);

/** The findings whose notes can't be read are not handed over again. */
function tellLostFindings(context: IPollFunctions, { pending: stored }: JsonObject, { pending }: WatchState): void {
	const isWhole = stored === undefined || isJsonObject(stored);
	const lost = isWhole
		? Object.keys(unpackNames(stored)).filter((key) => !Object.hasOwn(pending, key))
		: ['what was open'];
	logAbandoned(context, lost, 'what n8n has stored of it can’t be read');
}

interface TakeOverRules {
	form: EngineForm;
	now: number;
	timeZone: string;
	/** Where a first window begins. */
	since: number;
}

/** A state as it is taken over from n8n: without what can't be read, which is told. */
export function takeOver(
	context: IPollFunctions,
	state: WatchState,
	{ form, since, ...display }: TakeOverRules,
): WatchState {
	const stored = storedOf(context);
	if (!isJsonObject(stored)) return state;
	tellLostFindings(context, stored, state);
	const { engine } = state;
	const isUnknown = (name: string): boolean => !Object.hasOwn(form, name);
	const unknown = [
		...Object.keys(stored).filter((name) => !STATE_FIELDS.has(name)),
		...Object.keys(engine).filter(isUnknown),
	];
	if (unknown.length > 0)
		say(
			context,
			'warn',
			`leaves out ${inWords(unknown)} of what n8n has stored for it: a newer version of this package wrote it, which this one doesn’t know`,
		);
	const unreadable = Object.entries(form)
		.filter(([name, { reads, needed }]) =>
			engine[name] === undefined ? needed === true && state.start === undefined : !reads(engine[name]),
		)
		.map(([name]) => name);
	if (unreadable.length === 0) return state;
	if (!unreadable.some((name) => form[name]?.needed === true)) {
		say(context, 'warn', `can’t read ${inWords(unreadable)} of what n8n has stored for it, and finds it out anew`);
		return { ...state, engine: byKey(Object.entries(engine).filter(([name]) => !unreadable.includes(name))) };
	}
	const begin = Math.min(state.readTo ?? since, display.now);
	say(
		context,
		'error',
		`can’t read what n8n has stored of what it had reported (${inWords(unreadable)}). It goes on with what has come about since ${clockTime(begin, undefined, display)}, as far as the dates of the records tell; what was held back before is not reported`,
	);
	return { ...state, engine: {}, start: 'new', since: begin };
}
