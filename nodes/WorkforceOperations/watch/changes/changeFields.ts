import { type GivenSignal, isBlank, signalIn } from '../../contract';
import { inputError, type Item } from '../../form/item';
import type { Change } from './detect';
import type { ChangeSignals } from './rules';

/** “status=Rejected”, as the plain form takes it. */
function rejectionOf(item: Item, given: unknown): GivenSignal {
	const signal = typeof given === 'string' ? signalIn(given) : undefined;
	if (signal !== undefined) return signal;
	throw inputError(
		item,
		'“Rejected When” does not say which field signals a rejection',
		`It is ${(JSON.stringify(given) ?? '').slice(0, 80)}. Write a field and its value, such as status=Rejected.`,
	);
}

/** What signals each change: as we know it, corrected by Service Details and by the option Rejected When. */
export function readChangeFields(
	item: Item,
	standard: ChangeSignals,
	named: Partial<Record<Change, GivenSignal>> = {},
	rejectedWhen?: unknown,
): ChangeSignals {
	const given = { ...named, ...(isBlank(rejectedWhen) ? {} : { reject: rejectionOf(item, rejectedWhen) }) };
	const signals = Object.entries(given).map(([change, signal]) => [change, { ...signal, source: 'assumed' }] as const);
	return { ...standard, ...Object.fromEntries(signals) };
}
