import type { IDataObject } from 'n8n-workflow';
import { firstFew } from '../contract';
import { choiceField } from '../form/fields';
import { inputError } from '../form/item';
import { AS_TOOL } from '../form/toolOutput';
import { type Call, forEditor, type Incomplete, incompleteParts, isPartOf, type PageWalk, Problem } from '../transport';
import type { OperationItem, Outcome, Told } from './types';

const LABEL = 'If Incomplete';

/** Hidden from agents, whose answer says whether there may be more. */
export const ifIncompleteOption = choiceField({
	displayName: LABEL,
	name: 'ifIncomplete',
	default: 'warn',
	displayOptions: { hide: AS_TOOL },
	description: 'What to do if the list, or something added to it, may be incomplete',
	builderHint: {
		propertyHint:
			"Set to 'stop' for a database copy that marks or removes missing records, and for files that are sent without anyone checking them.",
	},
	choices: {
		warn: { name: 'Warn', description: 'Return what was read, with a warning' },
		stop: { name: 'Stop', description: 'Fail with an error that says why, and return nothing' },
	},
});

const NOTHING_PASSED = `“${LABEL}” is set to Stop, so nothing was returned.`;

const IGNORE_TOTALS =
	'If the total counts something else, enter "totals": "ignore" in the credential’s Service Details.';

/** Throws if a record lacks a requested detail. `instead`: why there is no output without it. */
export function refuseGaps(outcomes: readonly Outcome[], instead: string): void {
	const gap = outcomes.find((outcome) => outcome.gap !== undefined)?.gap;
	if (gap !== undefined) throw new Problem(gap.message, `${instead} ${gap.cure}`);
}

/** The checks of a list that must be complete. Each throws if it isn't. */
const wholeOnly = {
	/** After the last page. */
	list(incomplete: Incomplete | undefined): void {
		if (incomplete === undefined) return;
		const [message, doubt] = incompleteParts(incomplete);
		const cure = (incomplete.total ?? 0) > incomplete.read ? forEditor(IGNORE_TOTALS) : '';
		throw new Problem(message, [doubt, cure, NOTHING_PASSED]);
	},
	/** After the last record was processed. */
	rows(outcomes: readonly Outcome[], told: Told | undefined): void {
		refuseGaps(outcomes, NOTHING_PASSED);
		if (told?.reason !== 'lines') return;
		throw new Problem(
			'Some timesheet lines have no amount, or an amount that contradicts another',
			`Correct the lines of timesheet ID ${firstFew([...(told.ids ?? [])])}, or choose Warn. ${NOTHING_PASSED}`,
		);
	},
};

export type WholeOnly = typeof wholeOnly;

/** The checks, if `options.ifIncomplete` asks for them. */
export const wholeOnlyOf = (item: OperationItem, options: IDataObject): WholeOnly | undefined =>
	ifIncompleteOption.read(item, options) === 'stop' ? wholeOnly : undefined;

/** If the list must be complete but only a part would be read, throws before anything is sent. */
export function refusePart(item: OperationItem, whole: WholeOnly | undefined, call: Call, walk: PageWalk): void {
	if (whole === undefined || !isPartOf(call, walk)) return;
	throw inputError(
		item,
		`“${LABEL}: Stop” can’t be used if you read only part of a list`,
		'The list starts at a cursor, page or position that you set, or is read backwards. Read it from the start, or choose Warn.',
	);
}
