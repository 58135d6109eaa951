import type { NodeApiError, NodeOperationError } from 'n8n-workflow';
import { withoutDoubleStop } from '../contract';
import type { AgentView } from './shownToAgent';

/*
 * Errors are written for a person in n8n's editor. A model can change its call and nothing else: here is what that makes of
 * them. What only a person can do begins with “ask a person to”.
 */

/** What is said of expressions, of the list to choose from and of the workflow, and what a model can do instead. */
const OTHERWISE: ReadonlyArray<[said: RegExp, instead: string]> = [
	[/Choose from the list, or use an expression that returns one of:/g, 'Give one of these:'],
	[
		/(?:Choose|Pick) (?:it from the list|one of the \w+|a date), or give one of these words by expression/g,
		'Give one of these words',
	],
	[/Pick a date, or give one such as (.*?) by expression/g, 'Give a date such as $1'],
	[/(?:Pick|Choose|Fill in) [^.:{}]*?, or give (.*?) by expression/g, 'Give $1'],
	[/(?:Pick|Enter|Fill in) (?=a|an|both|the|at least|its)\b/g, 'Give '],
	[
		/,? (?:or )?(?:correct|check) (?:its|the) expression(?:, which returned nothing|: it returned nothing)?(?=[,.])/g,
		'',
	],
	[
		/(?:Give|Use) one field of (?:it|the record), such as \{\{.*?\}\}\.(?: If .*?\{\{.*?\}\}\.)?/g,
		'Give one plain value.',
	],
	[/Cut it by characters: \{\{.*?\}\}\.(?=\s|$)/g, 'Leave that sign out.'],
	[/Look at the ids?, and at the region \(or the Base URL\) of the credential/g, 'Check the id'],
	[/Look at the values of the node/g, 'Check the values of this call'],
	[/Look at the id, or at what else the node asks for/g, 'Check the id'],
	[/Nothing is wrong with the workflow: try again later/g, 'Nothing is wrong with the call: try again later'],
	[/(?:To continue without an error, set the option|One credential can hold several:)[^.]*\./g, ''],
	[/ The address itself is in the credential\./g, ''],
	[/\bRun (?:it|this one) again\b/g, 'Call it again'],
	[/\bRun the workflow again\b/g, 'Call it again'],
	[/, or (?:use )?an expression that [^.,;]*/g, ''],
	[/ by expression\b/g, ''],
];

/** What a model can’t reach: the credential, options, switches, n8n itself. */
const OF_A_PERSON =
	/\bcredentials?\b|Service Details|Advanced Options|Additional (?:Query|Body)|Separate Keys|SuperAdmin|\b[Oo]ptions?\b|Subscription Key|Base URL|\bRegion\b|this n8n|“?Output As|[Ss]witch (?:on|off|“)|” (?:on|off)\b|Flatten|Values to Send|Match by|Without a Code|Largest File|the proxy\b|th(?:e|is) workflow\b|^[Oo]pen\b/;

const ADVICE =
	/^(?:then )?(?:open|choose|look|switch|set|fill|raise|read|use|write|correct|add|remove|compare|leave|name|put|paste|check|give|have|move|empty|trim|wait)\b/i;

const lowerFirst = (text: string): string => text.charAt(0).toLowerCase() + text.slice(1);

const ASKED = /\bask a person to\b/i;

/** A sentence of advice, by its alternatives: those that only a person can follow say so. */
function forModel(sentence: string): string {
	let isAsked = ASKED.test(sentence);
	return sentence
		.split(/(?<=, )(?=or )|(?<=: )/)
		.map((clause, index) => {
			const [, or = '', words = clause] = /^(or )?(.*)$/s.exec(clause) ?? [];
			if (isAsked || !ADVICE.test(words) || !OF_A_PERSON.test(words)) return clause;
			isAsked = true;
			return `${or}${index === 0 && or === '' ? 'Ask' : 'ask'} a person to ${lowerFirst(words)}`;
		})
		.join('');
}

/** Sentences end before a capital or a quotation mark, and not in an abbreviation or a name of a field. */
const SENTENCE_ENDS = /(?<=[.!?…][”’]?)\s+(?=[\p{Lu}“])/u;

const STILL_OF_EDITOR = /\bexpressions?\b|\{\{/i;

/** The words of an error in one line, as a model can use them. */
export function errorInOneLine(message: string, description = ''): string {
	const parts = [message, description].map((part) => part.replace(/\s+/g, ' ').trim()).filter((part) => part !== '');
	const whole = parts.join('. ').replace(/([.!?…][”’]?)\. /g, '$1 ');
	const changed = OTHERWISE.reduce((text, [said, instead]) => text.replace(said, instead), whole);
	return withoutDoubleStop(
		changed
			.split(SENTENCE_ENDS)
			.filter((sentence, index) => index === 0 || !STILL_OF_EDITOR.test(sentence))
			.map(forModel)
			.join(' ')
			.replace(/\s+/g, ' ')
			.trim(),
	);
}

/** An error for a tool: n8n tells a model its message and, where that doesn't hold it, its description. */
export function errorForAgent<Failed extends NodeApiError | NodeOperationError>(
	error: Failed,
	view: AgentView,
): Failed {
	const candidates = 'candidates' in error ? error.candidates : undefined;
	const line = view.error(errorInOneLine(error.message, error.description ?? ''), candidates);
	return Object.assign(error, { message: line, description: line });
}
