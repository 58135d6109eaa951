import type { EndpointId } from '../contract';

/** How the records of a list are told apart by people: most of their fields are undocumented, so likely ones are tried. */
export interface NamedFields {
	endpoint: EndpointId;
	/** What is listed, for messages. */
	what: string;
	/** Fields that may hold the id and the name, the likeliest first (assumed). */
	ids: readonly string[];
	names: readonly string[];
}

export const NAMED = {
	customers: {
		endpoint: 'customer.getAll',
		what: 'customers',
		ids: ['customerId', 'id'],
		names: ['customerName', 'name'],
	},
	employees: { endpoint: 'staff.getAll', what: 'employees', ids: ['id'], names: [] },
	formTemplates: {
		endpoint: 'formTemplate.getAll',
		what: 'form templates',
		ids: ['formTemplateId', 'id', 'templateId'],
		names: ['formName', 'name', 'title'],
	},
	sites: { endpoint: 'site.getAll', what: 'sites', ids: ['siteId', 'id'], names: ['siteName', 'name'] },
} as const satisfies Record<string, NamedFields>;
