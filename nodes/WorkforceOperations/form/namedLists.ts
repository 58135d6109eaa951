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
		idsFrom: '“id” of a customer',
		names: ['customerName', 'name'],
	},
	employees: {
		endpoint: 'staff.getAll',
		what: 'employees',
		idsFrom: '“id” of an employee, “staffId” of a timesheet',
		names: [],
	},
	formTemplates: {
		endpoint: 'formTemplate.getAll',
		what: 'form templates',
		idsFrom: '“formTemplateId” of a form template',
		names: ['formName', 'name', 'title'],
	},
	sites: { endpoint: 'site.getAll', what: 'sites', idsFrom: '“id” of a site', names: ['siteName', 'name'] },
} as const satisfies Record<string, NamedFields>;
