import type { IDataObject } from 'n8n-workflow';
import { isBlank, type JsonObject } from '../../contract';
import { inputError } from '../../form/item';
import type { Row } from '../../operations/batches';
import { textKey } from '../../operations/compareValues';
import { isUnknown } from '../../operations/runReport';
import type { RowResult } from '../../operations/types';
import { type CreationLock, ServiceError, settle } from '../../transport';
import { sendEmployees } from './batchWrite';
import type { MatchBy } from './staffList';
import { findEmployeeAgain, type UpsertRow } from './findEmployees';
import { searchByEmail } from './searchByEmail';
import { soleRecord, writeResults } from './writeResults';

/**
 * The result of a creation that the response confirms. Only the response to the creation itself says whether its licence
 * was created, too.
 */
export const createdResult = (record: IDataObject, { licenses }: JsonObject, searched: boolean): RowResult => ({
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

const NOT_CREATED_YET = 'A search right afterwards found nobody with this e-mail address.';

/**
 * Resolves a creation whose response was lost by one search; it is never resent. If nobody is found the outcome stays
 * unknown: an aborted request may still be processed later.
 */
async function lookUpAfterLostAnswer({ item, body }: Row, error: ServiceError): Promise<RowResult> {
	// A stopped execution sends nothing more.
	if (error.kind === 'stopped') return { error };
	const searched = await settle(searchByEmail(item, String(body.email)));
	if ('error' in searched) return { error };
	if (searched.result === undefined) return { error: error.inPart(NOT_CREATED_YET) };
	return createdResult(searched.result as IDataObject, body, true);
}

/** Creates one employee in a request of its own. */
async function createEmployee(row: Row): Promise<RowResult> {
	const { item, body } = row;
	const sent = await settle(sendEmployees('staff.create', [row]));
	if ('error' in sent) {
		const { error } = sent;
		return error instanceof ServiceError && error.mayHaveArrived ? await lookUpAfterLostAnswer(row, error) : { error };
	}
	const [result] = writeResults([row], sent.result, soleRecord);
	if (result === undefined || 'error' in result) return result ?? { outcomes: [] };
	const [{ json } = { json: {} }] = result.outcomes;
	if (result.unknown !== true) return createdResult(json, body, false);
	// A response about something else is treated like a lost one.
	const searched = await settle(searchByEmail(item, String(body.email)));
	if ('result' in searched && searched.result !== undefined)
		return createdResult(searched.result as IDataObject, body, true);
	return { unknown: true, outcomes: [{ json: { ...json, action: null } }] };
}

const employeeName = (field: 'email' | 'employeeId', body: JsonObject): string => `${field} ${textKey(body[field])}`;

/** The lock names of a new employee. */
const creationNames = (body: JsonObject): string[] => [
	employeeName('email', body),
	...(isBlank(body.employeeId) ? [] : [employeeName('employeeId', body)]),
];

/** The lock names by which a run checks for an earlier creation. */
export const checkedNames = (body: JsonObject, by: MatchBy): string[] => [
	employeeName('email', body),
	...(by === 'employeeId' ? [employeeName(by, body)] : []),
];

/** Records a creation for other runs if it was carried out or may have been. */
export function noteCreation(creations: CreationLock, body: JsonObject, result: RowResult): void {
	if ('error' in result && !isUnknown(result)) return;
	creations.record(creationNames(body), { body, isSure: !isUnknown(result) });
}

/** Records for other runs that a creation may have been carried out; the returned function withdraws that. */
export function recordDoubtful(creations: CreationLock, body: JsonObject): () => void {
	const [names, creation] = [creationNames(body), { body, isSure: false }];
	creations.record(names, creation);
	return () => creations.takeBack(names, creation);
}

/**
 * Creates one employee, unless another run of this process has done so since this one looked them up: then nobody is
 * created, and `found` is that employee.
 */
export async function createEmployeeOnce(
	person: UpsertRow,
	body: JsonObject,
	by: MatchBy,
	creations: CreationLock,
): Promise<RowResult | { found: JsonObject }> {
	const { item } = person;
	return await creations.inTurn(item.itemIndex, async () => {
		const creation = creations.known(checkedNames(body, by));
		if (creation === undefined) {
			const result = await createEmployee({ item, body });
			noteCreation(creations, body, result);
			return result;
		}
		const found = await findEmployeeAgain(person, by, String(creation.body.email));
		if (found !== undefined) return { found };
		throw inputError(
			item,
			`Another execution of this n8n ${creation.isSure ? 'has just created' : 'may just have created'} “${String(creation.body.email)}”, but the search doesn’t find anybody yet`,
			'Nothing was sent for this item, which might have made a second person. Run it again in a minute.',
		);
	});
}
