import { checkIds, limitToScope } from '../server/scope.mts';
import { keysetPage, textSort } from '../store/cursor.mts';
import { Where, type Row } from '../store/query.mts';
import { activity, numberOf, textOf, type Handler } from './call.mts';

// Assumed, Filters: `filter` of customers and sites searches name, abbreviation, reference number and ID.
const customerColumns =
	'SELECT c.id, c.name, c.abbreviation, c.api_reference, c.contact_name, c.contact_email, c.contact_phone, c.is_active FROM customers c';
const siteColumns = 'SELECT s.*, c.name AS customer_name FROM sites s JOIN customers c ON c.id = s.customer_id';

/** GET customers: ordered by id, or by name when `referenceName` is given. */
export const listCustomers: Handler = ({ world, caller, query }) => {
	const customerId = numberOf(query.customerId);
	if (customerId !== undefined) checkIds(world.db, caller, { customers: [customerId] });
	const where = limitToScope(new Where(), caller, { company: 'c.company_id', customer: 'c.id', site: null })
		.and(...activity(world.choices, 'c.is_active', query.isActive))
		.oneOf('c.id', customerId === undefined ? [] : [customerId])
		.contains(['c.name', 'c.abbreviation', 'c.api_reference', 'CAST(c.id AS TEXT)'], textOf(query.filter));
	const page = keysetPage(world.db, {
		choices: world.choices,
		select: customerColumns,
		where,
		idColumn: 'c.id',
		sorts: [textSort('referenceName', 'c.name')],
		query,
		limit: Number(query.limit),
	});
	return { data: page.rows.map(customerItem), count: page.rows.length, next: page.next, prev: page.prev };
};

/** GET sites: ordered by id, or by name when `referenceName` is given. */
export const listSites: Handler = ({ world, caller, query }) => {
	const customerId = numberOf(query.customerId);
	if (customerId !== undefined) checkIds(world.db, caller, { customers: [customerId] });
	const where = limitToScope(new Where(), caller, { company: 's.company_id', customer: 's.customer_id', site: 's.id' })
		.and(...activity(world.choices, 's.is_active', query.isActive))
		.oneOf('s.customer_id', customerId === undefined ? [] : [customerId])
		.contains(['s.name', 's.abbreviation', 's.api_reference', 'CAST(s.id AS TEXT)'], textOf(query.filter));
	const page = keysetPage(world.db, {
		choices: world.choices,
		select: siteColumns,
		where,
		idColumn: 's.id',
		sorts: [textSort('referenceName', 's.name')],
		query,
		limit: Number(query.limit),
	});
	return { data: page.rows.map(siteItem), count: page.rows.length, next: page.next, prev: page.prev };
};

function customerItem(row: Row): Record<string, unknown> {
	return {
		id: row.id,
		name: row.name,
		abbreviation: row.abbreviation,
		apiReferenceNumber: row.api_reference,
		contactName: row.contact_name,
		contactEmail: row.contact_email,
		contactPhone: row.contact_phone,
		isActive: row.is_active === 1,
	};
}

function siteItem(row: Row): Record<string, unknown> {
	return {
		id: row.id,
		name: row.name,
		abbreviation: row.abbreviation,
		customerId: row.customer_id,
		customerName: row.customer_name,
		parentSiteId: row.parent_site_id,
		siteType: row.site_type,
		apiReferenceNumber: row.api_reference,
		address: row.address,
		city: row.city,
		state: row.state,
		postCode: row.post_code,
		country: row.country,
		latitude: row.latitude,
		longitude: row.longitude,
		timeZone: row.time_zone,
		isActive: row.is_active === 1,
	};
}
