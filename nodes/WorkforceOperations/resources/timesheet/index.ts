import type { Resource } from '../../operations/types';
import { get } from './get';
import { getAll } from './getAll';
import { getRates } from './getRates';

export const timesheet: Resource = { value: 'timesheet', name: 'Timesheet', operations: [get, getAll, getRates] };
