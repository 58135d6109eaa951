import type { Resource } from '../types';
import { getAll } from './getAll';

export const site: Resource = { value: 'site', name: 'Site', operations: [getAll] };
