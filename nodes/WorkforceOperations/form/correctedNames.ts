import { isBlank, isJsonObject, LIKELY_NAMES, type Names, type Sought, splitList } from '../contract';
import { json } from './additionalParameters';
import { inputError, type Item } from './item';

const isNames = (value: unknown): value is string | string[] =>
	typeof value === 'string' || (Array.isArray(value) && value.every((entry) => typeof entry === 'string'));

/**
 * Reads an option that corrects the field names under which something is looked up: `{"amount": "betrag"}`, or a list of
 * names. Given names replace the `likely` ones; the others stay.
 */
export function readNames<What extends Sought>(
	item: Item,
	given: unknown,
	label: string,
	sought: readonly What[],
	likely: Names<What> = LIKELY_NAMES,
): Names<What> {
	const value = isBlank(given) ? {} : json(item, given, label);
	const example = `Write it like {"${sought.at(-1)}": "theirName"}, or with a list of names.`;
	if (value === undefined || value === null) return likely;
	if (!isJsonObject(value)) throw inputError(item, `“${label}” is not a JSON object`, example);
	const corrected = Object.entries(value).map(([what, names]): [What, string[]] => {
		const known = sought.find((one) => one === what);
		if (known === undefined) {
			throw inputError(item, `“${label}” names “${what.slice(0, 40)}”`, `It may name ${sought.join(', ')}. ${example}`);
		}
		const list = isNames(names) ? splitList(names) : [];
		if (list.length === 0) {
			throw inputError(
				item,
				`“${label}” does not say where “${what}” stands`,
				`It is ${(JSON.stringify(names) ?? '').slice(0, 80)}. ${example}`,
			);
		}
		return [known, list];
	});
	return { ...likely, ...(Object.fromEntries(corrected) as unknown as Partial<Names<What>>) };
}
