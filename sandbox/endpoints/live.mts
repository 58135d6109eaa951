import { ServiceError } from '../core/errors.mts';
import { checkIds, limitToScope } from '../server/scope.mts';
import { keysetPage, textSort, timeSort, type Anchor, type Direction } from '../store/cursor.mts';
import { halfWindowMs, liveRecord, liveSelect, statusAt } from '../store/live.mts';
import { Where } from '../store/query.mts';
import { textOf, timeOf, type Handler } from './call.mts';

const staffName = "(e.first_name || ' ' || e.last_name)";
const byStart = timeSort('referenceDateTime', 't.scheduled_start');

// Assumed, Filters: `searchText` of live operations searches site, customer, staff name, subcontractor, e-mail and ID; `fullName`
//   and the other names match parts of them.
/** GET liveops: shifts that start in the window, ordered by start. Both anchors or neither. */
export const listLiveOperations: Handler = ({ world, caller, query }) => {
	if (
		(query.referenceId === undefined) !== (query.referenceDateTime === undefined) &&
		query.referenceName === undefined
	) {
		throw new ServiceError(400, 'Send referenceId and referenceDateTime together.', { field: 'referenceId' });
	}
	const now = world.clock.now();
	const customers = textOf(query.customerId) === undefined ? [] : [Number(query.customerId)];
	const sites = textOf(query.siteId) === undefined ? [] : [Number(query.siteId)];
	checkIds(world.db, caller, { customers, sites });
	const given = { from: timeOf(query.startDate), to: timeOf(query.endDate) };
	const window =
		given.from === undefined || given.to === undefined
			? { from: now - halfWindowMs, to: now + halfWindowMs }
			: { from: given.from, to: given.to };
	const where = limitToScope(new Where(), caller, {
		company: 't.company_id',
		customer: 't.customer_id',
		site: 't.site_id',
	})
		.and('c.is_active = 1')
		.and('t.scheduled_start >= ? AND t.scheduled_start <= ?', window.from, window.to)
		.oneOf('t.customer_id', customers)
		.oneOf('t.site_id', sites)
		.contains(['s.name'], textOf(query.siteName))
		.contains(['c.name'], textOf(query.customerName))
		.contains([staffName], textOf(query.fullName))
		.contains(['b.name'], textOf(query.subcontractorName))
		.contains(['s.name', 'c.name', staffName, 'b.name', 'e.email', 'CAST(t.id AS TEXT)'], textOf(query.searchText));
	const status = textOf(query.status);
	if (status !== undefined) where.and(`${statusAt(now)} = ? COLLATE NOCASE`, status);
	const page = keysetPage(world.db, {
		choices: world.choices,
		select: liveSelect(now),
		where,
		idColumn: 't.id',
		sorts: [textSort('referenceName', staffName)],
		defaultSort: byStart,
		query,
		limit: Number(query.limit),
		cursor: serialised,
	});
	return { data: page.rows.map((row) => liveRecord(world.db, row, now)), next: page.next, prev: page.prev };
};

// Assumed, Live operations: the cursor is JSON text; `referenceId` without `referenceDateTime`, or the other way round, returns
//   400.
/** This endpoint's cursor is JSON text. A walk by name carries its anchor too, which is assumed. */
function serialised(_direction: Direction, id: number, anchors: readonly Anchor[]): string {
	const upperFirst = (name: string): string => name.charAt(0).toUpperCase() + name.slice(1);
	return JSON.stringify({
		ReferenceId: id,
		...Object.fromEntries(anchors.map(({ parameter, value }) => [upperFirst(parameter), value])),
	});
}
