import type { ILoadOptionsFunctions, ResourceMapperFields } from 'n8n-workflow';
import { type Column, mapperFields } from '../../form/columns';
import { details, names, type WritableField } from './fields';

const column = (name: string, label: string, type: Column['type'], headings: string): Column => ({
	name,
	label,
	type,
	aliases: headings === '' ? [] : headings.split(', '),
});

const typeOf = (name: string, type: string): Column['type'] => {
	if (name === 'employeeReferenceNumber') return 'number';
	return type === 'dateTime' ? 'dateTime' : 'string';
};

const columnOf = ({ field: { name, displayName, type }, headings }: WritableField): Column =>
	column(name, displayName, typeOf(name, type), headings);

const ID_COLUMN = column(
	'id',
	'ID',
	'number',
	'Internal ID, Employee internal ID, Staff internal ID, Service ID, Staff ID, Guardhouse ID',
);

const LICENCE_NUMBER = column(
	'licenseNumber',
	'Licence Number',
	'string',
	'Licence, Licence no, Security licence, Security licence no, Security licence number, SIA number',
);

/** The first licence. Its headings must name the licence, because they stand beside those of the employee. */
const licenceColumns: Column[] = [
	LICENCE_NUMBER,
	...[
		column('licenseType', 'Licence Type', 'string', 'Licence class, Security licence type, Licence sector'),
		column(
			'licenseStateCode',
			'Licence State',
			'string',
			'Security licence state, Licence issued by, State of licence, State',
		),
		column(
			'licenseExpiryDate',
			'Licence Expiry Date',
			'dateTime',
			'Licence expiry, Licence expires, Licence expiration, Licence valid until, Security licence expiry, Expiry, Expiry date, Expires',
		),
		column('licenseAttachments', 'Licence Attachment Fields', 'string', ''),
	].map((licence) => ({ ...licence, beside: LICENCE_NUMBER.name })),
];

/** The columns for creating: a new employee has no id yet. */
export const columnsOfNew: readonly Column[] = [...names.map(columnOf), ...details.map(columnOf), ...licenceColumns];

/** The columns for existing employees. */
export const columnsOfKnown: readonly Column[] = [
	...names.map(columnOf),
	ID_COLUMN,
	...details.map(columnOf),
	...licenceColumns,
];

/** The columns of the operation that is open in the editor. Sends no request. */
export async function getStaffColumns(this: ILoadOptionsFunctions): Promise<ResourceMapperFields> {
	switch (this.getCurrentNodeParameter('operation')) {
		case 'create':
			return mapperFields(columnsOfNew, ['firstName', 'lastName', 'email']);
		case 'update':
			return mapperFields(columnsOfKnown, ['id']);
		default:
			return mapperFields(columnsOfKnown);
	}
}
