import { type IDataObject } from 'n8n-workflow';
import { licenceInput, licenceRows, licencesField } from '../../form/licences';
import { flag, inputError, parameter } from '../../form/item';
import { singleOperation } from '../../operations/single';
import { licenceByNumber, refuseTwice } from './sameLicence';
import { employeeField } from './shared';

export const upsert = singleOperation({
	endpoint: 'securityLicence.upsert',
	value: 'upsert',
	name: 'Create or Update',
	action: 'Create or update security licence',
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
			licenses.push(licence);
		}
		if (licenses.length === 0) throw inputError(item, '“Licences” is empty', 'Add at least one licence.');
		if (!flag(item, options.matchByNumber, 'Match by Licence Number', true)) return { licenses };
		refuseTwice(item, licenses);
		for (const licence of licenses) {
			if (licence.licenseId !== undefined || typeof licence.licenseNumber !== 'string') continue;
			const known = await licenceByNumber(item, employeeId, licence);
			if (known !== undefined) licence.licenseId = known.id;
		}
		refuseTwice(item, licenses);
		return { licenses };
	},
	told: ({ employeeId }, saved) => ({ employeeId, saved }),
});
