import { isBlank, type JsonObject } from '../../contract';
import { collection, inputError, parameter } from '../../form/item';
import { isSameText } from '../../operations/same';
import type { BatchOperation, OperationItem } from '../../operations/types';
import { columnsOfKnown } from './columns';
import type { MatchBy } from './directory';
import { nameFields } from './employee';
import { type Candidate, candidateOf, lookUpAll, planOf } from './people';
import { MATCH_LABELS } from './planUpsert';
import { batchSizeOf, prepare } from './shared';
import { type Given, idHint, sourceOf, tell } from './source';
import { screen, twinErrors } from './twins';
import { STANDARD_BATCH, upsertFields } from './upsertForm';
import { writeAll } from './writeUpsert';

const fromForm = (item: OperationItem): Given => {
	const { licenses: _, ...details } = collection(item, 'additionalFields');
	const names = Object.fromEntries(nameFields.map(({ name }) => [name, parameter(item, name)]));
	return { values: { ...details, ...names }, id: parameter(item, 'id') };
};

function matchByOf(item: OperationItem): MatchBy {
	const by = parameter(item, 'matchBy', 'email');
	if (by === 'email' || by === 'employeeId' || by === 'id') return by;
	throw inputError(item, '“Match By” must be email, employeeId or id', `It is “${String(by).slice(0, 80)}”.`);
}

/** Whether the row's employee number is the internal id of its employee. */
function isMistaken({ body: { employeeId } }: Candidate, record: JsonObject | undefined): boolean {
	return !isBlank(employeeId) && isSameText(employeeId, record?.id) && !isSameText(employeeId, record?.employeeId);
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
		const source = sourceOf(items, 'columns', columnsOfKnown, fromForm);
		const { rows, results } = await prepare(items, keepGoing, async (item) => await candidateOf(item, source, by));
		let candidates = rows.map(({ body }) => body);
		for (const [value, label] of [
			[({ body, id }: Candidate) => (by === 'id' ? id : body[by]), `The ${MATCH_LABELS[by]}`],
			[({ body }: Candidate) => body.email, 'The Email'],
		] as const)
			candidates = screen(candidates, twinErrors(candidates, value, label), results, keepGoing);
		const found = await lookUpAll(candidates, by, keepGoing);
		const recordOf = (candidate: Candidate): JsonObject | undefined => {
			const record = found.get(candidate);
			return record && 'record' in record ? record.record : undefined;
		};
		candidates = screen(
			candidates,
			twinErrors(candidates, (one) => recordOf(one)?.id, 'The employee with the ID'),
			results,
			keepGoing,
		);
		const plans = candidates.map((candidate) => ({
			item: candidate.item,
			plan: planOf(candidate, found.get(candidate) ?? { record: undefined }),
		}));
		const refused = new Map(
			plans.flatMap((entry) => ('error' in entry.plan ? [[entry, entry.plan.error] as const] : [])),
		);
		const planned = screen(plans, refused, results, keepGoing).flatMap(({ plan }) => ('error' in plan ? [] : [plan]));
		tell(
			items,
			source.hint,
			idHint(candidates.filter((candidate) => isMistaken(candidate, recordOf(candidate))).length),
		);
		await writeAll(planned, batchSize, results, keepGoing);
		return results.map((result) => result ?? { outcomes: [] });
	},
};
