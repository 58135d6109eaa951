import type { Resource } from '../../operations/types';
import { getAll } from './getAll';

export const customer: Resource = { value: 'customer', name: 'Customer', operations: [getAll] };
