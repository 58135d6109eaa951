import { isBlank, type JsonObject } from '../../contract';
import { collection, inputError, parameter } from '../../form/item';
import { tellProgress } from '../../operations/progress';
import { isSameText } from '../../operations/same';
import type { BatchOperation, OperationItem, RowResult } from '../../operations/types';
import { attempt, withCreations } from '../../transport';
import { columnsOfKnown } from './columns';
import type { MatchBy } from './directory';
import { nameFields } from './employee';
import { keyOf } from './lookUp';
import { type Candidate, candidateOf, disprovedPlans, lookUpAll, planOf } from './people';
import { MATCH_LABELS } from './planUpsert';
import { batchSizeOf, prepare } from './shared';
import { type Given, idHint, sourceOf, tell } from './source';
import { screen, twinErrors } from './twins';
import { STANDARD_BATCH, upsertFields } from './upsertForm';
import { type Planned, writeAll } from './writeUpsert';

const fromForm = (item: OperationItem): Given => ({
	values: {
		...collection(item, 'additionalFields'),
		...Object.fromEntries(nameFields.map(({ name }) => [name, parameter(item, name)])),
	},
	id: parameter(item, 'id'),
});

function matchByOf(item: OperationItem): MatchBy {
	const by = parameter(item, 'matchBy', 'email');
	if (by === 'email' || by === 'employeeId' || by === 'id') return by;
	throw inputError(item, '“Match By” must be email, employeeId or id', `It is “${String(by).slice(0, 80)}”.`);
}

/** Whether the row's employee number is the internal id of its employee. */
function isMistaken({ body: { employeeId } }: Candidate, record: JsonObject | undefined): boolean {
	return !isBlank(employeeId) && isSameText(employeeId, record?.id) && !isSameText(employeeId, record?.employeeId);
}

interface Plans {
	planned: Planned[];
	results: Array<RowResult | undefined>;
}

/** Finds out what is to be done for every row, before anything is written. */
async function planAll(items: OperationItem[], by: MatchBy, keepGoing: boolean): Promise<Plans> {
	const source = sourceOf(items, 'columns', columnsOfKnown, fromForm);
	const { rows, results } = await prepare(items, keepGoing, async (item) => await candidateOf(item, source, by));
	const refuseTwins = (candidates: Candidate[], valueOf: (one: Candidate) => unknown, label: string): Candidate[] =>
		screen(candidates, twinErrors(candidates, valueOf, label), results, keepGoing);
	const own = refuseTwins(
		rows.map(({ body }) => body),
		(one) => keyOf(one, by),
		`The ${MATCH_LABELS[by]}`,
	);
	const candidates = refuseTwins(own, ({ body }) => body.email, 'The Email');
	const found = await lookUpAll(candidates, by, keepGoing);
	const recordOf = (candidate: Candidate): JsonObject | undefined => {
		const record = found.get(candidate);
		return record && 'record' in record ? record.record : undefined;
	};
	const people = refuseTwins(candidates, (one) => recordOf(one)?.id, 'The employee with the ID');
	const plans = people.map((one) => ({ item: one.item, plan: planOf(one, found.get(one) ?? { record: undefined }) }));
	const refused = new Map(plans.flatMap((entry) => ('error' in entry.plan ? [[entry, entry.plan.error]] : [])));
	const planned = screen(plans, refused, results, keepGoing).flatMap(({ plan }) => ('error' in plan ? [] : [plan]));
	const proven = screen(planned, await disprovedPlans(planned), results, keepGoing);
	tell(items, source.hint, idHint(people.filter((one) => isMistaken(one, recordOf(one))).length));
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
		const [by, batchSize] = [matchByOf(first), batchSizeOf(first, STANDARD_BATCH)];
		return await withCreations(first.connection, async (creations) => {
			const plan = await attempt(planAll(items, by, keepGoing));
			if ('error' in plan) {
				tellProgress(
					plan.error,
					items.map(() => undefined),
				);
				throw plan.error;
			}
			const { planned, results } = plan.result;
			await writeAll(planned, { by, batchSize, keepGoing, creations }, results);
			return results.map((result) => result ?? { outcomes: [] });
		});
	},
};
