import type { IDataObject } from 'n8n-workflow';
import { hasField, onlyFields, outputFields } from '../form/outputFields';
import { isSimplified, keepReports, simplified } from '../form/simplify';
import type { OperationItem } from './types';

/** What becomes of the records of a read. Read before anything is sent, so that a wrong option costs no request. */
export type Shape = (records: IDataObject[]) => IDataObject[];

/** Output Fields where they are given, else Simplify. */
export function shapeOf(item: OperationItem, options: IDataObject, simple?: readonly string[]): Shape {
	const names = outputFields(item, options);
	if (names === undefined) {
		const simplify = simple && isSimplified(item) ? simplified(simple) : undefined;
		return (records) => (simplify ? records.map(simplify) : records);
	}
	return (records) => {
		for (const name of records.length === 0 ? [] : names) {
			item.hints.asked(
				name,
				records.some((record) => hasField(record, name)),
			);
		}
		return records.map((record) => ({ ...onlyFields(record, names), ...keepReports(record) }));
	};
}
