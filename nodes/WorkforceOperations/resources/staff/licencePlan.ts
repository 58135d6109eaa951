import { notSentError } from '../../operations/runReport';
import { READS_AT_ONCE, runItems } from '../../operations/concurrency';
import { settle, OutageDetector } from '../../transport';
import { licenceByNumber, saysTheSame } from '../securityLicence/findLicence';
import type { Planned } from './upsertPlan';

/** What a row would do to its licence, or why that can't be determined. */
export type LicencePlan = { action: 'create' | 'update' | 'unchanged' } | { error: unknown };

async function planOne(planned: Planned): Promise<LicencePlan> {
	const { person, licence, step } = planned;
	if (licence === undefined || step.action === 'create') return { action: 'create' };
	const known = await licenceByNumber(person.item, String(Number(step.record.id)), licence);
	planned.knownLicence = known;
	if (known === undefined) return { action: 'create' };
	return { action: saysTheSame(known.record, licence) ? 'unchanged' : 'update' };
}

/**
 * Plans the licences of the rows before anything is written: one request for each row with an existing employee. A licence
 * that is found is stored in its row, so that saving it needn't search again. Without Continue On Fail the first failure
 * ends it.
 */
export async function planLicences(
	planned: readonly Planned[],
	keepGoing: boolean,
): Promise<ReadonlyMap<Planned, LicencePlan>> {
	const rows = planned.filter(({ licence }) => licence !== undefined);
	const outage = new OutageDetector();
	const plans = await runItems(
		rows.length,
		READS_AT_ONCE,
		async (index): Promise<[Planned, LicencePlan] | undefined> => {
			const row = rows[index];
			if (row === undefined) return undefined;
			if (outage.lasts) return [row, { error: notSentError(row.person.item) }];
			const tried = await settle(planOne(row));
			if (row.step.action !== 'create') outage.note(tried);
			if ('result' in tried) return [row, tried.result];
			if (!keepGoing) throw tried.error;
			return [row, tried];
		},
	);
	return new Map(plans.filter((entry) => entry !== undefined));
}
