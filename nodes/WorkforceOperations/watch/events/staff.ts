import type { JsonObject } from '../../contract';
import type { Finding } from '../engines/types';
import { wholeKey } from '../keys';
import { said } from '../words';

/** A new employee; undefined where the record holds no id. The list has no date of entry: it is new when it is seen. */
export function newEmployee(record: JsonObject, now: number): Finding | undefined {
	const key = wholeKey(record.id);
	if (key === undefined) return undefined;
	const name = [said(record.firstName), said(record.lastName)].filter((part) => part !== undefined).join(' ');
	const number = said(record.employeeId);
	return {
		key,
		// By their ids among themselves: the service counts them upwards (assumed).
		at: now,
		place: now,
		record,
		reason: `${name === '' ? `Employee ${said(key) ?? ''}` : name}${number === undefined ? '' : ` (${number})`} is new among the staff`,
		numbers: {},
	};
}
