import type { Resource } from '../../operations/types';
import { get } from './get';
import { getAll } from './getAll';
import { getAllByFormTemplate } from './getAllByFormTemplate';

export const incidentReport: Resource = {
	value: 'incidentReport',
	name: 'Incident Report',
	operations: [get, getAll, getAllByFormTemplate],
};
