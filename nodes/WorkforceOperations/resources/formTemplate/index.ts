import type { Resource } from '../../operations/types';
import { getAll } from './getAll';

export const formTemplate: Resource = { value: 'formTemplate', name: 'Form Template', operations: [getAll] };
