import { type IDataObject } from 'n8n-workflow';
import { endpoints } from '../../contract';
import { collect } from '../../transport';
import { licenceInput, licenceRows, licencesField } from '../../form/licences';
import { flag, inputError, parameter } from '../../form/item';
import { singleOperation } from '../../operations/single';
import type { OperationItem } from '../../operations/types';
import { employeeField } from './shared';

/** The id of the licence that carries a number; undefined when the employee has none with it. */
async function idByNumber(item: OperationItem, employeeId: string, licenseNumber: string): Promise<number | undefined> {
	const { records } = await collect(item.connection, {
		endpoint: endpoints['securityLicence.getAll'],
		path: { id: employeeId },
		query: { licenseNumber },
		itemIndex: item.itemIndex,
	});
	const same = records.filter(
		(record) =>
			String(record.licenseNumber ?? '')
				.trim()
				.toLowerCase() === licenseNumber.toLowerCase(),
	);
	if (same.length > 1) {
		throw inputError(
			item,
			`The employee has ${same.length} licences with the number “${licenseNumber}”`,
			'Enter the Licence ID of the one to update.',
		);
	}
	const id = Number(same[0]?.securityLicenseId);
	return Number.isInteger(id) && id > 0 ? id : undefined;
}

export const upsert = singleOperation({
	endpoint: 'securityLicence.upsert',
	value: 'upsert',
	name: 'Create or Update',
	action: 'Create or update a security licence',
	description: 'Create a new record, or update the current one if it already exists (upsert)',
	fields: [employeeField, licencesField(true, true)],
	options: [
		{
			displayName: 'Match by Licence Number',
			name: 'matchByNumber',
			type: 'boolean',
			default: true,
			description:
				'Whether to look for a licence with the same number when no Licence ID is given, so that it is updated and not created a second time. It costs one more request for each such licence.',
		},
	],
	path: { employeeId: employeeField },
	async body(item, options, { employeeId = '' }) {
		const licenses: IDataObject[] = [];
		for (const row of licenceRows(parameter(item, 'licenses', {}))) {
			const licence = await licenceInput(item, row, true);
			if (Object.keys(licence).every((field) => field === 'licenseId')) {
				throw inputError(
					item,
					'A licence has nothing to write',
					'Fill in at least one of its fields, or remove it from “Licences”.',
				);
			}
			const number = licence.licenseNumber;
			if (
				licence.licenseId === undefined &&
				flag(item, options.matchByNumber, 'Match by Licence Number', true) &&
				typeof number === 'string'
			) {
				const id = await idByNumber(item, employeeId, number);
				if (id !== undefined) licence.licenseId = id;
			}
			licenses.push(licence);
		}
		if (licenses.length === 0) throw inputError(item, '“Licences” is empty', 'Add at least one licence.');
		return { licenses };
	},
	told: ({ employeeId }) => ({ employeeId, saved: true }),
});
