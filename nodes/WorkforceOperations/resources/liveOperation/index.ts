import type { Resource } from '../../operations/types';
import { getAll } from './getAll';

export const liveOperation: Resource = { value: 'liveOperation', name: 'Live Operation', operations: [getAll] };
