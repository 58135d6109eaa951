import { inputError, parameter } from '../../form/item';
import { reportProgress } from '../../operations/runReport';
import type { BatchOperation, OperationItem } from '../../operations/types';
import { settle, withCreationLocks } from '../../transport';
import { limitError, extentOf, previewHint } from './extent';
import type { MatchBy } from './staffList';
import { missingItems, readMissing } from './notInData';
import { planWithLicences } from './planAll';
import { preview } from './preview';
import { safeguardsOf } from './safeguards';
import { batchSizeOf } from './batchWrite';
import { MATCH_LABELS } from './upsertPlan';
import { UPSERT_BATCH, upsertFields } from './upsertForm';
import { writePlan } from './upsertWrite';

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
			const error = limitError(first, extent, guards);
			if (guards.previewOnly) first.hints.say(previewHint(extent, error), error === undefined ? 'info' : 'warning');
			else if (error !== undefined && !keepGoing) throw stopped(error, items);
			else if (error !== undefined) return results.map((result) => result ?? { error });
			const missing = guards.reportMissing ? await readMissing(items, planned, results, by) : undefined;
			if (guards.previewOnly) preview(planned, licences, results);
			else await writePlan(planned, { by, batchSize, keepGoing, creations }, results);
			const all = results.map((result) => result ?? { outcomes: [] });
			return missing === undefined ? all : [...all, ...missingItems(items, missing, all)];
		});
	},
};
