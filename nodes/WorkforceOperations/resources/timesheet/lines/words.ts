import { isOfSide, LIKELY_NAMES, type Side } from '../../../contract';

/*
 * What the keys around the parts of a line, and the names of parts, say of them. All of it is assumed: the service doesn't
 * document what a rate holds.
 */

/** A key or a name in small letters, without blanks and signs. */
export const squeezed = (name: string): string => name.toLowerCase().replace(/[^\p{L}\d]/gu, '');

/** What the parts under a key are to the object that holds them. */
export type PartKind = 'total' | 'aside' | 'added' | 'division' | 'list' | 'named';

const KINDS: ReadonlyArray<[PartKind, RegExp]> = [
	/** The sum of the others. */
	[
		'total',
		/^(?:sub|grand|overall)?(?:totals?|sum|summary)(?:pay|charge|amount|hours|gross|cost|wages?)?$|^gross(?:pay|amount)?$/,
	],
	/** Nothing that is paid or charged besides. */
	[
		'aside',
		/^(?:.*tax(?:es)?\d*|gst\d*|vat\d*|payg|withholdings?|deductions?|.*award|.*breaks?|super(?:annuation)?\d*|superguarantee|pension|level|paylevel|grade|classification|.*rules?)$/,
	],
	/** Paid or charged in addition to ordinary time. */
	['added', /loading|penalt|allowance|overtime|bonus|premium|surcharge|uplift|callout|^ot\d*$/],
	/** The same sum, divided otherwise. */
	[
		'division',
		/(?:^|lines|breakdown|rates?|split)(?:by|per)(?:day|date|week|shift|rate|site|hour|period|type|category|position|month)s?$|^(?:days|daily|weeks|weekly|dates|shifts|segments|periods)$/,
	],
	/** Keys that only hold parts, and don't name them. */
	[
		'list',
		/^(?:pay|service|charge)?(?:rates?|lines?|items?|entries|components?|tiers?|breakdowns?|details?|data|list|values?|parts?)$/,
	],
];

export function partKind(name: string, side: Side): PartKind {
	const plain = squeezed(name);
	return KINDS.find(([, pattern]) => pattern.test(plain))?.[0] ?? (isOfSide(name, side) ? 'list' : 'named');
}

/** Whether a key names what it holds. Those of allowances don't, as each of them has a name of its own. */
export const namesParts = (key: string, side: Side): boolean =>
	!['list', 'division'].includes(partKind(key, side)) && !/^(?:pay|service|charge)?allowances?$/.test(squeezed(key));

/** Names of rates that may be for something else than an hour. */
const ANY_UNIT = ['rate', 'rateAmount', 'unitRate', 'unitPrice', 'price'];

/** Whether quantity and rate, by the names they stand under, are hours and their price. */
export const isHourly = (quantityName: string, rateName: string): boolean =>
	/hour|duration/i.test(quantityName) ||
	(!ANY_UNIT.includes(rateName) && (LIKELY_NAMES.rate as readonly string[]).includes(rateName));

/** Normalises a name: letter case and white space make no difference. */
export const normal = (name: unknown): string =>
	String(name).normalize('NFC').trim().replace(/\s+/g, ' ').toLowerCase();
