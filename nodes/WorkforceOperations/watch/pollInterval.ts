import { isJsonObject, DAY_MS, HOUR_MS, MINUTE_MS } from '../contract';

/** The longest gap between two values of a field of a cron expression, in units of the field. */
function widestGap(field: string, size: number): number {
	const values = new Set<number>();
	for (const part of field.split(',')) {
		const match = /^(?:\*|(\d+)(?:-(\d+))?)(?:\/(\d+))?$/.exec(part);
		if (!match) return size;
		const [, first, last, step] = match;
		const from = Number(first ?? 0);
		const to = first === undefined || step !== undefined ? Number(last ?? size - 1) : Number(last ?? from);
		for (let value = from; value <= Math.min(to, size - 1); value += Math.max(1, Number(step ?? 1))) values.add(value);
	}
	const sorted = [...values].sort((one, other) => one - other);
	const [least] = sorted;
	if (least === undefined) return size;
	return Math.max(...sorted.map((value, index) => (sorted[index + 1] ?? least + size) - value));
}

/** The longest pause of a cron expression with five fields, or six with seconds first. */
function pauseOf(expression: string): number {
	const fields = expression.trim().split(/\s+/);
	const [seconds, minutes = '*', hours = '*', ...days] = fields.length > 5 ? fields : ['0', ...fields];
	if (days.some((field) => field !== '*' && field !== '?')) return 7 * DAY_MS;
	if (hours !== '*') return Math.max(HOUR_MS, widestGap(hours, 24) * HOUR_MS);
	const perHour = widestGap(minutes, 60);
	return perHour > 1 ? perHour * MINUTE_MS : widestGap(seconds ?? '0', 60) * 1000;
}

function pauseOfTime(time: unknown): number {
	if (!isJsonObject(time)) return MINUTE_MS;
	switch (time.mode) {
		case 'everyHour':
			return HOUR_MS;
		case 'everyDay':
			return DAY_MS;
		case 'everyWeek':
			return 7 * DAY_MS;
		case 'everyMonth':
			return 31 * DAY_MS;
		case 'everyX':
			return Math.max(1, Number(time.value) || 1) * (time.unit === 'hours' ? HOUR_MS : MINUTE_MS);
		case 'custom':
			return pauseOf(String(time.cronExpression ?? ''));
		default:
			return MINUTE_MS;
	}
}

/** The longest time between two polls of a trigger, in milliseconds, from n8n's own field `pollTimes`. */
export function pollIntervalMs(pollTimes: unknown): number {
	const times: unknown = isJsonObject(pollTimes) ? pollTimes.item : undefined;
	return Array.isArray(times) && times.length > 0 ? Math.min(...times.map(pauseOfTime)) : MINUTE_MS;
}
