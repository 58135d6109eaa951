import type { Resource } from '../../operations/types';
import { create } from './create';
import { getAll } from './getAll';
import { getByEmail } from './getByEmail';
import { update } from './update';
import { upsert } from './upsert';

export const staff: Resource = {
	value: 'staff',
	name: 'Staff',
	operations: [create, upsert, getByEmail, getAll, update],
};
