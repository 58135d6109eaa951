import type { IDataObject } from 'n8n-workflow';
import { endpoints, type JsonObject, usableId } from '../../contract';
import { additionalQuery } from '../../form/additionalParameters';
import { textKey } from '../../operations/compareValues';
import type { OperationItem, RowResult } from '../../operations/types';
import { settle, collect, incompleteWords } from '../../transport';
import type { MatchBy } from './staffList';
import { matchKey } from './findEmployees';
import { queryKey } from './batchWrite';
import type { Planned } from './upsertPlan';

/** The active employees who are in no row, or why they can't be determined. */
type Missing = { records: JsonObject[] } | { reason: string };

type Results = ReadonlyArray<RowResult | undefined>;

const hasError = (results: Results): boolean => results.some((result) => result !== undefined && 'error' in result);

const AN_ERROR = 'a row has an error, and may be about one of them';

/** n8n uses a separate node type for nodes that an agent uses. */
const isTool = ({ node }: OperationItem): boolean => node.type.endsWith('Tool');

/** Whether a record's own field says that somebody has left. Such a field is undocumented; some published samples have one. */
const saysInactive = ({ isActive, active, isArchived }: JsonObject): boolean =>
	isActive === false || active === false || isArchived === true;

/** Why it can't be determined who is not in the data, as far as that is known without a request. */
function obstacle(items: OperationItem[], planned: readonly Planned[], results: Results): string | undefined {
	const [first] = items;
	if (first === undefined || isTool(first)) return 'an AI agent sends the rows that it speaks of, and not all of them';
	if (hasError(results) || planned.length < items.length) return AN_ERROR;
	const queries = new Set(planned.map(({ person }) => queryKey(person)));
	const own = additionalQuery(first);
	if (queries.size > 1 || 'isActive' in own) return '“Additional Query Parameters” asks for other lists';
	return undefined;
}

/**
 * Reads the active employees who are in no row. Call it before anything is written: those who are created have a row.
 * Anyone who shares a row's matching value isn't missing, because it is unclear whom the row means.
 */
export async function readMissing(
	items: OperationItem[],
	planned: readonly Planned[],
	results: Results,
	by: MatchBy,
): Promise<Missing> {
	const reason = obstacle(items, planned, results);
	const [first] = items;
	if (reason !== undefined || first === undefined) return { reason: reason ?? '' };
	const read = await settle(
		collect(first.connection, {
			endpoint: endpoints['staff.getAll'],
			query: { isActive: 'true' },
			additionalQuery: additionalQuery(first),
			itemIndex: first.itemIndex,
		}),
	);
	if ('error' in read) {
		const words = read.error instanceof Error ? read.error.message : String(read.error);
		return { reason: `the staff list could not be read: ${words}` };
	}
	const { records, incomplete } = read.result;
	if (incomplete !== undefined) return { reason: `the staff list may lack people. ${incompleteWords(incomplete)}` };
	const ids = new Set(planned.flatMap(({ step }) => (step.action === 'create' ? [] : [usableId(step.record.id)])));
	const keys = new Set(planned.map(({ person }) => textKey(matchKey(person, by))));
	const isMissing = (record: JsonObject): boolean => {
		const id = usableId(record.id);
		return !saysInactive(record) && !keys.has(textKey(record[by])) && !(id !== undefined && ids.has(id));
	};
	return { records: records.filter(isMissing) };
}

/** The items for those who are not in the data, at the end of the run; none if a row has failed meanwhile. */
export function missingItems(items: OperationItem[], missing: Missing, results: Results): RowResult[] {
	const outcome = 'records' in missing && hasError(results) ? { reason: AN_ERROR } : missing;
	if ('reason' in outcome) {
		items[0]?.hints.say(`Who is not in the data is not said: ${outcome.reason}`, 'warning');
		return [];
	}
	const outcomes = outcome.records.map((record) => ({
		json: { ...(record as IDataObject), action: 'notInData', of: items.length },
	}));
	return [{ outcomes, unwritten: true }];
}
