const moment = /^(\d{4})-(\d\d)-(\d\d)[Tt](\d\d):(\d\d):(\d\d)(?:\.\d+)?(?:[Zz]|[+-](\d\d):?(\d\d))$/;

/** Whether a text names a moment that exists, in ISO 8601 with an offset: no 30 February, no second 60 (which JavaScript cannot read either). */
export function isMoment(text: string): boolean {
	const parts = moment.exec(text);
	if (parts === null) return false;
	const [year = 0, month = 0, day = 0, hours = 0, minutes = 0, seconds = 0, aheadHours = 0, aheadMinutes = 0] = parts
		.slice(1)
		.map((part) => Number(part ?? 0));
	// Day 0 of the month after is the last day of this one. Years below 100 would be read as 19xx.
	const lastDay = new Date(Date.UTC(2000 + (year % 400), month, 0)).getUTCDate();
	return (
		month >= 1 &&
		month <= 12 &&
		day >= 1 &&
		day <= lastDay &&
		hours <= 23 &&
		minutes <= 59 &&
		seconds <= 59 &&
		aheadHours <= 23 &&
		aheadMinutes <= 59
	);
}
