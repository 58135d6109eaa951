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

interface CopyEvent extends WatchedEvent<CopySettings> {
	records: readonly KnownField[];
	/** The changes that are reported where nobody has chosen, and what it means that one is gone. */
	changes: { standard: ChangeKind[]; gone?: string };
}

const staffList = { endpoint: 'staff.getAll', filters: [...staffFilters, filterExpressionOption] } as const;

function nameAndNumber(record: JsonObject): string {
	const number = safeText(record.employeeId);
	return (fullName(record) ?? `employee ${safeText(record.id) ?? ''}`) + (number === undefined ? '' : ` (${number})`);
}

const staff = { endpoint: staffList.endpoint, noun: 'employee', nameOf: fullName } as const;

/** Events that copy, whose descriptions have one form. */
const copied = (becomes: string, event: Omit<CopyEvent, 'description' | 'startWith'>): CopyEvent => ({
	description: `${becomes}; for keeping a copy in sync`,
	simple: simpleFields(event),
	...{ startWith: 'new', byList: true, copies: true },
	...event,
});

/** The same of lists of active and inactive ones, by the names of their resources. */
const copiedList = (
	resource: 'staff' | 'customer' | 'site',
	name: string,
	filters: readonly INodeProperties[],
	kind: Omit<CopiedList, 'all'>,
): CopyEvent =>
	copied(`${kind.noun === 'employee' ? 'An' : 'A'} ${kind.noun} was created, changed, deactivated or reactivated`, {
		value: `${resource}.changed`,
		name,
		endpoint: kind.endpoint,
		source: listSource({ all: `the ${resource} list`, ...kind }),
		filters,
		records: FIELDS[resource],
		changes: {
			standard: ['created', 'updated', 'deactivated', 'reactivated'],
			gone: 'Missing from both lists, active and inactive, on two checks; only the ID is left',
		},
	});

/** Changes of employees, of which only that they are new is told. */
const created: CopyEvent = {
	...copiedList('staff', 'Staff Created', staffList.filters, { ...staff, nameOf: nameAndNumber, onlyNew: true }),
	value: 'staff.created',
	description: 'An employee becomes active for the first time',
	copies: undefined,
	changes: { standard: ['created'] },
};

const ofLicences = copied('A security licence was created, changed or removed', {
	...staffList,
	value: 'licence.changed',
	name: 'Licence Changed',
	source: licenceCopySource,
	records: FIELDS.securityLicence,
	changes: {
		standard: ['created', 'updated'],
		gone: 'Missing from its employee’s licences in two rounds; only the IDs are left',
	},
	notice: LICENCE_NOTICE,
});

const copies = [
	copiedList('staff', 'Staff Changed', staffList.filters, staff),
	copiedList('customer', 'Customer Changed', customerFilters, {
		...{ endpoint: 'customer.getAll', noun: 'customer' },
		nameOf: ({ customerName, name }) => safeText(customerName) ?? safeText(name),
		whenOff: '; its sites, shifts and timesheets may no longer be listed',
	}),
	copiedList('site', 'Site Changed', siteFilters, {
		...{ endpoint: 'site.getAll', noun: 'site' },
		nameOf: ({ siteName, name }) => safeText(siteName) ?? safeText(name),
	}),
	ofLicences,
];

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
		{ field: roundOption, events: [ofLicences.value] },
		{
			field: numberField(
				STOP_IF_MORE_THAN,
				'If more than this share of records, and more than 20, seem to be gone or deactivated at once, you get one item that says so',
			),
			events: copies.map(({ value }) => value),
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
