import type { IDataObject } from 'n8n-workflow';
import type { JsonObject } from '../../contract';
import { attempt, ServiceError } from '../../transport';
import type { Row } from '../../operations/batches';
import type { RowResult } from '../../operations/types';
import { alone, confirmed } from './confirmed';
import { searchByEmail } from './search';
import { sendEmployees } from './shared';

/** Created, as far as the answer goes. Of a licence that went with it only the answer to the creation itself can tell. */
const created = (record: IDataObject, { licenses }: JsonObject, searched: boolean): RowResult => ({
	outcomes: [
		{
			json: {
				...record,
				action: 'created',
				...(licenses === undefined ? {} : { licenceAction: searched ? null : 'created' }),
			},
		},
	],
});

const NOT_YET = 'A search right afterwards found nobody with this e-mail address.';

/**
 * A creation whose answer was lost: one search tells whether it was carried out. It is never sent a second time. Who isn't
 * found may still come, because a request that was given up goes on somewhere, so that this isn't known then.
 */
async function afterLoss({ item, body }: Row, error: ServiceError): Promise<RowResult> {
	// A stopped execution sends nothing more.
	if (error.kind === 'stopped') return { error };
	const searched = await attempt(searchByEmail(item, String(body.email)));
	if ('error' in searched) return { error };
	if (searched.result === undefined) return { error: error.inPart(NOT_YET) };
	return created(searched.result as IDataObject, body, true);
}

/** Creates one employee, in a request of its own. */
export async function createPerson(row: Row): Promise<RowResult> {
	const { item, body } = row;
	const sent = await attempt(sendEmployees('staff.create', [row]));
	if ('error' in sent) {
		const { error } = sent;
		return error instanceof ServiceError && error.mayHaveArrived ? await afterLoss(row, error) : { error };
	}
	const [result] = confirmed([row], sent.result, alone);
	if (result === undefined || 'error' in result) return result ?? { outcomes: [] };
	const [{ json } = { json: {} }] = result.outcomes;
	if (result.unknown !== true) return created(json, body, false);
	// An answer that speaks of something else is no better than none.
	const searched = await attempt(searchByEmail(item, String(body.email)));
	if ('result' in searched && searched.result !== undefined) return created(searched.result as IDataObject, body, true);
	return { unknown: true, outcomes: [{ json: { ...json, action: null } }] };
}
