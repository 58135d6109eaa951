import { type IDataObject, NodeApiError, NodeOperationError } from 'n8n-workflow';
import { confirmsWrite, endpoints, type Page } from '../../contract';
import { READS_AT_ONCE, runItems } from '../../operations/concurrency';
import { notSentError } from '../../operations/runReport';
import type { OperationItem } from '../../operations/types';
import {
	type CreationLock,
	messageOf,
	OutageDetector,
	sendCall,
	ServiceError,
	settle,
	withAdvice,
} from '../../transport';
import { licenceCreatedMeanwhile, sendNewLicence } from '../securityLicence/createOnce';
import { asHeld, type KnownLicence, licenceByNumber, saysTheSame } from '../securityLicence/findLicence';
import type { LicencePlan, StaffRow, StaffRows } from './plan';
import type { Rows } from './rows';

/** A licence for an existing employee. It is saved separately, because updates don't accept licences. */
export interface LicenceOfRow {
	item: OperationItem;
	employeeId: number;
	licence: IDataObject;
	/** The existing licence, if it was looked up before writing. */
	known?: KnownLicence;
}

export const indexesOf = (rows: readonly LicenceOfRow[]): number[] => rows.map(({ item }) => item.itemIndex);

/** Licences to save separately: those of existing employees. */
export const licencesToSave = (rows: StaffRows): LicenceOfRow[] =>
	rows.every.flatMap(({ item, licence, licencePlan, step }) => {
		if (licence === undefined || step.action === 'create') return [];
		const known = licencePlan !== undefined && 'known' in licencePlan ? licencePlan.known : undefined;
		return [{ item, employeeId: Number(step.record.id), licence, known }];
	});

/**
 * Creates or updates a licence, matched by number and state. Writes nothing if it is unchanged, and doesn't create one
 * that another run of this process has created since.
 */
async function saveLicence(
	{ item, employeeId, licence, known: before }: LicenceOfRow,
	lock: CreationLock,
): Promise<IDataObject> {
	const id = String(employeeId);
	const post = async (body: IDataObject): Promise<Page> =>
		await sendCall(item.connection, {
			endpoint: endpoints['securityLicence.upsert'],
			path: { employeeId },
			body: { licenses: [body] },
			itemIndex: item.itemIndex,
		});
	const licenceItem = (page: Page, action: 'created' | 'updated'): IDataObject =>
		confirmsWrite(page) ? { licenceAction: action } : { licenceAction: null, licenceAnswer: page.data as IDataObject };
	const update = async (known: KnownLicence): Promise<IDataObject> =>
		saysTheSame(known.record, licence)
			? { licenceAction: 'unchanged' }
			: licenceItem(await post(asHeld(licence, known)), 'updated');
	const known = before ?? (await licenceByNumber(item, id, licence));
	if (known !== undefined) return await update(known);
	return await lock.inTurn(item.itemIndex, async () => {
		const late = await licenceCreatedMeanwhile(lock, item, id, licence);
		if (late !== undefined) return await update(late);
		return licenceItem(await sendNewLicence(lock, id, [licence], async () => await post(licence)), 'created');
	});
}

async function planLicence({ item, licence, step }: StaffRow): Promise<LicencePlan> {
	if (licence === undefined || step.action === 'create') return { action: 'create' };
	const known = await licenceByNumber(item, String(Number(step.record.id)), licence);
	if (known === undefined) return { action: 'create' };
	return { action: saysTheSame(known.record, licence) ? 'unchanged' : 'update', known };
}

/**
 * Plans the licences of the rows before anything is written, with one request per existing employee. Stores each
 * licence found in its row, so that saving it needn't search again. Without Continue On Fail, the first failure ends
 * the run.
 */
export async function planLicences(rows: StaffRows): Promise<void> {
	const licensed = rows.open.filter(({ licence }) => licence !== undefined);
	const outage = new OutageDetector();
	await runItems(licensed, READS_AT_ONCE, async (row): Promise<void> => {
		const tried = outage.lasts ? { error: notSentError(row.item) } : await settle(planLicence(row));
		if (row.step.action !== 'create') outage.note(tried);
		if ('error' in tried && !rows.keepGoing) rows.refuse(row, tried.error);
		row.licencePlan = 'error' in tried ? tried : tried.result;
	});
}

export const licenceActionText = (error: unknown): string => {
	const described =
		error instanceof NodeApiError || error instanceof NodeOperationError ? error.description : undefined;
	return [messageOf(error), described].filter(Boolean).join('. ');
};

const ONLY_THE_LICENCE = 'Only the licence failed; the employee already matches the row.';

/**
 * Saves the licences of rows with a written or unchanged employee, and adds the outcomes to the rows. A refused licence
 * doesn't fail its row, because the employee is written. Without Continue On Fail, it stops the run.
 */
export async function saveLicences(
	licences: LicenceOfRow[],
	rows: Pick<Rows<LicenceOfRow>, 'keepGoing' | 'resultOf' | 'put' | 'endIfFailed'>,
	{ outage, lock }: { outage: OutageDetector; lock: CreationLock },
): Promise<void> {
	for (const [index, row] of licences.entries()) {
		const result = rows.resultOf(row);
		if (result === undefined || 'error' in result) continue;
		const saved = await outage.unlessOutage(
			async () => await saveLicence(row, lock),
			() => notSentError(row.item),
		);
		if ('error' in saved && !rows.keepGoing) {
			rows.put(row, { error: withAdvice(saved.error, ONLY_THE_LICENCE) });
			rows.endIfFailed([row], () => indexesOf(licences.slice(index + 1)));
		}
		const outcome: IDataObject =
			'result' in saved ? saved.result : { licenceAction: null, licenceError: licenceActionText(saved.error) };
		const lost = 'error' in saved && saved.error instanceof ServiceError && saved.error.mayHaveArrived;
		rows.put(row, {
			...(result.unwritten === true && outcome.licenceAction === 'unchanged' ? { unwritten: true } : {}),
			...(result.unknown === true || lost || 'licenceAnswer' in outcome ? { unknown: true } : {}),
			outcomes: result.outcomes.map(({ json }) => ({ json: { ...json, ...outcome } })),
		});
	}
}
