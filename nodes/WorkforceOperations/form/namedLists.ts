import type { EndpointId } from '../contract';

/** How people recognise the records of a list: most fields are undocumented, so likely ones are tried. */
export interface NamedFields {
	endpoint: EndpointId;
	/** For messages. */
	what: string;
	/** Where a model finds their IDs. */
	idsFrom: string;
	/** Fields that may hold the name, the likeliest first (assumed). The endpoint's row has those of the ID. */
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
		idsFrom: 'an employee’s “id”, a timesheet’s “staffId”',
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
 * Which names each field takes in place of IDs. Customers come first, because sites are looked for among those of the
 * customer; users are in no list, but for that of the login events.
 */
export const NAMES_OF: Readonly<Record<string, NamedFields | undefined>> = {
	customerId: NAMED.customers,
	siteId: NAMED.sites,
	siteIds: NAMED.sites,
	employeeId: NAMED.employees,
	formTemplateId: NAMED.formTemplates,
	userId: undefined,
};
