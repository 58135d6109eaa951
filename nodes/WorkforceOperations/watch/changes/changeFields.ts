import { isBlank, isJsonObject, type JsonObject } from '../../contract';
import { inputError, type Item } from '../../form/item';
import { type Change, CHANGES } from './detect';
import type { ChangeSignal, ChangeSignals } from './rules';

const EXAMPLE = '{"reject": "status=Rejected"}, or {"approve": {"field": "isApproved", "at": "modifiedDate"}}';

const exampleText = (value: unknown): string | undefined =>
	typeof value === 'string' && value.trim() !== '' ? value.trim() : undefined;

const isChange = (name: string): name is Change => CHANGES.some((change) => change === name);

/** “status=Rejected”, “approvedDateTime”, or an object that says the same. */
function signalOf(given: unknown): ChangeSignal | undefined {
	if (typeof given === 'string') {
		const [field, ...value] = given.split('=');
		const name = exampleText(field);
		const wanted = exampleText(value.join('='));
		if (name === undefined || (value.length > 0 && wanted === undefined)) return undefined;
		return { field: name, ...(wanted === undefined ? {} : { value: wanted }), source: 'assumed' };
	}
	if (!isJsonObject(given)) return undefined;
	const { field, value, at, ...others } = given;
	const name = exampleText(field);
	const isPlain = ['string', 'number', 'boolean', 'undefined'].includes(typeof value);
	if (name === undefined || !isPlain || Object.keys(others).length > 0) return undefined;
	if (at !== undefined && exampleText(at) === undefined) return undefined;
	return {
		field: name,
		...(value === undefined ? {} : { value: String(value) }),
		...(at === undefined ? {} : { at: exampleText(at) }),
		source: 'assumed',
	};
}

function parseChangeFields(item: Item, given: unknown): JsonObject {
	if (isJsonObject(given)) return given;
	const text = exampleText(given);
	if (text === undefined) return {};
	let value: unknown;
	try {
		value = JSON.parse(text);
	} catch {
		value = undefined;
	}
	if (isJsonObject(value)) return value;
	throw inputError(item, '“Fields” is not a JSON object', `It is “${text.slice(0, 80)}”. Write ${EXAMPLE}.`);
}

/** “status=Rejected”, as the plain form takes it. */
function rejectionOf(item: Item, given: unknown): ChangeSignal {
	const signal = typeof given === 'string' ? signalOf(given) : undefined;
	if (signal !== undefined) return signal;
	throw inputError(
		item,
		'“Rejected When” does not say which field signals a rejection',
		`It is ${(JSON.stringify(given) ?? '').slice(0, 80)}. Write a field and its value, such as status=Rejected.`,
	);
}

/** What signals each change: as we know it, corrected by the options Fields and Rejected When. */
export function readChangeFields(
	item: Item,
	standard: ChangeSignals,
	given: unknown,
	rejectedWhen?: unknown,
): ChangeSignals {
	const signals: ChangeSignals = { ...standard };
	for (const [name, value] of Object.entries(parseChangeFields(item, given))) {
		if (!isChange(name))
			throw inputError(
				item,
				`“Fields” names “${name.slice(0, 40)}”`,
				`It may name ${CHANGES.join(', ')}. Write ${EXAMPLE}.`,
			);
		const signal = signalOf(value);
		if (signal === undefined)
			throw inputError(
				item,
				`“Fields” does not say which field tells “${name}”`,
				`It is ${(JSON.stringify(value) ?? '').slice(0, 80)}. Write ${EXAMPLE}.`,
			);
		signals[name] = signal;
	}
	if (!isBlank(rejectedWhen)) signals.reject = rejectionOf(item, rejectedWhen);
	return signals;
}
