export const dayMs = 86_400_000;

const formats = new Map<string, Intl.DateTimeFormat>();

function formatOf(zone: string): Intl.DateTimeFormat {
	let format = formats.get(zone);
	if (format === undefined) {
		format = new Intl.DateTimeFormat('en-GB', {
			timeZone: zone,
			year: 'numeric',
			month: '2-digit',
			day: '2-digit',
			hour: '2-digit',
			minute: '2-digit',
			second: '2-digit',
			hourCycle: 'h23',
		});
		formats.set(zone, format);
	}
	return format;
}

/** Clock changes happen at full quarters of an hour everywhere. */
const QUARTER_MS = 900_000;

const offsets = new Map<string, number>();

/**
 * A zone's UTC offset at a moment, in milliseconds. Cached, because it is needed for every record and slow to compute.
 */
export function offsetAt(zone: string, moment: number): number {
	const quarter = Math.floor(moment / QUARTER_MS);
	const name = `${zone} ${quarter}`;
	const known = offsets.get(name);
	if (known !== undefined) return known;
	const offset = offsetFrom(zone, quarter * QUARTER_MS);
	offsets.set(name, offset);
	return offset;
}

function offsetFrom(zone: string, moment: number): number {
	const parts = new Map(
		formatOf(zone)
			.formatToParts(moment)
			.map(({ type, value }) => [type, Number(value)]),
	);
	const part = (name: Intl.DateTimeFormatPartTypes): number => parts.get(name) ?? 0;
	const local = Date.UTC(part('year'), part('month') - 1, part('day'), part('hour'), part('minute'), part('second'));
	return local - moment;
}

/**
 * The moment of a local time in a zone, given as if it were UTC. On most days there is no clock change and no calendar
 * is needed; on the others, the offset after the change is tried before the one before it.
 */
export function toUtc(zone: string, local: number): number {
	const day = Math.floor(local / dayMs) * dayMs;
	const before = offsetAt(zone, day - dayMs);
	if (before === offsetAt(zone, day + 2 * dayMs)) return local - before;
	const guess = local - before;
	return local - offsetAt(zone, guess);
}

/** A moment's local time as ISO text without an offset, the assumed format of the service's `…TZ` fields. */
export function toLocalIso(zone: string, moment: number): string {
	return new Date(moment + offsetAt(zone, moment)).toISOString().replace('Z', '');
}

/** The last clock changes of a zone before a moment, latest first, found by bisection. */
export function lastClockChanges(zone: string, before: number, count: number): number[] {
	const changes: number[] = [];
	for (let end = before; changes.length < count && end > before - 800 * dayMs; end -= dayMs) {
		let low = end - dayMs;
		let high = end;
		if (offsetAt(zone, low) === offsetAt(zone, high)) continue;
		while (high - low > 60_000) {
			const middle = (low + high) / 2;
			if (offsetAt(zone, middle) === offsetAt(zone, low)) low = middle;
			else high = middle;
		}
		changes.push(Math.round(high / 60_000) * 60_000);
	}
	return changes;
}
