import type { Resource } from '../../operations/types';
import { getAll } from './getAll';

export const site: Resource = { value: 'site', name: 'Site', operations: [getAll] };
