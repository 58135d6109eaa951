import type { EndpointId } from '../contract';

/** How the records of a list are told apart by people: most of their fields are undocumented, so likely ones are tried. */
export interface NamedFields {
	endpoint: EndpointId;
	/** What is listed, for messages. */
	what: string;
	/** Fields that may hold the name, the likeliest first (assumed). Those of the ID are the endpoint's. */
	names: readonly string[];
}

export const NAMED = {
	customers: {
		endpoint: 'customer.getAll',
		what: 'customers',
		names: ['customerName', 'name'],
	},
	employees: { endpoint: 'staff.getAll', what: 'employees', names: [] },
	formTemplates: {
		endpoint: 'formTemplate.getAll',
		what: 'form templates',
		names: ['formName', 'name', 'title'],
	},
	sites: { endpoint: 'site.getAll', what: 'sites', names: ['siteName', 'name'] },
} as const satisfies Record<string, NamedFields>;
