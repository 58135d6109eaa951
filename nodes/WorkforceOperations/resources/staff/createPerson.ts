import type { IDataObject } from 'n8n-workflow';
import { attempt, ServiceError } from '../../transport';
import type { RowResult } from '../../operations/types';
import { alone, confirmed } from './confirmed';
import type { Person } from './lookUp';
import { searchByEmail } from './search';
import { sendEmployees } from './shared';

/** Created, as far as the answer goes. */
const outcome = (record: IDataObject): IDataObject => ({ ...record, action: 'created' });

const NOT_YET = 'A search right afterwards found nobody with this e-mail address.';

/**
 * A creation whose answer was lost: one search tells whether it was carried out. It is never sent a second time. Who isn't
 * found may still come, because a request that was given up goes on somewhere, so that this isn't known then.
 */
async function afterLoss({ item, body }: Person, error: ServiceError): Promise<RowResult> {
	// A stopped execution sends nothing more.
	if (error.kind === 'stopped') return { error };
	const searched = await attempt(searchByEmail(item, String(body.email)));
	if ('error' in searched) return { error };
	if (searched.result === undefined) return { error: error.inPart(NOT_YET) };
	return { outcomes: [{ json: outcome(searched.result as IDataObject) }] };
}

/** Creates one employee, in a request of its own. */
export async function createPerson(person: Person, body: IDataObject): Promise<RowResult> {
	const row = { item: person.item, body };
	const sent = await attempt(sendEmployees('staff.create', [row]));
	if ('error' in sent) {
		const { error } = sent;
		return error instanceof ServiceError && error.mayHaveArrived ? await afterLoss(person, error) : { error };
	}
	const [result] = confirmed([row], sent.result, alone);
	if (result === undefined || 'error' in result) return result ?? { outcomes: [] };
	if (result.unknown !== true) return { outcomes: result.outcomes.map(({ json }) => ({ json: outcome(json) })) };
	// An answer that speaks of something else is no better than none.
	const searched = await attempt(searchByEmail(person.item, String(body.email)));
	if ('result' in searched && searched.result !== undefined)
		return { outcomes: [{ json: outcome(searched.result as IDataObject) }] };
	return { unknown: true, outcomes: result.outcomes.map(({ json }) => ({ json: { ...json, action: null } })) };
}
