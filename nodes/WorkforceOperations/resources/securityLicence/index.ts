import type { Resource } from '../../operations/types';
import { getAll } from './getAll';
import { upsert } from './upsert';

export const securityLicence: Resource = {
	value: 'securityLicence',
	name: 'Security Licence',
	operations: [upsert, getAll],
};
