import type { EndpointId } from '../contract';

/** How people recognise the records of a list: most fields are undocumented, so likely ones are tried. */
export interface NamedFields {
	endpoint: EndpointId;
	/** For messages. */
	what: string;
	/** Where a model finds their IDs. */
	idsFrom: string;
	/** Fields that may hold the name, the likeliest first (assumed). ID fields are in the endpoint's row. */
	names: readonly string[];
}

export const NAMED = {
	customers: {
		endpoint: 'customer.getAll',
		what: 'customers',
		idsFrom: 'a customer’s “id”',
		names: ['customerName', 'name'],
	},
	employees: {
		endpoint: 'staff.getAll',
		what: 'employees',
		idsFrom: 'an employee’s “id” or a timesheet’s “staffId”',
		names: [],
	},
	formTemplates: {
		endpoint: 'formTemplate.getAll',
		what: 'form templates',
		idsFrom: 'a form template’s “formTemplateId”',
		names: ['formName', 'name', 'title'],
	},
	sites: { endpoint: 'site.getAll', what: 'sites', idsFrom: 'a site’s “id”', names: ['siteName', 'name'] },
} as const satisfies Record<string, NamedFields>;

/**
 * The fields that accept names instead of IDs, with the list that has the names. Customers come first, because a site
 * is looked up among its customer's sites. No list has users; they are looked up in the login events.
 */
export const NAMES_OF: Readonly<Record<string, NamedFields | undefined>> = {
	customerId: NAMED.customers,
	siteId: NAMED.sites,
	siteIds: NAMED.sites,
	employeeId: NAMED.employees,
	formTemplateId: NAMED.formTemplates,
	userId: undefined,
};
