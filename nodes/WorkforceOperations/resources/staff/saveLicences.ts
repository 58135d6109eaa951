import { type IDataObject, NodeApiError, NodeOperationError } from 'n8n-workflow';
import { endpoints, type Page } from '../../contract';
import { notSentError, stopRun } from '../../operations/runReport';
import { confirmsOne } from '../../operations/writeConfirmation';
import type { OperationItem, RowResult } from '../../operations/types';
import { settle, sendCall, ServiceError, type OutageDetector, withCreationLocks, messageOf } from '../../transport';
import { licenceCreatedMeanwhile, sendNewLicence } from '../securityLicence/createOnce';
import { type KnownLicence, licenceByNumber, saysTheSame } from '../securityLicence/findLicence';

/** The licence of a row with an existing employee: updating an employee doesn't take licences. */
export interface LicenceOfRow {
	item: OperationItem;
	employeeId: number;
	licence: IDataObject;
	/** The existing licence, if it was looked up before writing. */
	known?: KnownLicence;
}

export const indexesOf = (rows: readonly LicenceOfRow[]): number[] => rows.map(({ item }) => item.itemIndex);

/**
 * Creates or updates a licence, matched by number and state. Writes nothing if it is unchanged, and creates none that
 * another run of this process has created since.
 */
async function saveLicence({ item, employeeId, licence, known: before }: LicenceOfRow): Promise<IDataObject> {
	const id = String(employeeId);
	const post = async (body: IDataObject): Promise<Page> =>
		await sendCall(item.connection, {
			endpoint: endpoints['securityLicence.upsert'],
			path: { employeeId },
			body: { licenses: [body] },
			itemIndex: item.itemIndex,
		});
	const licenceItem = ({ data }: Page, action: 'created' | 'updated'): IDataObject =>
		confirmsOne(data) ? { licenceAction: action } : { licenceAction: null, licenceAnswer: data as IDataObject };
	const update = async ({ id: licenseId, record }: KnownLicence): Promise<IDataObject> =>
		saysTheSame(record, licence)
			? { licenceAction: 'unchanged' }
			: licenceItem(await post({ ...licence, licenseId }), 'updated');
	return await withCreationLocks(item.connection, async (creations) => {
		const known = before ?? (await licenceByNumber(item, id, licence));
		if (known !== undefined) return await update(known);
		return await creations.inTurn(item.itemIndex, async () => {
			const late = await licenceCreatedMeanwhile(creations, item, id, licence);
			if (late !== undefined) return await update(late);
			return licenceItem(await sendNewLicence(creations, id, [licence], async () => await post(licence)), 'created');
		});
	});
}

export const licenceActionText = (error: unknown): string => {
	const described =
		error instanceof NodeApiError || error instanceof NodeOperationError ? error.description : undefined;
	return [messageOf(error), described].filter(Boolean).join('. ');
};

const ONLY_THE_LICENCE = 'This is about the licence of the row; the fields of the employee are as the row says.';

function aboutLicence(error: unknown): unknown {
	if (error instanceof NodeApiError || error instanceof NodeOperationError)
		error.description = [error.description, ONLY_THE_LICENCE].filter(Boolean).join(' ');
	return error;
}

/**
 * Saves the licences of rows whose employees are written or unchanged, and adds the outcomes to theirs. A refused licence
 * doesn't fail its row, whose employee is written; without Continue On Fail it stops the run.
 */
export async function saveLicences(
	rows: LicenceOfRow[],
	results: Array<RowResult | undefined>,
	keepGoing: boolean,
	outage: OutageDetector,
): Promise<void> {
	for (const [index, row] of rows.entries()) {
		const { itemIndex } = row.item;
		const result = results[itemIndex];
		if (result === undefined || 'error' in result) continue;
		const saved = outage.lasts ? { error: notSentError(row.item) } : await settle(saveLicence(row));
		outage.note(saved);
		const outcome: IDataObject =
			'result' in saved ? saved.result : { licenceAction: null, licenceError: licenceActionText(saved.error) };
		const lost = 'error' in saved && saved.error instanceof ServiceError && saved.error.mayHaveArrived;
		if ('error' in saved && !keepGoing) {
			results[itemIndex] = { error: aboutLicence(saved.error) };
			stopRun(results, indexesOf(rows.slice(index + 1)));
		}
		results[itemIndex] = {
			...(result.unwritten === true && outcome.licenceAction === 'unchanged' ? { unwritten: true } : {}),
			...(result.unknown === true || lost || 'licenceAnswer' in outcome ? { unknown: true } : {}),
			outcomes: result.outcomes.map((entry) => ({ ...entry, json: { ...entry.json, ...outcome } })),
		};
	}
}
