import { DAY_MS, isBlank, toLocal } from '../contract';

/** “Mon 16 Nov 2026” and “08:00”, for a moment that was shifted to local time. */
function dayAndTime(local: number): { weekday: string; day: string; month: string; year: string; time: string } {
	const [weekday = '', day = '', month = '', year = '', time = ''] = new Date(local).toUTCString().split(' ');
	return { weekday: weekday.slice(0, 3), day: String(Number(day)), month, year, time: time.slice(0, 5) };
}

/** “Mon 16 to Sun 22 Nov 2026, Australia/Brisbane”; null without dates. */
export function periodInWords(from: unknown, to: unknown, timeZone: string): string | null {
	const [first, last] = [from, to].map((moment) =>
		isBlank(moment) ? undefined : toLocal(Date.parse(String(moment)), timeZone),
	);
	// An inclusive end is the last millisecond or the last second of its day.
	const isWhole =
		(first ?? 0) % DAY_MS === 0 && (last === undefined || (Math.ceil((last + 1) / 1000) * 1000) % DAY_MS === 0);
	const words = (local: number, other?: number): string => {
		const { weekday, day, month, year, time } = dayAndTime(local);
		const end = other === undefined ? undefined : dayAndTime(other);
		const isSameYear = isWhole && end?.year === year;
		const parts = [weekday, day, ...(isSameYear && end.month === month ? [] : [month]), ...(isSameYear ? [] : [year])];
		return [...parts, ...(isWhole ? [] : [time])].join(' ');
	};
	if (first === undefined && last === undefined) return null;
	if (first === undefined) return `up to ${words(last ?? 0)}, ${timeZone}`;
	if (last === undefined) return `from ${words(first)}, ${timeZone}`;
	const isOneDay = isWhole && last - first < DAY_MS;
	return `${isOneDay ? '' : `${words(first, last)} to `}${words(last)}, ${timeZone}`;
}
