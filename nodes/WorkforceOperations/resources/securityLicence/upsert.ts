import { type IDataObject } from 'n8n-workflow';
import { licenceEmployeeField, licenceInput, licenceRows, licencesField } from '../../form/licences';
import { isBlank } from '../../contract';
import { Faults } from '../../form/faults';
import { switchField } from '../../form/fields';
import { inputError, parameter } from '../../form/item';
import { singleOperation } from '../../operations/record';
import { withCreationLock } from '../../transport';
import { licenceCreatedMeanwhile, sendNewLicence } from './createOnce';
import { asHeld, type KnownLicence, licenceByNumber, refuseTwice } from './findLicence';

const matchOption = switchField({
	displayName: 'Match by Licence Number',
	name: 'matchByNumber',
	default: true,
	description:
		'Whether to update the licence with the same number if Licence ID is empty, instead of creating a second one. Takes one more request.',
});

export const upsert = singleOperation({
	endpoint: 'securityLicence.upsert',
	value: 'upsert',
	name: 'Create or Update',
	action: 'Create or update security licence',
	description: 'Create a new record, or update the current one if it already exists (upsert)',
	fields: [licenceEmployeeField, licencesField(true, true)],
	options: [matchOption.field],
	path: { employeeId: licenceEmployeeField },
	about(item) {
		const [row] = licenceRows(item.get('licenses', {}));
		return row === undefined || isBlank(row.licenseNumber) ? '' : `licence ${String(row.licenseNumber).slice(0, 60)}`;
	},
	async body(item, options) {
		const licenses: IDataObject[] = [];
		const faults = new Faults(item);
		for (const row of licenceRows(parameter(item, 'licenses', {}))) {
			const licence = await licenceInput(item, row, faults, true);
			if (!faults.any && Object.keys(licence).every((field) => field === 'licenseId')) {
				throw inputError(
					item,
					'A licence has no fields to write',
					'Fill in at least one of its fields, or remove it from “Licences”.',
				);
			}
			licenses.push(licence);
		}
		faults.end();
		if (licenses.length === 0) throw inputError(item, '“Licences” is empty', 'Add at least one licence.');
		if (matchOption.read(item, options)) refuseTwice(item, licenses);
		return { licenses };
	},
	async wrapSending(item, options, send, { path: { employeeId = '' }, body }) {
		if (!matchOption.read(item, options)) return await send();
		const licences = body.licenses as IDataObject[];
		const isNew = ({ licenseId, licenseNumber }: IDataObject): boolean =>
			licenseId === undefined && typeof licenseNumber === 'string';
		return await withCreationLock(item.connection, async (lock) => {
			const adopt = (licence: IDataObject, known: KnownLicence | undefined): void => {
				if (known !== undefined) Object.assign(licence, asHeld(licence, known));
			};
			for (const licence of licences.filter(isNew)) adopt(licence, await licenceByNumber(item, employeeId, licence));
			refuseTwice(item, licences);
			const created = licences.filter(isNew);
			if (created.length === 0) return await send();
			return await lock.inTurn(item.itemIndex, async () => {
				for (const licence of created) adopt(licence, await licenceCreatedMeanwhile(lock, item, employeeId, licence));
				refuseTwice(item, licences);
				return await sendNewLicence(lock, employeeId, created.filter(isNew), send);
			});
		});
	},
	fallbackRecord: ({ employeeId }, saved) => ({ employeeId, saved }),
});
