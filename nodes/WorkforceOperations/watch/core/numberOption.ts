import type { INodeProperties } from 'n8n-workflow';
import { collection, inputError, itIs, type Item } from '../../form/item';

/** A number in the form, with the same limits for the editor and for expressions. */
export interface NumberOption {
	displayName: string;
	name: string;
	standard: number;
	least: number;
	most: number;
	/** It need not be a whole number. */
	fractions?: true;
}

/** A year; more is a mistake. */
export const MOST_MINUTES = 525_600;

/** How often a finding that still applies is reported again. */
export const REPEAT_EVERY: NumberOption = {
	displayName: 'Repeat Every (Minutes)',
	name: 'repeatEveryMinutes',
	standard: 0,
	least: 0,
	most: MOST_MINUTES,
};

/** How far back a list is read. */
export const LOOK_BACK: NumberOption = {
	displayName: 'Look Back (Hours)',
	name: 'lookBackHours',
	standard: 336,
	least: 1,
	most: 8784,
};

export const numberField = (
	{ displayName, name, standard, least, most }: NumberOption,
	description: string,
): INodeProperties => ({
	displayName,
	name,
	type: 'number',
	typeOptions: { minValue: least, maxValue: most },
	default: standard,
	description,
});

/** For lists that are read by the time of an event. */
export const lookBackField = numberField(
	LOOK_BACK,
	'How far back the first poll looks, and how long an outage may last before events are lost',
);

/** The entered number, or the default; throws if it is outside of the limits. */
export function readNumber(item: Item, value: unknown, option: Omit<NumberOption, 'name'>): number {
	const { displayName, standard, least, most, fractions } = option;
	if (value === undefined) return standard;
	const isWritten = typeof value === 'number' || (typeof value === 'string' && value.trim() !== '');
	const number = isWritten ? Number(value) : Number.NaN;
	if (!(fractions ? Number.isFinite(number) : Number.isInteger(number)) || number < least || number > most) {
		throw inputError(
			item,
			`“${displayName}” must be a ${fractions ? '' : 'whole '}number from ${least} to ${most.toLocaleString('en-AU')}`,
			itIs(value),
		);
	}
	return number;
}

/** The number that is entered in Options, or the default. */
export const readOption = (item: Item, option: NumberOption): number =>
	readNumber(item, collection(item, 'options')[option.name], option);
