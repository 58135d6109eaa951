import type { IDataObject } from 'n8n-workflow';
import { endpoints, isSameText as same, isSameValue, type JsonObject, textKey, usableId } from '../../contract';
import { inputError } from '../../form/item';
import type { OperationItem } from '../../operations/types';
import { collect } from '../../transport';

/** Undefined if one is a name and the other a code. */
function sameState(one: string, other: string): boolean | undefined {
	if (same(one, other)) return true;
	return one.length <= 3 === other.length <= 3 ? false : undefined;
}

/** Ignores letter case, blanks, hyphens and leading zeros, because sheets write numbers in many ways. */
export const licenceNumberKey = (number: unknown): string =>
	textKey(number)
		.replace(/[\s\p{Cf}\p{Pd}]+/gu, '')
		.replace(/^0+(?=.)/, '');

/**
 * Licences that a new one would duplicate: the same number and, if both have a state, the same state, because each
 * state numbers its licences separately.
 */
function matches(item: OperationItem, records: JsonObject[], licence: IDataObject): JsonObject[] {
	const number = licenceNumberKey(licence.licenseNumber);
	const state = String(licence.stateCode ?? '');
	return records.filter((record) => {
		if (licenceNumberKey(record.licenseNumber) !== number) return false;
		const known = String(record.state ?? record.stateCode ?? '').trim();
		const matching = state === '' || known === '' ? true : sameState(known, state);
		if (matching === undefined) {
			throw inputError(
				item,
				`The employee has a licence “${String(record.licenseNumber)}” in the state “${known}”, which may be the same as “${state}”`,
				'Enter the Licence ID to update it, or switch off Match by Licence Number to create another one.',
			);
		}
		return matching;
	});
}

export interface KnownLicence {
	id: number;
	record: JsonObject;
}

/** Uses the number as the service holds it. */
export const asHeld = (licence: IDataObject, { id, record }: KnownLicence): IDataObject => ({
	...licence,
	licenseNumber: String(record.licenseNumber),
	licenseId: id,
});

/**
 * Undefined if there is none. Throws if there are several. Reads all licences, because a filter by number would miss
 * one that is written differently.
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
			'Enter the Licence ID of the licence to update.',
		);
	}
	const [id] = ids;
	if (id === undefined) {
		throw inputError(
			item,
			`The employee has a licence with the number “${number}”, but the service returns no usable ID for it`,
			'Without an ID, a second licence would be created. Enter its Licence ID, or switch off Match by Licence Number to create another one.',
		);
	}
	return { id, record };
}

/** The content of attachments can't be compared. */
export const saysTheSame = (record: JsonObject, licence: IDataObject): boolean =>
	licence.attachments === undefined &&
	(licence.expiryDate === undefined || isSameValue(record.expiryDate, licence.expiryDate)) &&
	(licence.stateCode === undefined || same(record.state ?? record.stateCode, licence.stateCode)) &&
	(licence.licenseType === undefined || same(record.licenseType ?? record.licenceSector, licence.licenseType));

/** Throws if two entries mean the same licence: they would create it twice or overwrite each other. */
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
			'It would be created twice, or overwritten. Remove one entry, or give each entry a different state.',
		);
	}
}
