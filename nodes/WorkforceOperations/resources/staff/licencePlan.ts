import { notSentError } from '../../operations/runReport';
import { READS_AT_ONCE, runItems } from '../../operations/concurrency';
import { settle, OutageDetector } from '../../transport';
import { licenceByNumber, saysTheSame } from '../securityLicence/findLicence';
import type { Planned } from './planned';

/** What is to be done for the licence of a row, or why nobody can tell. */
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
 * Finds out what is to be done for the licences of the rows, as saving them would, before anything is written: one request
 * for each row whose employee is there already. A licence that is found is noted in its row, so that saving it doesn’t look
 * again. Without Continue On Fail the first failure ends it.
 */
export async function planLicences(
	planned: readonly Planned[],
	keepGoing: boolean,
): Promise<ReadonlyMap<Planned, LicencePlan>> {
	const rows = planned.filter(({ licence }) => licence !== undefined);
	const silence = new OutageDetector();
	const plans = await runItems(
		rows.length,
		READS_AT_ONCE,
		async (index): Promise<[Planned, LicencePlan] | undefined> => {
			const row = rows[index];
			if (row === undefined) return undefined;
			if (silence.lasts) return [row, { error: notSentError(row.person.item) }];
			const tried = await settle(planOne(row));
			if (row.step.action !== 'create') silence.note(tried);
			if ('result' in tried) return [row, tried.result];
			if (!keepGoing) throw tried.error;
			return [row, tried];
		},
	);
	return new Map(plans.filter((entry) => entry !== undefined));
}
