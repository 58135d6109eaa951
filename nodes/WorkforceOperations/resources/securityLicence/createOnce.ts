import { forEditor } from '../../transport';
import type { IDataObject } from 'n8n-workflow';
import { confirmsWrite, type Page, textKey } from '../../contract';
import { inputError } from '../../form/item';
import type { OperationItem } from '../../operations/types';
import { settle, type CreationLock, ServiceError } from '../../transport';
import { type KnownLicence, licenceByNumber, licenceNumberKey } from './findLicence';

/**
 * The lock's name leaves out the state, because a licence without a state may belong to any. Each state numbers its
 * licences separately.
 */
const licenceNumber = (employeeId: string, { licenseNumber }: IDataObject): string =>
	`licence ${employeeId} ${licenceNumberKey(licenseNumber)}`;
const licenceState = (employeeId: string, licence: IDataObject): string =>
	`${licenceNumber(employeeId, licence)} ${textKey(licence.stateCode) || '*'}`;

/** Searches again if another run has since created a licence with this number. Call it inside the creation lock. */
export async function licenceCreatedMeanwhile(
	lock: CreationLock,
	item: OperationItem,
	employeeId: string,
	licence: IDataObject,
): Promise<KnownLicence | undefined> {
	const number = licenceNumber(employeeId, licence);
	if (lock.known([number]) === undefined) return undefined;
	const known = await licenceByNumber(item, employeeId, licence);
	const names = textKey(licence.stateCode) === '' ? [number] : [licenceState(employeeId, licence), `${number} *`];
	const creation = lock.known(names);
	if (known !== undefined || creation === undefined) return known;
	throw inputError(
		item,
		`Another execution in n8n ${creation.isSure ? 'has just created' : 'may have just created'} the licence “${String(licence.licenseNumber)}”, but the service doesn’t list it yet`,
		[
			'Nothing was sent, because that might create the licence twice.',
			forEditor('Run it again in a minute.', 'Call it again in a minute.'),
		],
	);
}

/** Sends new licences and notes them for other runs, even if it is unknown whether they were created. */
export async function sendNewLicence(
	lock: CreationLock,
	employeeId: string,
	licences: readonly IDataObject[],
	send: () => Promise<Page>,
): Promise<Page> {
	const sent = await settle(send());
	const isSure = 'result' in sent && confirmsWrite(sent.result);
	const isLost = 'error' in sent && sent.error instanceof ServiceError && sent.error.mayHaveArrived;
	if ('result' in sent || isLost)
		for (const body of licences)
			lock.note([licenceNumber(employeeId, body), licenceState(employeeId, body)], { isSure });
	if ('error' in sent) throw sent.error;
	return sent.result;
}
