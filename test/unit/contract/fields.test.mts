// The tables of fields: each field once, and its marks as the description of the service has them.
import { describe, expect, test } from '@jest/globals';
import { FIELDS, fieldsOf, namesIn, shownFields } from '../../../nodes/WorkforceOperations/contract/index.ts';
import { endpointsOf, loadDescription } from '../../../sandbox/description/load.mts';

type Kind = keyof typeof FIELDS;
type Properties = Record<string, { 'x-source'?: string }>;

const description = loadDescription();
const tables = Object.entries(FIELDS);

/** The schema of each table's records. Neither the node nor the service has one for the others. */
const SCHEMAS: Partial<Record<Kind, string>> = {
	customer: 'Customer',
	incidentReport: 'IncidentReport',
	incidentReportDetail: 'IncidentDetail',
	liveOperation: 'LiveRecord',
	loginAudit: 'LoginEvent',
	securityLicence: 'Licence',
	site: 'Site',
	staff: 'Staff',
	timesheet: 'Timesheet',
	timesheetRates: 'Rates',
	webhookSubscriber: 'Subscriber',
	webhookSubscription: 'Subscription',
};

const propertiesOf = (schema: unknown): Properties =>
	((schema as { properties?: Properties } | undefined)?.properties ?? {}) as Properties;
const isShown = (source: unknown): boolean => source === 'documented' || source === 'published';

/** Every name that one of the sources shows, of a field or of a parameter. */
const sourced = new Set([
	...Object.values(description.components.schemas)
		.flatMap((schema) => Object.entries(propertiesOf(schema)))
		.flatMap(([name, field]) => (isShown(field['x-source']) ? [name] : [])),
	...endpointsOf(description)
		.flatMap(({ parameters }) => parameters)
		.flatMap((parameter) => (isShown(Reflect.get(parameter, 'x-source')) ? [parameter.name] : [])),
]);

test.each(tables)('%s has each field once', (_, fields) => {
	const names = fields.map(({ name }) => name);
	expect(
		names.filter((name, index) => names.indexOf(name) !== index && !namesIn(fields, 'inner').includes(name)),
	).toEqual([]);
	expect(names.filter((name) => !/^[a-z][\w.]*$/i.test(name))).toEqual([]);
});

test.each(Object.entries(SCHEMAS))('%s has every field that the description shows', (kind, schema) => {
	const names = FIELDS[kind as Kind].map(({ name }) => name);
	const described = Object.keys(propertiesOf(description.components.schemas[schema]));
	expect(described.length).toBeGreaterThan(4);
	expect(described.filter((name) => !names.includes(name))).toEqual([]);
});

test.each(Object.entries(SCHEMAS))('%s marks as assumed what no source shows, and nothing else', (kind, schema) => {
	const properties = propertiesOf(description.components.schemas[schema]);
	const fields = FIELDS[kind as Kind].filter(({ name }) => name in properties);
	expect(fields.filter(({ isAssumed, name }) => isAssumed === sourced.has(name)).map(({ name }) => name)).toEqual([]);
});

describe('A field', () => {
	const fields = fieldsOf({ simple: 'id  mobile*', rest: `colour?\n\t\tplace?*` });

	test('is one word: its name with its marks', () => {
		expect(fields).toEqual([
			{ name: 'id', group: 'simple', isPrivate: false, isAssumed: false },
			{ name: 'mobile', group: 'simple', isPrivate: true, isAssumed: false },
			{ name: 'colour', group: 'rest', isPrivate: false, isAssumed: true },
			{ name: 'place', group: 'rest', isPrivate: true, isAssumed: true },
		]);
		expect(namesIn(fields, 'rest', 'simple')).toEqual(['id', 'mobile', 'colour', 'place']);
	});

	test.each<[kind: string | undefined, shown: string[], hidden: string[]]>([
		['staff', ['firstName', 'LICENSENUMBER', 'action', 'currentStatus'], ['mobile', 'gender', 'address', 'shirtSize']],
		['site', ['address', 'apiReferenceNumber'], ['latitude', 'firstName']],
		['liveOperation', ['welfareCheckId', 'licenses', 'minutesLate'], ['inLatitude', 'address', 'inPhotoUrl']],
		['incidentReport', ['formName', 'reportName', 'html'], ['pdfLink', 'latitude']],
		[
			'timesheet',
			['payRate', 'currency', 'payAmount AUD', 'lineKey'],
			['email', 'clockInCoordinates', 'payAmount aud'],
		],
		['customer', ['customerName'], ['contactName', 'contactEmail', 'contactPhone']],
		[undefined, ['address', 'lineKey'], ['mobile', 'secretToken', 'uri']],
		['nothing', ['error', 'count'], ['id', 'name']],
	])('of %s is seen by an agent unless it is private or known to nobody', (kind, shown, hidden) => {
		const isShownToAgent = shownFields(kind);
		expect([...shown, ...hidden].filter(isShownToAgent)).toEqual(shown);
	});
});
