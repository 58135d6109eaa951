import { isBlank, type JsonObject } from '../../contract';
import { collection, inputError, parameter } from '../../form/item';
import { reportProgress } from '../../operations/runReport';
import { isSameText } from '../../operations/compareValues';
import type { BatchOperation, OperationItem, RowResult } from '../../operations/types';
import { settle, withCreationLocks } from '../../transport';
import { columnsOfKnown } from './columns';
import type { MatchBy } from './directory';
import { nameFields } from './fields';
import { matchKey } from './findEmployees';
import { type UpsertRowWithLicence, readUpsertRow, refutedPlans, findEmployees, planOf } from './upsertRows';
import { MATCH_LABELS } from './upsertPlan';
import { batchSizeOf, prepare } from './batchWrite';
import { type RowValues, idHint, rowInput, sayHint } from './rowInput';
import { rejectRows, duplicateErrors } from './duplicateRows';
import { UPSERT_BATCH, upsertFields } from './upsertForm';
import { type Planned, writePlan } from './upsertWrite';

const upsertInput = (item: OperationItem): RowValues => ({
	values: {
		...collection(item, 'additionalFields'),
		...Object.fromEntries(nameFields.map(({ name }) => [name, parameter(item, name)])),
	},
	id: parameter(item, 'id'),
});

function matchByOf(item: OperationItem): MatchBy {
	const by = parameter(item, 'matchBy', 'email');
	if (by === 'email' || by === 'employeeId' || by === 'id') return by;
	throw inputError(
		item,
		`“Match By” must be one of: ${Object.entries(MATCH_LABELS)
			.map(([value, label]) => `${label} (${value})`)
			.join(', ')}`,
		`It is “${String(by).slice(0, 80)}”.`,
	);
}

/** Whether the row's employee number is the internal id of its employee. */
function isMistaken({ body: { employeeId } }: UpsertRowWithLicence, record: JsonObject | undefined): boolean {
	return !isBlank(employeeId) && isSameText(employeeId, record?.id) && !isSameText(employeeId, record?.employeeId);
}

interface UpsertPlans {
	planned: Planned[];
	results: Array<RowResult | undefined>;
}

/** Finds out what is to be done for every row, before anything is written. */
async function planAll(items: OperationItem[], by: MatchBy, keepGoing: boolean): Promise<UpsertPlans> {
	const source = rowInput(items, 'columns', columnsOfKnown, upsertInput);
	const { rows, results } = await prepare(items, keepGoing, async (item) => await readUpsertRow(item, source, by));
	const refuseTwins = (
		candidates: UpsertRowWithLicence[],
		valueOf: (one: UpsertRowWithLicence) => unknown,
		label: string,
	): UpsertRowWithLicence[] => rejectRows(candidates, duplicateErrors(candidates, valueOf, label), results, keepGoing);
	const own = refuseTwins(
		rows.map(({ body }) => body),
		(one) => matchKey(one, by),
		`The ${MATCH_LABELS[by]}`,
	);
	const candidates = refuseTwins(own, ({ body }) => body.email, 'The Email');
	const found = await findEmployees(candidates, by, keepGoing);
	const recordOf = (candidate: UpsertRowWithLicence): JsonObject | undefined => {
		const record = found.get(candidate);
		return record && 'record' in record ? record.record : undefined;
	};
	const people = refuseTwins(candidates, (one) => recordOf(one)?.id, 'The employee with the ID');
	const plans = people.map((one) => ({ item: one.item, plan: planOf(one, found.get(one) ?? { record: undefined }) }));
	const refused = new Map(plans.flatMap((entry) => ('error' in entry.plan ? [[entry, entry.plan.error]] : [])));
	const planned = rejectRows(plans, refused, results, keepGoing).flatMap(({ plan }) => ('error' in plan ? [] : [plan]));
	const proven = rejectRows(planned, await refutedPlans(planned), results, keepGoing);
	sayHint(items, source.hint, idHint(people.filter((one) => isMistaken(one, recordOf(one))).length));
	return { planned: proven.map((plan) => plan.planned), results };
}

export const upsert: BatchOperation = {
	value: 'upsert',
	name: 'Create or Update',
	action: 'Create or update staff',
	description: 'Create a new record, or update the current one if it already exists (upsert)',
	endpoint: 'staff.update',
	fields: upsertFields,
	async runAll(items, keepGoing) {
		const [first] = items;
		if (first === undefined) return [];
		const [by, batchSize] = [matchByOf(first), batchSizeOf(first, UPSERT_BATCH)];
		return await withCreationLocks(first.connection, async (creations) => {
			const plan = await settle(planAll(items, by, keepGoing));
			if ('error' in plan) {
				reportProgress(
					plan.error,
					items.map(() => undefined),
				);
				throw plan.error;
			}
			const { planned, results } = plan.result;
			await writePlan(planned, { by, batchSize, keepGoing, creations }, results);
			return results.map((result) => result ?? { outcomes: [] });
		});
	},
};
