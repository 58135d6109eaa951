// What the tests of writing staff share.
import type { IDataObject } from 'n8n-workflow';
import type { Seen } from './recorder.mts';

export const rows = (count: number, make: (index: number) => IDataObject): Array<{ json: IDataObject }> =>
	Array.from({ length: count }, (_, index) => ({ json: make(index) }));
export const employees = ({ body }: Seen): IDataObject[] => (body as { employees: IDataObject[] }).employees;
/** A message without the names of its rows. */
export const withoutRow = (message: unknown): string | undefined =>
	message === undefined
		? undefined
		: String(message)
				.replace(/^Row \d+( \([^)]*\))?: /, '')
				.replace(/ row (\d+) \([^)]*\)/, ' row $1');
/** The error of an item, without the names of its rows. */
export const errorOf = ({ error }: IDataObject = {}): IDataObject => {
	const { message, ...others } = (error ?? {}) as IDataObject;
	return { ...others, message: withoutRow(message) };
};
export const fine = { status: { code: 0, errorMessage: '' }, data: null };

export const details = {
	address: '1 Street',
	city: 'Sydney',
	countryCode: 'AU',
	emergencyContactName: 'Kim',
	emergencyContactNumber: '000',
	employeeId: 'E-9',
	gender: 'Unspecified',
	knownAsFirstName: 'Annie',
	knownAsLastName: 'L',
	middleName: 'M',
	mobile: '+61 400 000 000',
	postCode: '0800',
	stateCode: 'NT',
};
/** How the editor's date picker stores a day, in zones on either side of Greenwich. */
export const days = { dateOfBirth: '1990-04-01T00:00:00', startDate: '2026-10-04T00:00:00' };
export const sentDays = { dateOfBirth: '1990-04-01T00:00:00Z', startDate: '2026-10-04T00:00:00Z' };

/** A new person for each item: Ann Lee with an address of her own, unless the item says otherwise. */
export const createAnn = {
	resource: 'staff',
	operation: 'create',
	firstName: '={{ $json.first ?? "Ann" }}',
	lastName: 'Lee',
	email: '={{ $json.email ?? "a" + $itemIndex + "@example.com" }}',
};
/** The employee that the item names gets another mobile number. */
export const updateMobile = {
	resource: 'staff',
	operation: 'update',
	employeeId: '={{ $json.id }}',
	updateFields: { mobile: '1' },
};
