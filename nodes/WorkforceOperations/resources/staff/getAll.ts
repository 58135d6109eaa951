import type { IDataObject } from 'n8n-workflow';
import {
	activeInWords,
	calendarDay,
	calendarDayAt,
	endpoints,
	FIELDS,
	firstFilled,
	isBlank,
	isJsonObject,
	isoDay,
	type JsonObject,
	namesIn,
	scalarText,
	usableId,
	yesOrNo,
} from '../../contract';
import { addedSwitch, choiceField, oneRequestEach, textField } from '../../form/fields';
import { inputError, type Item } from '../../form/item';
import { filterExpressionOption } from '../../form/listFilters';
import { readDetailOfEach } from '../../operations/detailOfEach';
import { wholeOnlyOf } from '../../operations/ifIncomplete';
import { listOperation } from '../../operations/list';
import type { OperationItem, Outcome, RecordStep } from '../../operations/types';
import { collect, type Collection, gravest, type Reason } from '../../transport';
import { clock } from '../../transport/clock';

const includeLicencesOption = addedSwitch({
	displayName: 'Include Licences',
	name: 'includeLicences',
	description:
		'Whether to add each employee’s security licences, for a register. Takes one more request for each employee.',
	hint: oneRequestEach('employees'),
	displayOptions: { hide: { rows: ['licence'] } },
	builderHint: {
		propertyHint:
			"Set to true if many employees’ licences are needed, with options.rows 'licence' for one row per licence. It replaces a loop over Security Licence, Get Many.",
	},
});

type LicenceRowKind = 'employee' | 'licence';

const rowsOption = choiceField<LicenceRowKind>({
	displayName: 'Rows',
	name: 'rows',
	default: 'employee',
	hint: `${oneRequestEach('employees')} if you choose One per Licence`,
	description: 'What each row in the licence register represents. One per Licence includes the licences automatically.',
	choices: {
		employee: { name: 'One per Employee', description: 'With “licences” as a list' },
		licence: {
			name: 'One per Licence',
			description: 'For a sheet: licence fields beside the employee’s. An employee without a licence gets one row.',
		},
	},
});

export const licenceOptions = [includeLicencesOption.field, rowsOption.field];

/**
 * What the employee's own record says about licences, such as a flag that none is needed. The help centre mentions such
 * a flag, but no source names its field. So it is returned under its own name, and nothing is concluded.
 */
function licenceFlags(employee: IDataObject): string | null {
	const told = Object.entries(employee).flatMap(([name, value]) => {
		const said = /licen[cs]e/i.test(name) ? scalarText(value) : undefined;
		return said === undefined ? [] : [`${name}: ${said}`];
	});
	return told.length === 0 ? null : told.join(', ');
}

/**
 * A licence as columns beside its employee. `expiryDate` is the service's value; `expiryDay` is its calendar day, such
 * as 2027-03-31. `daysLeft` counts the days until then in the workflow's time zone; negative means expired.
 */
export function licenceColumns(licence: JsonObject, now: number, timeZone: string): IDataObject {
	const info = isJsonObject(licence.employeeSecurityLicenseInfo) ? licence.employeeSecurityLicenseInfo : {};
	const day = calendarDay(licence.expiryDate, timeZone) ?? calendarDay(info.expiryDate, timeZone);
	const first = (...values: unknown[]): IDataObject[string] => (firstFilled(values) ?? null) as IDataObject[string];
	return {
		licenceId: first(licence.securityLicenseId, info.employeeSecurityLicenseId),
		licenceNumber: first(licence.licenseNumber),
		licenceType: first(licence.licenceSector, licence.licenseType, info.licenceSector),
		licenceState: first(licence.state, licence.stateCode),
		licenceStatus: first(licence.status, info.currentStatus),
		expiryDate: first(licence.expiryDate, info.expiryDate),
		expiryDay: day === undefined ? null : isoDay(day),
		daysLeft: day === undefined ? null : day - calendarDayAt(now, timeZone),
		isInvalid: yesOrNo(licence.isInvalidLicense) ?? null,
	};
}

/** The licence columns of an employee without a licence. */
export const NO_LICENCE = licenceColumns({}, 0, 'UTC');

/** The fields of a register of licences. */
export const licenceRowFields = {
	rows: ['licence'],
	names: [...namesIn(FIELDS.staff, 'simple', 'more', 'rest'), ...Object.keys(NO_LICENCE), 'licenceFlags'],
};

async function licencesOf(item: OperationItem, employee: IDataObject): Promise<Collection> {
	const id = usableId(employee.id);
	if (id === undefined) {
		throw inputError(
			item,
			'The service returned an employee without an ID',
			'Their licences can’t be read. Get the employees without Include Licences.',
		);
	}
	return await collect(item.connection, {
		endpoint: endpoints['securityLicence.getAll'],
		path: { id: String(id) },
		itemIndex: item.itemIndex,
	});
}

/** The items for an employee, by the chosen kind of row. Without `licences`, they could not be read. */
function outcomesOf(
	rows: LicenceRowKind,
	item: Item,
	employee: IDataObject,
	licences: JsonObject[] | undefined,
): Outcome[] {
	if (rows === 'employee') {
		const list = licences === undefined ? null : (licences as IDataObject[]);
		return [{ json: employee, added: { licences: list } }];
	}
	const flags = { licenceFlags: licenceFlags(employee) };
	if (licences === undefined || licences.length === 0) return [{ json: employee, added: { ...NO_LICENCE, ...flags } }];
	const now = clock.date();
	return licences.map((licence) => ({
		json: employee,
		added: { ...licenceColumns(licence, now, item.timeZone), ...flags },
	}));
}

/** `options.includeLicences` and `options.rows`: one request for each employee. */
const includeLicences: RecordStep = (item, options) => {
	const rows = rowsOption.read(item, options) ?? 'employee';
	if (!includeLicencesOption.read(item, options) && rows === 'employee') return undefined;
	const whole = wholeOnlyOf(item, options);
	let reason: Reason | undefined;
	const finishing = readDetailOfEach(item, {
		what: 'licences',
		records: 'employees',
		option: includeLicencesOption.field.displayName,
		subjectOf: (employee) => {
			if (employee === undefined) return 'The licences of an employee';
			return isBlank(employee.id)
				? 'The licences of an employee without an ID'
				: `The licences of employee ${String(employee.id).slice(0, 80)}`;
		},
		isWhole: whole !== undefined,
		read: async (employee) => {
			const read = await licencesOf(item, employee);
			whole?.list(read.incomplete);
			item.hints.read(read);
			reason = gravest([reason, read.incomplete?.reason]);
			return read.records;
		},
		outcomesOf: (employee, licences) => outcomesOf(rows, item, employee, licences),
	});
	return Object.assign(finishing, { told: () => ({ reason }) });
};

export const getAll = listOperation({
	endpoint: 'staff.getAll',
	action: 'Get many staff',
	description: 'Retrieve the employees the API key can see',
	activeOnly: 'isActive',
	filters: [textField('Search Text', 'searchText', 'Text to look for in names and identifiers')],
	advanced: [filterExpressionOption],
	records: FIELDS.staff,
	otherRows: licenceRowFields,
	counting: { by: ['status'], status: activeInWords, idle: ['includeLicences'] },
	options: licenceOptions,
	finish: includeLicences,
});
