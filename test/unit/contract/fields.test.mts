// The tables of fields: each field once, and its marks as the description of the service has them.
import { describe, expect, test } from '@jest/globals';
import {
	FIELDS,
	fieldsOf,
	namesIn,
	type ServiceDetails,
	shownFields,
} from '../../../nodes/WorkforceOperations/contract/index.ts';
import { loadDescription } from '../../../sandbox/description/load.mts';

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

/** Every name that one of the sources shows anywhere: of a field, of a parameter, of a body. */
function namesShown(part: unknown): string[] {
	if (typeof part !== 'object' || part === null) return [];
	const { name, properties = {} } = part as { name?: unknown; properties?: Properties };
	const own = typeof name === 'string' && isShown(Reflect.get(part, 'x-source')) ? [name] : [];
	const fields = Object.entries(properties).flatMap(([field, { 'x-source': source }]) =>
		isShown(source) ? [field] : [],
	);
	return [...own, ...fields, ...Object.values(part).flatMap(namesShown)];
}

const shownAnywhere = new Set(namesShown(description));

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

test.each(Object.entries(SCHEMAS))('%s marks as assumed what no source shows', (kind, schema) => {
	const properties = propertiesOf(description.components.schemas[schema]);
	const sourceOf = (name: string): unknown => properties[name]?.['x-source'];
	const marked = FIELDS[kind as Kind].filter(({ isAssumed }) => isAssumed).map(({ name }) => name);
	expect(marked.filter((name) => isShown(sourceOf(name)))).toEqual([]);
	const assumed = Object.keys(properties).filter((name) => !isShown(sourceOf(name)) && !shownAnywhere.has(name));
	expect(assumed.filter((name) => !marked.includes(name))).toEqual([]);
});

describe('A field', () => {
	const fields = fieldsOf({ simple: 'id  mobile*', rest: `colour?\n\t\tbadgeId# place?*` });

	test('is one word: its name with its marks', () => {
		const of = (field: string, group: string, ...marks: Array<'isPrivate' | 'isAssumed' | 'isNumber'>) => ({
			...{ name: field, group, isPrivate: false, isAssumed: false, isNumber: false },
			...Object.fromEntries(marks.map((mark) => [mark, true])),
		});
		expect(fields).toEqual([
			of('id', 'simple'),
			of('mobile', 'simple', 'isPrivate'),
			of('colour', 'rest', 'isAssumed'),
			of('badgeId', 'rest', 'isNumber'),
			of('place', 'rest', 'isAssumed', 'isPrivate'),
		]);
		expect(namesIn(fields, 'rest', 'simple')).toEqual(['id', 'mobile', 'colour', 'badgeId', 'place']);
	});

	test.each<[kind: string | undefined, shown: string[], hidden: string[]]>([
		['staff', ['firstName', 'LICENSENUMBER', 'action', 'currentStatus'], ['mobile', 'gender', 'address', 'shirtSize']],
		['site', ['address', 'apiReferenceNumber'], ['latitude', 'firstName', '']],
		[
			'liveOperation',
			['welfareCheckId', 'licenses', 'minutesLate', 'currentStatus'],
			['inLatitude', 'address', 'inPhotoUrl'],
		],
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

	test('is seen under the names of Service Details as well, but for links', () => {
		const details: ServiceDetails = {
			answerFields: { answer: ['reply'], fileLink: ['evidence'] },
			lineFields: { pay: { amount: ['gross'] } },
			changeFields: { timesheet: { reject: { field: 'refused' } } },
			...{ customerId: 'clientKey', siteId: 'siteKey', formTemplateId: 'formKey', stateField: { subscriber: 'on' } },
		};
		const anywhere = ['refused', 'clientKey', 'siteKey', 'formKey', 'on'];
		const seen = (kind: string): string[] => {
			const isShownToAgent = shownFields(kind, details);
			return ['reply', 'gross', 'evidence', ...anywhere].filter(isShownToAgent);
		};
		expect(seen('incidentReport')).toEqual(['reply', ...anywhere]);
		expect(seen('timesheet')).toEqual(['gross', ...anywhere]);
	});
});
