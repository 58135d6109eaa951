import { isBlank, type JsonObject } from '../../contract';
import { collection, parameter } from '../../form/item';
import { isSameText } from '../../operations/compareValues';
import type { OperationItem, RowResult } from '../../operations/types';
import { columnsOfKnown } from './columns';
import type { MatchBy } from './staffList';
import { nameFields } from './fields';
import { type LicencePlan, planLicences } from './licencePlan';
import { matchKey } from './findEmployees';
import { type UpsertRowWithLicence, readUpsertRow, refutedPlans, findEmployees, planOf } from './upsertRows';
import { MATCH_LABELS, type Planned } from './upsertPlan';
import type { Safeguards } from './safeguards';
import { prepare } from './batchWrite';
import { type RowValues, idHint, rowInput, sayHint } from './rowInput';
import { rejectRows, duplicateErrors } from './duplicateRows';

const fromForm = (item: OperationItem): RowValues => ({
	values: {
		...collection(item, 'additionalFields'),
		...Object.fromEntries(nameFields.map(({ name }) => [name, parameter(item, name)])),
	},
	id: parameter(item, 'id'),
});

/** Whether the row's employee number equals the internal id of its employee. */
function isMistaken({ body: { employeeId } }: UpsertRowWithLicence, record: JsonObject | undefined): boolean {
	return !isBlank(employeeId) && isSameText(employeeId, record?.id) && !isSameText(employeeId, record?.employeeId);
}

interface Plans {
	planned: Planned[];
	results: Array<RowResult | undefined>;
}

/** Plans every row before anything is written. */
async function planAll(items: OperationItem[], by: MatchBy, keepGoing: boolean): Promise<Plans> {
	const source = rowInput(items, 'columns', columnsOfKnown, fromForm);
	const { rows, results } = await prepare(items, keepGoing, async (item) => await readUpsertRow(item, source, by));
	const refuseDuplicates = (
		candidates: UpsertRowWithLicence[],
		valueOf: (one: UpsertRowWithLicence) => unknown,
		label: string,
	): UpsertRowWithLicence[] => rejectRows(candidates, duplicateErrors(candidates, valueOf, label), results, keepGoing);
	const own = refuseDuplicates(
		rows.map(({ body }) => body),
		(one) => matchKey(one, by),
		`The ${MATCH_LABELS[by]}`,
	);
	const candidates = refuseDuplicates(own, ({ body }) => body.email, 'The Email');
	const found = await findEmployees(candidates, by, keepGoing);
	const recordOf = (candidate: UpsertRowWithLicence): JsonObject | undefined => {
		const record = found.get(candidate);
		return record && 'record' in record ? record.record : undefined;
	};
	const people = refuseDuplicates(candidates, (one) => recordOf(one)?.id, 'The employee with the ID');
	const plans = people.map((one) => ({ item: one.item, plan: planOf(one, found.get(one) ?? { record: undefined }) }));
	const refused = new Map(plans.flatMap((entry) => ('error' in entry.plan ? [[entry, entry.plan.error]] : [])));
	const planned = rejectRows(plans, refused, results, keepGoing).flatMap(({ plan }) => ('error' in plan ? [] : [plan]));
	const proven = rejectRows(planned, await refutedPlans(planned), results, keepGoing);
	sayHint(items, source.hint, idHint(people.filter((one) => isMistaken(one, recordOf(one))).length));
	return { planned: proven.map((plan) => plan.planned), results };
}

interface PlansWithLicences extends Plans {
	licences: ReadonlyMap<Planned, LicencePlan>;
}

/** Plans the rows, and the licences if they must be known before writing. */
export async function planWithLicences(
	items: OperationItem[],
	by: MatchBy,
	keepGoing: boolean,
	{ previewOnly, limit }: Safeguards,
): Promise<PlansWithLicences> {
	const plans = await planAll(items, by, keepGoing);
	const isNeeded = previewOnly || limit !== undefined;
	return { ...plans, licences: isNeeded ? await planLicences(plans.planned, keepGoing) : new Map() };
}
