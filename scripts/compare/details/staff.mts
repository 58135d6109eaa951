// With a developer key: the parameter names of the search by e-mail and of the list of licences.
import type { PackageContract } from '../../docs/sources.mts';
import { type Asked, type Finding, inTurn, type Row, rowsOf } from './finding.mts';

const EMAIL = ['email', 'emailAddress', 'mail', 'mailAddress', 'eMail', 'userEmail', 'address', 'query', 'search'];
const NUMBER = ['licenseNumber', 'licenceNumber', 'number', 'licenseNo', 'licenceNo', 'searchText', 'filter'];

/** How many employees have their licences read. */
const MOST_EMPLOYEES = 10;

const same = (one: unknown, other: unknown): boolean => String(one).toLowerCase() === String(other).toLowerCase();

/** Two listed people must each be found, because a service that ignores the parameter also returns somebody. */
export async function findEmailParameter(contract: PackageContract, service: Asked, staff: Row[]): Promise<Finding[]> {
	const emails = [
		...new Set(staff.map(({ email }) => email).filter((email) => typeof email === 'string' && email !== '')),
	];
	const [one, other] = emails as string[];
	if (one === undefined || other === undefined) return [];
	const { path } = contract.endpoints['staff.getByEmail'];
	for (const name of EMAIL) {
		const found = await inTurn(
			[one, other],
			async (email) => (await rowsOf(contract, service, path, { [name]: email })) ?? [],
		);
		if (!found.every((rows, at) => rows.length > 0 && rows.every(({ email }) => same(email, [one, other][at]))))
			continue;
		const how = 'it found the right person for two listed addresses';
		return name === 'email' ? [] : [{ place: 'emailParameter', value: name, how }];
	}
	return [];
}

/** Each licence of an employee with several must be found by itself. */
export async function findLicenceParameter(
	contract: PackageContract,
	service: Asked,
	staff: Row[],
): Promise<Finding[]> {
	for (const { id } of staff.slice(0, MOST_EMPLOYEES)) {
		const path = contract.endpoints['securityLicence.getAll'].path.replace('{id}', encodeURIComponent(String(id)));
		const all = (await rowsOf(contract, service, path, {})) ?? [];
		const [one, other] = [...new Set(all.map(({ licenseNumber }) => licenseNumber))].filter((number) => number);
		if (one === undefined || other === undefined) continue;
		for (const name of NUMBER) {
			const found = await inTurn(
				[one, other],
				async (number) => (await rowsOf(contract, service, path, { [name]: String(number) })) ?? [],
			);
			const fits = found.every(
				(rows, at) => rows.length > 0 && rows.every(({ licenseNumber }) => same(licenseNumber, [one, other][at])),
			);
			if (!fits) continue;
			const how = 'it found each of an employee’s two licences alone';
			return name === 'licenseNumber' ? [] : [{ place: 'licenseNumber', value: name, how }];
		}
		return [];
	}
	return [];
}
