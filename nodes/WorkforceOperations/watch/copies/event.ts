import { FIELDS, type JsonObject, type KnownField, namesIn, splitList } from '../../contract';
import { additionalQuery } from '../../form/additionalParameters';
import { filtersField, textField } from '../../form/fields';
import { collection, inputError, parameter } from '../../form/item';
import { filterExpressionOption, staffFilters } from '../../form/listFilters';
import { customerFilter } from '../../form/locators';
import { fieldTicks } from '../../form/tickedFields';
import { chosenChanges, type EventField, type WatchedEvent, type WatchFamily } from '../core/event';
import { numberField, type NumberOption, readNumber } from '../core/numberOption';
import { fullName, safeText } from '../core/text';
import { LICENCE_NOTICE, readRoundMs, roundOption } from '../licences/event';
import { licenceCopySource } from './licences';
import { type CopiedList, listSource } from './lists';
import type { ChangeKind, CopySettings } from './memory';

type CopyEvent = WatchedEvent<CopySettings>;

const CREATED = 'staff.created';
const STAFF = 'staff.changed';
const CUSTOMER = 'customer.changed';
const SITE = 'site.changed';
const LICENCE = 'licence.changed';
const LISTS = [STAFF, CUSTOMER, SITE];
const COPIES = [...LISTS, LICENCE];

/** The first of the named fields that can be read. */
const named =
	(...fields: string[]) =>
	(record: JsonObject): string | undefined =>
		fields.map((field) => safeText(record[field])).find((name) => name !== undefined);

function nameAndNumber(record: JsonObject): string {
	const number = safeText(record.employeeId);
	return (fullName(record) ?? `employee ${safeText(record.id) ?? ''}`) + (number === undefined ? '' : ` (${number})`);
}

/** Events that copy, whose descriptions have one form. */
const copied = (
	value: string,
	noun: string,
	becomes: string,
	event: Pick<CopyEvent, 'endpoint' | 'source' | 'filters' | 'simple' | 'notice'>,
): CopyEvent => ({
	value,
	name: `${noun} Changed`,
	action: `On ${noun.toLowerCase()} changed`,
	description: `${becomes}, to keep a copy in sync`,
	startWith: 'new',
	byList: true,
	copies: true,
	...event,
});

/** The same of lists of active and inactive ones. */
function copiedList(
	value: string,
	noun: string,
	kind: CopiedList,
	more: Pick<CopyEvent, 'filters' | 'simple'>,
): CopyEvent {
	const one = kind.noun === 'employee' ? 'An employee' : `A ${kind.noun}`;
	const event = { endpoint: kind.endpoint, source: listSource(kind), ...more };
	return copied(value, noun, `${one} was created, changed, deactivated or reactivated`, event);
}

const staff = { endpoint: 'staff.getAll', noun: 'employee', all: 'the staff', nameOf: fullName } as const;
const ofStaff = { endpoint: 'staff.getAll', filters: ['filter', 'searchText'] } as const;
const ofCustomers = ['customerId', 'filter'];

const events: CopyEvent[] = [
	{
		value: CREATED,
		name: 'Staff Created',
		action: 'On staff created',
		description: 'An employee is active for the first time',
		source: listSource({ ...staff, nameOf: nameAndNumber, onlyNew: true }),
		startWith: 'new',
		byList: true,
		simple: namesIn(FIELDS.staff, 'simple'),
		...ofStaff,
	},
	copiedList(STAFF, 'Staff', staff, { ...ofStaff, simple: namesIn(FIELDS.staff, 'simple') }),
	copiedList(
		CUSTOMER,
		'Customer',
		{
			...{ endpoint: 'customer.getAll', noun: 'customer', all: 'the customers' },
			nameOf: named('customerName', 'name'),
			whenOff: '; its sites, shifts and timesheets may no longer be listed',
		},
		{ filters: ofCustomers },
	),
	copiedList(
		SITE,
		'Site',
		{ endpoint: 'site.getAll', noun: 'site', all: 'the sites', nameOf: named('siteName', 'name') },
		{ filters: ofCustomers, simple: namesIn(FIELDS.site, 'simple') },
	),
	copied(LICENCE, 'Licence', 'A security licence was created, changed or removed', {
		...ofStaff,
		source: licenceCopySource,
		simple: namesIn(FIELDS.securityLicence, 'simple'),
		notice: LICENCE_NOTICE,
	}),
];

/** What a multiple choice offers of the changes, and what is chosen where nobody has chosen. */
const KINDS: Array<{ events: string[]; standard: ChangeKind[]; gone: string }> = [
	{
		events: LISTS,
		standard: ['created', 'updated', 'deactivated', 'reactivated'],
		gone: 'Missing from both lists, active and inactive, on two checks; only the ID is left',
	},
	{
		events: [LICENCE],
		standard: ['created', 'updated'],
		gone: 'Missing from its employee’s licences in two rounds; only the IDs are left',
	},
];

const kindsField = ({ events: of, standard, gone }: (typeof KINDS)[number]): EventField => ({
	field: {
		displayName: 'Changes',
		name: 'changeKinds',
		type: 'multiOptions',
		options: [...standard, 'gone'].sort().map((value) => ({
			name: value.charAt(0).toUpperCase() + value.slice(1),
			value,
			...(value === 'gone' ? { description: gone } : {}),
		})),
		default: [...standard],
		description: 'Which changes to report. Several between two polls count as one.',
	},
	events: of,
});

/** The events with *Watch Fields*, and the fields of their records. */
const WATCHED: Array<[event: string, records: readonly KnownField[]]> = [
	[STAFF, FIELDS.staff],
	[CUSTOMER, FIELDS.customer],
	[SITE, FIELDS.site],
	[LICENCE, FIELDS.securityLicence],
];

const fields: EventField[] = [
	...KINDS.map(kindsField),
	...WATCHED.map(([event, records]) => ({
		field: {
			displayName: 'Watch Fields',
			name: 'watchFields',
			...fieldTicks(records),
			description:
				'Which fields’ changes count as Updated. If empty: all but links, pictures, ages and last-used times.',
		},
		events: [event],
	})),
];

const STOP_IF_MORE_THAN: NumberOption = {
	displayName: 'Stop If More Than (%)',
	name: 'stopIfMoreThan',
	standard: 5,
	least: 0,
	most: 100,
};

const searched = (description: string): EventField['field'] => textField('Search Text', 'filter', description);

/** Employees, customers, sites and licences, by comparing all of them with what they were. */
export const copyFamily: WatchFamily<CopySettings> = {
	events,
	filters: [
		{ field: filtersField(...staffFilters), events: [CREATED, STAFF, LICENCE] },
		{
			field: filtersField(
				customerFilter('Only this customer'),
				searched('Text to search for in names and identifiers'),
			),
			events: [CUSTOMER],
		},
		{
			field: filtersField(
				customerFilter('Only this customer’s sites'),
				searched('Text to search for in site names and identifiers'),
			),
			events: [SITE],
		},
	],
	fields,
	options: [
		{ field: roundOption, events: [LICENCE] },
		{
			field: numberField(
				STOP_IF_MORE_THAN,
				'If more than this share of records, and more than 20, would be gone or deactivated at once, one item says so instead',
			),
			events: COPIES,
		},
	],
	advanced: [{ field: filterExpressionOption, events: [CREATED, STAFF, LICENCE] }],
	readOptions(item, { value }) {
		if (value === CREATED)
			return { kinds: new Set(['created'] as const), watchFields: [], stopAbovePercent: 0, scanEveryMs: 0 };
		const standard = KINDS.find(({ events: of }) => of.includes(value))?.standard ?? [];
		if ('isActive' in additionalQuery(item))
			throw inputError(
				item,
				'“Additional Query Parameters” can’t contain isActive here',
				'Both active and inactive records are always read. Remove it.',
			);
		return {
			kinds: chosenChanges(item, 'changeKinds', standard, [...standard, 'gone']),
			watchFields: [...new Set(splitList(parameter(item, 'watchFields', '')))],
			stopAbovePercent: readNumber(item, collection(item, 'options')[STOP_IF_MORE_THAN.name], STOP_IF_MORE_THAN),
			scanEveryMs: value === LICENCE ? readRoundMs(item) : 0,
		};
	},
};
