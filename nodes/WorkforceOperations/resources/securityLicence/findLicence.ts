import type { IDataObject } from 'n8n-workflow';
import { endpoints, type JsonObject, usableId } from '../../contract';
import { inputError } from '../../form/item';
import { isSameValue, isSameText as same, textKey } from '../../operations/compareValues';
import type { OperationItem } from '../../operations/types';
import { collect } from '../../transport';

/** Whether two states are the same; undefined if one is a name and the other a code. */
function sameState(one: string, other: string): boolean | undefined {
	if (same(one, other)) return true;
	return one.length <= 3 === other.length <= 3 ? false : undefined;
}

/** A licence number without letter case, blanks, hyphens and the zeros at its head: sheets write them as they like. */
export const licenceNumberKey = (number: unknown): string =>
	textKey(number)
		.replace(/[\s\p{Cf}\p{Pd}]+/gu, '')
		.replace(/^0+(?=.)/, '');

/**
 * An employee's licences that a new one would duplicate: with the same number and, if both have a state, the same state,
 * because each state numbers its licences separately.
 */
function matches(item: OperationItem, records: JsonObject[], licence: IDataObject): JsonObject[] {
	const number = licenceNumberKey(licence.licenseNumber);
	const state = String(licence.stateCode ?? '').trim();
	return records.filter((record) => {
		if (licenceNumberKey(record.licenseNumber) !== number) return false;
		const known = String(record.state ?? record.stateCode ?? '').trim();
		const matching = state === '' || known === '' ? true : sameState(known, state);
		if (matching === undefined) {
			throw inputError(
				item,
				`The employee has a licence “${String(record.licenseNumber)}” of the state “${known}”, which may be “${state}” or another one`,
				'Enter the Licence ID to update it, or switch off Match by Licence Number to create another one.',
			);
		}
		return matching;
	});
}

/** A licence that already exists. */
export interface KnownLicence {
	id: number;
	record: JsonObject;
}

/** A licence as an update sends it: with its number as the service holds it. */
export const asHeld = (licence: IDataObject, { id, record }: KnownLicence): IDataObject => ({
	...licence,
	licenseNumber: String(record.licenseNumber),
	licenseId: id,
});

/**
 * The employee's licence with a number; undefined if there is none. Throws if there are several. All licences are read: a
 * filter by number would leave out one that is written in another way.
 */
export async function licenceByNumber(
	item: OperationItem,
	employeeId: string,
	licence: IDataObject,
): Promise<KnownLicence | undefined> {
	const number = String(licence.licenseNumber);
	const { records } = await collect(item.connection, {
		endpoint: endpoints['securityLicence.getAll'],
		path: { id: employeeId },
		itemIndex: item.itemIndex,
	});
	const found = matches(item, records, licence);
	const [record] = found;
	if (record === undefined) return undefined;
	// A record may be repeated on the next page.
	const ids = [...new Set(found.map(({ securityLicenseId }) => usableId(securityLicenseId)))];
	if (ids.length > 1) {
		const held = ids.map((one) => {
			const of = found.find(({ securityLicenseId }) => usableId(securityLicenseId) === one);
			return `“${String(of?.licenseNumber)}” (ID ${one ?? 'none'})`;
		});
		throw inputError(
			item,
			`The employee has ${ids.length} licences with the number “${number}”: ${held.join(' and ')}`,
			'Enter the Licence ID of the one to update.',
		);
	}
	const [id] = ids;
	if (id === undefined) {
		throw inputError(
			item,
			`The employee has a licence with the number “${number}”, but the service gives no ID for it that can be used`,
			'Without an ID a second licence would be created. Enter its Licence ID, or switch off Match by Licence Number to create another one.',
		);
	}
	return { id, record };
}

/** Whether an existing licence already has all values of a new one. The content of attachments can't be compared. */
export const saysTheSame = (record: JsonObject, licence: IDataObject): boolean =>
	licence.attachments === undefined &&
	(licence.expiryDate === undefined || isSameValue(record.expiryDate, licence.expiryDate)) &&
	(licence.stateCode === undefined || same(record.state ?? record.stateCode, licence.stateCode)) &&
	(licence.licenseType === undefined || same(record.licenseType ?? record.licenceSector, licence.licenseType));

/** Throws when a form has two entries for the same licence: they would create it twice or overwrite each other. */
export function refuseTwice(item: OperationItem, licenses: IDataObject[]): void {
	for (const [index, licence] of licenses.entries()) {
		const duplicate = licenses
			.slice(0, index)
			.some(
				(other) =>
					(licence.licenseId !== undefined && licence.licenseId === other.licenseId) ||
					((licence.licenseId === undefined || other.licenseId === undefined) &&
						licence.licenseNumber !== undefined &&
						licenceNumberKey(licence.licenseNumber) === licenceNumberKey(other.licenseNumber) &&
						(!licence.stateCode || !other.stateCode || same(licence.stateCode, other.stateCode))),
			);
		if (!duplicate) continue;
		const name = licence.licenseNumber ?? licence.licenseId;
		throw inputError(
			item,
			`The licence “${String(name)}” is in “Licences” twice`,
			'It would be created twice, or overwritten. Remove one of the entries, or give each its state.',
		);
	}
}
