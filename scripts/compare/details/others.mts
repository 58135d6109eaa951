// With other keys: whether shift times are UTC, what the recent logins call their number, and the ids of places.
import type { PackageContract } from '../../docs/sources.mts';
import { type Asked, type Finding, idField, inTurn, type Row, rowsOf } from './finding.mts';

const COUNTS = ['take', 'count', 'limit', 'top', 'number', 'howMany', 'size', 'pageSize', 'max'];

const QUARTER_MS = 15 * 60_000;

/** A time without its offset, as if it were UTC. */
const bare = (value: unknown): number => Date.parse(`${String(value).replace(/(\.\d+)?(Z|[+-]\d\d:?\d\d)?$/, '')}Z`);

/** Local time with a non-zero offset. */
const WITH_OFFSET = /T.*[+-](?!00:?00)\d\d:?\d\d$/;

/**
 * A shift shows it if its two times differ by a zone offset. Equal times prove nothing, because the site may be at
 * UTC, unless the local time has an offset and the other has none.
 */
export function findTimesUtc(shifts: readonly Row[]): Finding[] {
	const local = shifts.filter(
		({ startTime, startTimeTZ }) =>
			WITH_OFFSET.test(String(startTimeTZ)) &&
			!/(Z|[+-]\d\d:?\d\d)$/.test(String(startTime)) &&
			bare(startTimeTZ) === bare(startTime),
	);
	if (local.length > 1 && local.length === shifts.length) {
		return [
			{
				place: 'timesUtc',
				value: false,
				how: `${local.length} shifts have a start time that equals the local one, which has an offset`,
			},
		];
	}
	const apart = shifts
		.map(({ startTime, startTimeTZ }) => bare(startTimeTZ) - bare(startTime))
		.filter((ms) => ms !== 0 && ms % QUARTER_MS === 0 && Math.abs(ms) <= 14 * 4 * QUARTER_MS);
	if (apart.length < 2) return [];
	const how = `${apart.length} shifts have a local time that differs from theirs by a UTC offset`;
	return [{ place: 'timesUtc', value: true, how }];
}

/** One or two words, as a programmer would name a state; anything else could be free text. */
const STATUS = /^[A-Za-z][A-Za-z_-]*( [A-Za-z_-]+){0,3}$/;

/** A status that most shifts have whose guard is expected or has not clocked in yet. */
export function findStatuses(contract: PackageContract, shifts: readonly Row[]): Finding[] {
	const open = shifts.filter((shift) => {
		const { isIn, isOut } = contract.shiftTimes(shift);
		return !isIn && !isOut && contract.rosteredGuard(shift) !== undefined;
	});
	const odd = open.map((shift) => contract.shiftTimes(shift).oddStatus ?? '').filter((status) => STATUS.test(status));
	const most = [...new Set(odd)].find((status) => odd.filter((other) => other === status).length * 3 > open.length * 2);
	if (most === undefined || open.length < 5) return [];
	return [
		{
			place: 'statuses',
			value: [most],
			how: 'more than two thirds of the shifts without a clock-in have it',
		},
	];
}

export async function findTake(contract: PackageContract, service: Asked, events: Row[]): Promise<Finding[]> {
	const users = events.map(({ userId }) => userId).filter((id) => typeof id === 'number' || typeof id === 'string');
	const often = users.find((id) => users.filter((other) => other === id).length > 2);
	if (often === undefined) return [];
	const path = contract.endpoints['loginAudit.getRecent'].path.replace('{userId}', encodeURIComponent(String(often)));
	for (const name of COUNTS) {
		const counts = await inTurn(
			['1', '2'],
			async (count) => (await rowsOf(contract, service, path, { [name]: count }))?.length,
		);
		if (counts[0] !== 1 || counts[1] !== 2) continue;
		const how = '1 returned one event, and 2 returned two';
		return name === 'take' ? [] : [{ place: 'take', value: name, how }];
	}
	return [];
}

export function findIds(customers: Row[], sites: Row[]): Finding[] {
	const how = 'the only field with a different number in each row';
	const found = [
		['customerId', idField(customers, ['customerId', 'id'])],
		['siteId', idField(sites, ['siteId', 'id'])],
	] as const;
	return found.flatMap(([place, value]) => (value === undefined ? [] : [{ place, value, how }]));
}
