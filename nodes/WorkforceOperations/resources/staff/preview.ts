import type { IDataObject } from 'n8n-workflow';
import type { JsonObject } from '../../contract';
import type { RowResult } from '../../operations/types';
import { type Difference, isUpdate, type Planned, shownAs } from './upsertPlan';
import type { LicencePlan } from './licencePlan';
import { licenceActionText } from './saveLicences';
import { afterUpdate } from './upsertWrite';

/** The fields that an update would change, with their old and new values. */
const changesOf = (record: JsonObject, body: JsonObject, { changed }: Difference): IDataObject =>
	Object.fromEntries(
		changed.map((field) => [field, { from: record[shownAs(record, field) ?? field] ?? null, to: body[field] }]),
	) as IDataObject;

const WOULD = { create: 'wouldCreate', update: 'wouldUpdate', unchanged: 'unchanged' } as const;

function ofLicence(plan: LicencePlan | undefined): IDataObject {
	if (plan === undefined) return {};
	return 'error' in plan
		? { licenceAction: null, licenceError: licenceActionText(plan.error) }
		: { licenceAction: WOULD[plan.action] };
}

function ofEmployee(planned: Planned): IDataObject {
	const { person, step } = planned;
	if (isUpdate(planned)) {
		const { record, difference } = planned.step;
		return {
			...afterUpdate(planned),
			action: WOULD.update,
			changed: difference.changed,
			notCompared: difference.unknown,
			changes: changesOf(record, person.body, difference),
		};
	}
	const shown = step.action === 'create' ? person.body : step.record;
	return { ...(shown as IDataObject), action: WOULD[step.action] };
}

/** The items of a preview: those that the run would return, with their planned action, and nothing written. */
export function preview(
	planned: readonly Planned[],
	licences: ReadonlyMap<Planned, LicencePlan>,
	results: Array<RowResult | undefined>,
): void {
	for (const row of planned) {
		const json = { ...ofEmployee(row), ...ofLicence(licences.get(row)) };
		results[row.person.item.itemIndex] = { outcomes: [{ json }], unwritten: true };
	}
}
