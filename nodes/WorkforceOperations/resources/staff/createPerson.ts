import type { IDataObject } from 'n8n-workflow';
import { attempt, nodeError, ServiceError, wordsOf } from '../../transport';
import type { RowResult } from '../../operations/types';
import { alone, confirmed } from './confirmed';
import type { Person } from './lookUp';
import { searchByEmail } from './search';
import { sendEmployees } from './shared';

/** Created, as far as the answer goes. */
const outcome = (record: IDataObject): IDataObject => ({ ...record, action: 'created' });

/** A request that was given up may still be carried out; one that broke off has been dealt with, or never will be. */
const maybeLate = (error: ServiceError): boolean => error.kind === 'timeout' || error.kind === 'stopped';

/**
 * A creation whose answer was lost: one search tells whether it was carried out. It is never sent a second time, so that
 * whoever isn't there then is an error, which another run may mend.
 */
async function afterLoss(person: Person, error: ServiceError): Promise<RowResult> {
	const { item, body } = person;
	// A stopped execution sends nothing more.
	if (error.kind === 'stopped') return { error };
	const searched = await attempt(searchByEmail(item, String(body.email)));
	if ('error' in searched) return { error };
	if (searched.result !== undefined) return { outcomes: [{ json: outcome(searched.result as IDataObject) }] };
	if (maybeLate(error)) {
		error.description = [error.description, 'A search right afterwards found nobody with this e-mail address yet.']
			.filter(Boolean)
			.join(' ');
		return { error };
	}
	return {
		error: nodeError(
			item.connection,
			{
				kind: error.kind,
				message: `The employee was not created: ${wordsOf(error)}`,
				description:
					'The answer was lost, and a search right afterwards found nobody with this e-mail address. Run this item again: it is looked for once more before anything is created.',
				httpCode: error.httpCode ?? undefined,
			},
			{ itemIndex: item.itemIndex },
		),
	};
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
