import type { INodeProperties } from 'n8n-workflow';
import { FIELDS, type JsonObject, type KnownField, splitList } from '../../contract';
import { additionalQuery } from '../../form/additionalParameters';
import { inputError, parameter } from '../../form/item';
import { customerFilters, filterExpressionOption, siteFilters, staffFilters } from '../../form/listFilters';
import { fieldTicks, simpleFields } from '../../form/tickedFields';
import { chosenChanges, type EventField, type WatchedEvent, type WatchFamily } from '../core/event';
import { numberField, type NumberOption, readOption } from '../core/numberOption';
import { fullName, safeText } from '../core/text';
import { LICENCE_NOTICE, readRoundMs, roundOption } from '../licences/event';
import { licenceCopySource } from './licences';
import { type CopiedList, listSource } from './lists';
import type { ChangeKind, CopySettings } from './memory';

/** What is read: its filters, and the fields of its records. */
interface Read {
	filters: readonly INodeProperties[];
	records: readonly KnownField[];
}

interface CopyEvent extends WatchedEvent<CopySettings>, Read {
	/** The changes that are reported where nobody has chosen, and what it means that one is gone. */
	changes: { standard: ChangeKind[]; gone?: string };
}

const staffList: Read = { filters: [...staffFilters, filterExpressionOption], records: FIELDS.staff };

function nameAndNumber(record: JsonObject): string {
	const number = safeText(record.employeeId);
	return (fullName(record) ?? `employee ${safeText(record.id) ?? ''}`) + (number === undefined ? '' : ` (${number})`);
}

const staff = { endpoint: 'staff.getAll', noun: 'employee', all: 'the staff list', nameOf: fullName } as const;

/** Events that copy, whose descriptions have one form. */
const copied = (
	noun: string,
	becomes: string,
	event: Read & Pick<CopyEvent, 'value' | 'endpoint' | 'source' | 'changes' | 'notice'>,
): CopyEvent => ({
	name: `${noun} Changed`,
	description: `${becomes}; for keeping a copy in sync`,
	simple: simpleFields(event),
	...{ startWith: 'new', byList: true, copies: true },
	...event,
});

/** The same of lists of active and inactive ones. */
const copiedList = (value: string, noun: string, kind: CopiedList, read: Read): CopyEvent =>
	copied(
		noun,
		`${kind.noun === 'employee' ? 'An' : 'A'} ${kind.noun} was created, changed, deactivated or reactivated`,
		{
			...{ value, endpoint: kind.endpoint, source: listSource(kind), ...read },
			changes: {
				standard: ['created', 'updated', 'deactivated', 'reactivated'],
				gone: 'Missing from both lists, active and inactive, on two checks; only the ID is left',
			},
		},
	);

const created: CopyEvent = {
	value: 'staff.created',
	name: 'Staff Created',
	description: 'An employee becomes active for the first time',
	endpoint: staff.endpoint,
	source: listSource({ ...staff, nameOf: nameAndNumber, onlyNew: true }),
	simple: simpleFields(staffList),
	changes: { standard: ['created'] },
	...{ startWith: 'new', byList: true },
	...staffList,
};

const ofStaff = copiedList('staff.changed', 'Staff', staff, staffList);

const ofCustomers = copiedList(
	'customer.changed',
	'Customer',
	{
		...{ endpoint: 'customer.getAll', noun: 'customer', all: 'the customer list' },
		nameOf: ({ customerName, name }) => safeText(customerName) ?? safeText(name),
		whenOff: '; its sites, shifts and timesheets may no longer be listed',
	},
	{ filters: customerFilters, records: FIELDS.customer },
);

const ofSites = copiedList(
	'site.changed',
	'Site',
	{
		...{ endpoint: 'site.getAll', noun: 'site', all: 'the site list' },
		nameOf: ({ siteName, name }) => safeText(siteName) ?? safeText(name),
	},
	{ filters: siteFilters, records: FIELDS.site },
);

const ofLicences = copied('Licence', 'A security licence was created, changed or removed', {
	...staffList,
	value: 'licence.changed',
	endpoint: staff.endpoint,
	source: licenceCopySource,
	records: FIELDS.securityLicence,
	changes: {
		standard: ['created', 'updated'],
		gone: 'Missing from its employee’s licences in two rounds; only the IDs are left',
	},
	notice: LICENCE_NOTICE,
});

const copies = [ofStaff, ofCustomers, ofSites, ofLicences];

const valuesOf = (...events: CopyEvent[]): string[] => events.map(({ value }) => value);

const changesField = ({ value: event, changes: { standard, gone } }: CopyEvent): EventField => ({
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
		description: 'Which changes to report. Several changes between two polls count as one.',
	},
	events: [event],
});

const watchFields = ({ value, records }: CopyEvent): EventField => ({
	field: {
		displayName: 'Watch Fields',
		name: 'watchFields',
		...fieldTicks(records),
		description: 'Fields whose changes count as Updated. If empty: all but links, pictures, ages and last-used times.',
	},
	events: [value],
});

const STOP_IF_MORE_THAN: NumberOption = {
	displayName: 'Stop If More Than (%)',
	name: 'stopIfMoreThan',
	standard: 5,
	least: 0,
	most: 100,
};

/** Employees, customers, sites and licences, by comparing all of them with what they were. */
export const copyFamily: WatchFamily<CopySettings, CopyEvent> = {
	events: [created, ...copies],
	fields: [...copies.map(changesField), ...copies.map(watchFields)],
	options: [
		{ field: roundOption, events: valuesOf(ofLicences) },
		{
			field: numberField(
				STOP_IF_MORE_THAN,
				'If more than this share of records, and more than 20, seem gone or deactivated at once, you get one item that says so',
			),
			events: valuesOf(...copies),
		},
	],
	readOptions(item, { value, changes }) {
		if (value === created.value)
			return { kinds: new Set(changes.standard), watchFields: [], stopAbovePercent: 0, scanEveryMs: 0 };
		if ('isActive' in additionalQuery(item))
			throw inputError(
				item,
				'“Additional Query Parameters” can’t contain isActive here',
				'Remove it: both active and inactive records are always read.',
			);
		return {
			kinds: chosenChanges(item, 'changeKinds', changes.standard, [...changes.standard, 'gone']),
			watchFields: [...new Set(splitList(parameter(item, 'watchFields', '')))],
			stopAbovePercent: readOption(item, STOP_IF_MORE_THAN),
			scanEveryMs: value === ofLicences.value ? readRoundMs(item) : 0,
		};
	},
};
