// What each endpoint needs first: ids and addresses from lists that were read before, each service's from its own
// lists.
import type { PackageContract } from '../docs/sources.mts';
import type { Query } from './service.mts';

export type Endpoint = PackageContract['endpoints'][keyof PackageContract['endpoints']];
type JsonObject = Record<string, unknown>;

/** Records read from a service, by endpoint id. */
export type Bag = Map<string, JsonObject[]>;

export interface Filled {
	path: string;
	query: Query;
	/** The id that the request names, if any. */
	subject?: string;
}

interface Need {
	/** List that gives the value. */
	from: string;
	/** Fields that may hold it, best first. */
	fields: readonly string[];
	/** Where it goes: a part of the path, else a query parameter. */
	into: string;
	what: string;
	/** An id that doesn't exist, to see how the service answers; if absent, this isn't tested. */
	unknown?: string;
}

const NOBODY = '999999999';

const needs: Readonly<Record<string, Need>> = {
	'timesheet.get': {
		from: 'timesheet.getAll',
		fields: ['timesheetId', 'id'],
		into: 'id',
		what: 'timesheet',
		unknown: NOBODY,
	},
	'timesheet.getRates': {
		from: 'timesheet.getAll',
		fields: ['timesheetId', 'id'],
		into: 'id',
		what: 'timesheet',
		unknown: NOBODY,
	},
	'incidentReport.get': {
		from: 'incidentReport.getAll',
		fields: ['incidentReportId', 'id'],
		into: 'incidentReportId',
		what: 'incident report',
		unknown: NOBODY,
	},
	'incidentReport.getAllByFormTemplate': {
		from: 'formTemplate.getAll',
		fields: ['formTemplateId', 'id'],
		into: 'formTemplateId',
		what: 'form template',
	},
	'staff.getByEmail': {
		from: 'staff.getAll',
		fields: ['email'],
		into: 'email',
		what: 'employee with an e-mail address',
	},
	'securityLicence.getAll': { from: 'staff.getAll', fields: ['id'], into: 'id', what: 'employee', unknown: NOBODY },
	'loginAudit.getRecent': { from: 'loginAudit.getAll', fields: ['userId'], into: 'userId', what: 'login of a user' },
	'webhookSubscription.getAll': { from: 'subscriber', fields: ['id'], into: 'subscriberId', what: 'subscriber' },
};

/** How far back timesheets are read; only this list requires dates. */
const DAYS_BACK = 60;

export function requiredDates(endpoint: Endpoint): Query {
	const dates = endpoint.query.filter(({ required, type }) => required === true && type === 'moment');
	if (dates.length === 0) return {};
	const now = Date.now();
	const start = new Date(now - DAYS_BACK * 86_400_000).toISOString();
	return { startDate: start, endDate: new Date(now + 86_400_000).toISOString() };
}

export const needOf = (endpoint: Endpoint): Need | undefined => needs[endpoint.id];

function put(endpoint: Endpoint, need: Need | undefined, value: string): Filled {
	const query = requiredDates(endpoint);
	if (need === undefined) return { path: endpoint.path, query };
	const hole = `{${need.into}}`;
	if (endpoint.path.includes(hole)) {
		return { path: endpoint.path.replace(hole, encodeURIComponent(value)), query, subject: value };
	}
	return { path: endpoint.path, query: { ...query, [need.into]: value }, subject: value };
}

/** The request for an endpoint; undefined if the service returned nothing to ask for. */
export function fill(endpoint: Endpoint, bag: Bag): Filled | undefined {
	const need = needOf(endpoint);
	if (need === undefined) return put(endpoint, undefined, '');
	for (const record of bag.get(need.from) ?? []) {
		for (const field of need.fields) {
			const value = record[field];
			if ((typeof value === 'string' && value !== '') || typeof value === 'number')
				return put(endpoint, need, String(value));
		}
	}
	return undefined;
}

/** The same request for an id that doesn't exist. */
export function fillUnknown(endpoint: Endpoint): Filled | undefined {
	const need = needOf(endpoint);
	return need?.unknown === undefined ? undefined : put(endpoint, need, need.unknown);
}

/** GET endpoints, those that others take their ids from first. */
export function readable(contract: PackageContract): Endpoint[] {
	const reads = Object.values(contract.endpoints).filter(({ method }) => method === 'GET');
	return [...reads.filter((endpoint) => needOf(endpoint) === undefined), ...reads.filter(needOf)];
}

/** Whether a key has access to an endpoint, according to the endpoint table. */
export function opens(endpoint: Endpoint, keyType: string, scopes: readonly string[]): boolean {
	const { keyTypes, scope } = endpoint.access;
	if (scope !== undefined && !scopes.includes(scope)) return false;
	return keyTypes.length === 0 || keyTypes.some((type) => type === keyType);
}
