/** What may be wrong with a line, and the words for it. */
export const DOUBTS = {
	amount: 'neither an amount nor quantity and rate',
	unread: 'a field that can’t be read as a number',
	side: 'a number that may be the other side’s',
	parts: 'parts that don’t come to the whole',
	aside: 'tax, breaks or awards that were left out',
	hours: 'a quantity above 24 at an hourly rate',
	within: 'an amount that holds the allowances, which are no lines then',
	twice: 'an allowance that is among the rates, and no second line',
} as const;

export type LineDoubt = keyof typeof DOUBTS;
