import { isBlank, type JsonObject } from '../../contract';
import { collection, inputError, parameter } from '../../form/item';
import { reportProgress } from '../../operations/runReport';
import { isSameText } from '../../operations/compareValues';
import type { BatchOperation, OperationItem, RowResult } from '../../operations/types';
import { settle, withCreationLocks } from '../../transport';
import { brakeError, extentOf, previewHint } from './brake';
import { columnsOfKnown } from './columns';
import type { MatchBy } from './directory';
import { nameFields } from './fields';
import { type LicencePlan, planLicences } from './licencePlan';
import { matchKey } from './findEmployees';
import { missingItems, readMissing } from './notInData';
import { type UpsertRowWithLicence, readUpsertRow, refutedPlans, findEmployees, planOf } from './upsertRows';
import { MATCH_LABELS } from './upsertPlan';
import { preview } from './preview';
import { type Safeguards, safeguardsOf } from './safeguards';
import { batchSizeOf, prepare } from './batchWrite';
import { type RowValues, idHint, rowInput, sayHint } from './rowInput';
import { rejectRows, duplicateErrors } from './duplicateRows';
import { UPSERT_BATCH, upsertFields } from './upsertForm';
import type { Planned } from './planned';
import { writePlan } from './upsertWrite';

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

interface PlansWithLicences extends UpsertPlans {
	licences: ReadonlyMap<Planned, LicencePlan>;
}

/** Also what is to be done for the licences, where that has to be known beforehand. */
async function planWithLicences(
	items: OperationItem[],
	by: MatchBy,
	keepGoing: boolean,
	{ previewOnly, limit }: Safeguards,
): Promise<PlansWithLicences> {
	const plans = await planAll(items, by, keepGoing);
	const isNeeded = previewOnly || limit !== undefined;
	return { ...plans, licences: isNeeded ? await planLicences(plans.planned, keepGoing) : new Map() };
}

/** The error of a run that ends before it has written anything. */
function stopped(error: unknown, items: OperationItem[]): unknown {
	const nothing = items.map(() => undefined);
	reportProgress(error, nothing);
	return error;
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
		const guards = safeguardsOf(first);
		return await withCreationLocks(first.connection, async (creations) => {
			const plan = await settle(planWithLicences(items, by, keepGoing, guards));
			if ('error' in plan) throw stopped(plan.error, items);
			const { planned, results, licences } = plan.result;
			const extent = extentOf(planned, licences);
			const error = brakeError(first, extent, guards);
			if (guards.previewOnly) first.hints.say(previewHint(extent, error), error === undefined ? 'info' : 'warning');
			else if (error !== undefined && !keepGoing) throw stopped(error, items);
			else if (error !== undefined) return results.map((result) => result ?? { error });
			const missing = guards.reportMissing ? await readMissing(items, planned, results, by) : undefined;
			if (guards.previewOnly) preview(planned, licences, results);
			else await writePlan(planned, { by, batchSize, keepGoing, creations }, results);
			const told = results.map((result) => result ?? { outcomes: [] });
			return missing === undefined ? told : [...told, ...missingItems(items, missing, told)];
		});
	},
};
