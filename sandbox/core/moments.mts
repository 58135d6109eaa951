const moment = /^(\d{4})-(\d\d)-(\d\d)(?:[Tt](\d\d):(\d\d):(\d\d)(?:\.\d+)?([Zz]|[+-](\d\d):?(\d\d))?)?$/;

/**
 * Whether a text is an existing moment in ISO 8601 with a UTC offset: no 30 February, no second 60 (which JavaScript
 * can't read either).
 */
export function isMoment(text: string): boolean {
	const parts = moment.exec(text);
	if (parts?.[7] === undefined) return false;
	const number = (index: number): number => Number(parts[index] ?? 0);
	// Day 0 of the next month is the last day of this one. Years below 100 would be read as 19xx.
	const lastDay = new Date(Date.UTC(2000 + (number(1) % 400), number(2), 0)).getUTCDate();
	return (
		number(2) >= 1 &&
		number(2) <= 12 &&
		number(3) >= 1 &&
		number(3) <= lastDay &&
		number(4) <= 23 &&
		number(5) <= 59 &&
		number(6) <= 59 &&
		number(8) <= 23 &&
		number(9) <= 59
	);
}

/** The epoch milliseconds of a text for which `isMoment` holds; without an offset it is UTC. */
export function momentOf(text: string): number {
	const parts = moment.exec(text);
	const zoned = parts === null || parts[7] !== undefined || parts[4] === undefined;
	return Date.parse(zoned ? text : `${text}Z`);
}
