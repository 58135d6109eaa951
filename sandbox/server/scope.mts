import type { DatabaseSync } from 'node:sqlite';
import { selectOne, type Row, type Where } from '../store/query.mts';
import { notFound, outOfScope, ServiceError } from '../core/errors.mts';
import type { Caller } from '../core/keys.mts';

/**
 * Limits a query to a token's claims. Columns are passed by name because every table has its own prefix; null for a
 * column that the table doesn't have.
 */
export function limitToScope(
	where: Where,
	caller: Caller,
	columns: { company: string; customer: string | null; site: string | null },
): Where {
	where.and(`${columns.company} = ?`, caller.companyId);
	if (columns.customer !== null) where.oneOf(columns.customer, caller.customerIds);
	if (columns.site !== null) where.oneOf(columns.site, caller.siteIds);
	return where;
}

type Owned = 'customers' | 'sites' | 'employees';

// Assumed, Filters: an unknown ID matches nothing; an ID outside the scope returns 403.
/**
 * Throws when a filter names customer, site or employee ids that the claims don't cover. Ids that don't exist match
 * nothing.
 */
export function checkIds(
	db: DatabaseSync,
	caller: Caller,
	ids: { customers?: readonly number[]; sites?: readonly number[]; employees?: readonly number[] },
): void {
	for (const id of ids.customers ?? []) {
		if (!allowed(caller.customerIds, id) || foreign(db, 'customers', caller, id)) throw outOfScope(`Customer ${id}`);
	}
	for (const id of ids.sites ?? []) {
		if (!allowed(caller.siteIds, id) || foreign(db, 'sites', caller, id) || siteOfOtherCustomer(db, caller, id))
			throw outOfScope(`Site ${id}`);
	}
	for (const id of ids.employees ?? []) {
		if (foreign(db, 'employees', caller, id)) throw outOfScope(`Employee ${id}`);
	}
}

/** The record of a path: 404 if it doesn't exist, 403 if the claims don't cover it. */
export function ownRecord(what: string, id: number | string, row: Row | null, caller: Caller): Row {
	if (row === null) throw notFound(what, id);
	const inside =
		row.company_id === caller.companyId &&
		(row.customer_id === undefined || allowed(caller.customerIds, Number(row.customer_id))) &&
		(row.site_id === undefined || allowed(caller.siteIds, Number(row.site_id)));
	if (!inside) throw outOfScope(`${what} ${id}`);
	return row;
}

/** The ids of a list parameter, `1,2` or `1;2`; its format has been validated. */
export function idList(text: unknown, separator: ',' | ';'): number[] {
	if (typeof text !== 'string' || text === '') return [];
	const ids = text.split(separator).map((part) => Number(part.trim()));
	if (ids.some((id) => !Number.isSafeInteger(id) || id < 1))
		throw new ServiceError(400, `"${text}" is not a list of ids separated by "${separator}".`);
	return ids;
}

function allowed(list: readonly number[], id: number): boolean {
	return list.length === 0 || list.includes(id);
}

function foreign(db: DatabaseSync, table: Owned, caller: Caller, id: number): boolean {
	const row = selectOne(db, `SELECT company_id FROM ${table} WHERE id = ?`, id);
	return row !== null && row.company_id !== caller.companyId;
}

/** A key that is limited to customers is also limited to their sites. */
function siteOfOtherCustomer(db: DatabaseSync, caller: Caller, id: number): boolean {
	const row = selectOne(db, 'SELECT customer_id FROM sites WHERE id = ?', id);
	return row !== null && !allowed(caller.customerIds, Number(row.customer_id));
}
