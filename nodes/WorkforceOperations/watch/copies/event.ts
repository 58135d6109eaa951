import { FIELDS, type KnownField, namesIn, splitList } from '../../contract';
import { additionalQuery } from '../../form/additionalParameters';
import { filtersField, textField } from '../../form/fields';
import { collection, inputError, type Item, parameter } from '../../form/item';
import { filterExpressionOption, staffFilters } from '../../form/listFilters';
import { customerFilter } from '../../form/locators';
import { fieldTicks } from '../../form/tickedFields';
import type { EventField, WatchedEvent, WatchFamily } from '../core/event';
import { numberField, type NumberOption, readNumber } from '../core/numberOption';
import { safeText } from '../core/text';
import { LICENCE_NOTICE, readRoundMs, roundOption } from '../licences/event';
import type { ChangeKind } from './detect';
import { licenceCopySource } from './licences';
import { staffSource } from './created';
import { listSource } from './lists';
import type { CopySettings } from './state';
import { named } from './words';

type CopyEvent = WatchedEvent<CopySettings>;

const CREATED = 'staff.created';
const STAFF = 'staff.changed';
const CUSTOMER = 'customer.changed';
const SITE = 'site.changed';
const LICENCE = 'licence.changed';
const LISTS = [STAFF, CUSTOMER, SITE];
const COPIES = [...LISTS, LICENCE];

const copied = (event: Omit<CopyEvent, 'startWith' | 'byList' | 'copies'>): CopyEvent => ({
	startWith: 'new',
	byList: true,
	copies: true,
	...event,
});

const fullName = ({ firstName, lastName }: Record<string, unknown>): string | undefined => {
	const parts = [safeText(firstName), safeText(lastName)].filter((part) => part !== undefined);
	return parts.length === 0 ? undefined : parts.join(' ');
};

const events: CopyEvent[] = [
	{
		value: CREATED,
		byList: true,
		name: 'Staff Created',
		action: 'On staff created',
		description: 'Somebody is among the active employees for the first time',
		endpoint: 'staff.getAll',
		source: staffSource,
		startWith: 'new',
		filters: ['filter', 'searchText'],
		simple: namesIn(FIELDS.staff, 'simple'),
	},
	copied({
		value: STAFF,
		name: 'Staff Changed',
		action: 'On staff changed',
		description: 'An employee was created, changed, deactivated or reactivated, to keep a copy in step',
		endpoint: 'staff.getAll',
		source: listSource({
			endpoint: 'staff.getAll',
			noun: 'employee',
			all: 'the staff',
			nameOf: fullName,
		}),
		filters: ['filter', 'searchText'],
		simple: namesIn(FIELDS.staff, 'simple'),
	}),
	copied({
		value: CUSTOMER,
		name: 'Customer Changed',
		action: 'On customer changed',
		description: 'A customer was created, changed, deactivated or reactivated, to keep a copy in step',
		endpoint: 'customer.getAll',
		source: listSource({
			endpoint: 'customer.getAll',
			noun: 'customer',
			all: 'the customers',
			nameOf: named('customerName', 'name'),
		}),
		filters: ['customerId', 'filter'],
	}),
	copied({
		value: SITE,
		name: 'Site Changed',
		action: 'On site changed',
		description: 'A site was created, changed, deactivated or reactivated, to keep a copy in step',
		endpoint: 'site.getAll',
		source: listSource({
			endpoint: 'site.getAll',
			noun: 'site',
			all: 'the sites',
			nameOf: named('siteName', 'name'),
		}),
		filters: ['customerId', 'filter'],
		simple: namesIn(FIELDS.site, 'simple'),
	}),
	copied({
		value: LICENCE,
		name: 'Licence Changed',
		action: 'On licence changed',
		description: 'A security licence was created, changed or removed, to keep a copy in step',
		endpoint: 'staff.getAll',
		source: licenceCopySource,
		filters: ['filter', 'searchText'],
		simple: namesIn(FIELDS.securityLicence, 'simple'),
		notice: LICENCE_NOTICE,
	}),
];

const UPDATED = { name: 'Updated', value: 'updated' };
const NEW = { name: 'Created', value: 'created' };
const gone = (description: string) => ({ name: 'Gone', value: 'gone', description });

const kindsField = (options: Array<{ name: string; value: string; description?: string }>, standard: ChangeKind[]) => ({
	displayName: 'Changes',
	name: 'changeKinds',
	type: 'multiOptions' as const,
	options,
	default: standard,
	description: 'Which changes are reported. Several between two polls are one.',
});

const OF_LISTS: ChangeKind[] = ['created', 'updated', 'deactivated', 'reactivated'];
const OF_LICENCES: ChangeKind[] = ['created', 'updated'];

const watched = (records: readonly KnownField[], event: string): EventField => ({
	field: {
		displayName: 'Watch Fields',
		name: 'watchFields',
		...fieldTicks(records),
		description:
			'Only changes of these fields are Updated. None: of all but links, pictures, ages and times of last use.',
	},
	events: [event],
});

const fields: EventField[] = [
	{
		field: kindsField(
			[
				NEW,
				{ name: 'Deactivated', value: 'deactivated' },
				gone('In neither half of the list, active or not, in two readings; holds the ID alone'),
				{ name: 'Reactivated', value: 'reactivated' },
				UPDATED,
			],
			OF_LISTS,
		),
		events: LISTS,
	},
	{
		field: kindsField(
			[NEW, gone('Not among the licences of its employee in two rounds; holds the IDs alone'), UPDATED],
			OF_LICENCES,
		),
		events: [LICENCE],
	},
	watched(FIELDS.staff, STAFF),
	watched(FIELDS.customer, CUSTOMER),
	watched(FIELDS.site, SITE),
	watched(FIELDS.securityLicence, LICENCE),
];

const STOP_IF_MORE_THAN: NumberOption = {
	displayName: 'Stop If More Than (%)',
	name: 'stopIfMoreThan',
	standard: 5,
	least: 0,
	most: 100,
};

/** What is chosen of the changes that there are for an event. */
function kindsOf(item: Item, event: string): Set<ChangeKind> {
	const [standard, known] =
		event === LICENCE ? [OF_LICENCES, [...OF_LICENCES, 'gone']] : [OF_LISTS, [...OF_LISTS, 'gone']];
	const given = splitList(parameter(item, 'changeKinds', standard));
	const unknown = given.find((kind) => !known.includes(kind));
	if (given.length > 0 && unknown === undefined) return new Set(given as ChangeKind[]);
	throw inputError(
		item,
		unknown === undefined ? '“Changes” is empty' : `“Changes” holds “${unknown.slice(0, 40)}”`,
		`Choose at least one of ${known.join(', ')}.`,
	);
}

const searched = (description: string): EventField['field'] => textField('Search Text', 'filter', description);

/** Employees, customers, sites and licences, by comparing all of them with what they were. */
export const copyFamily: WatchFamily<CopySettings> = {
	events,
	filters: [
		{ field: filtersField(...staffFilters), events: [CREATED, STAFF, LICENCE] },
		{
			field: filtersField(customerFilter('Only this customer'), searched('Text to look for in names and identifiers')),
			events: [CUSTOMER],
		},
		{
			field: filtersField(
				customerFilter('Only the sites of this customer'),
				searched('Text to look for in the names and identifiers of sites'),
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
				'Where more records than that, and more than 20, would be gone or deactivated at once, one item says so instead',
			),
			events: COPIES,
		},
	],
	advanced: [{ field: filterExpressionOption, events: [CREATED, STAFF, LICENCE] }],
	readOptions(item, { value }) {
		if (value === CREATED) return undefined;
		if ('isActive' in additionalQuery(item))
			throw inputError(
				item,
				'“Additional Query Parameters” can’t hold isActive here',
				'Both halves of the list are read, of active and of inactive ones. Remove it.',
			);
		return {
			kinds: kindsOf(item, value),
			watchFields: [...new Set(splitList(parameter(item, 'watchFields', '')))],
			stopAbovePercent: readNumber(item, collection(item, 'options')[STOP_IF_MORE_THAN.name], STOP_IF_MORE_THAN),
			scanEveryMs: value === LICENCE ? readRoundMs(item) : 0,
		};
	},
};
