import type { IDataObject } from 'n8n-workflow';

/** An answer whose data is no record but a plain value, such as the number of a job or a new id; undefined when it says nothing. */
export function plainAnswer(data: unknown): IDataObject | undefined {
	const says = (typeof data === 'string' && data !== '') || typeof data === 'number' || data === false;
	return says ? { data } : undefined;
}
