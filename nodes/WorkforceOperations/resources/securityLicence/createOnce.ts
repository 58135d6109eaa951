import type { IDataObject } from 'n8n-workflow';
import type { Page } from '../../contract';
import { inputError } from '../../form/item';
import { textKey } from '../../operations/same';
import { confirmsOne } from '../../operations/speaksAgainst';
import type { OperationItem } from '../../operations/types';
import { attempt, type Creations, ServiceError } from '../../transport';
import { type KnownLicence, licenceByNumber } from './sameLicence';

/** Every state counts its licences by itself; one without a state may be of any. */
const numberOf = (employeeId: string, { licenseNumber }: IDataObject): string =>
	`licence ${employeeId} ${textKey(licenseNumber)}`;
const stateOf = (employeeId: string, licence: IDataObject): string =>
	`${numberOf(employeeId, licence)} ${textKey(licence.stateCode) || '*'}`;

/** Looks once more for a licence of whose number another run has created one meanwhile. To be called in turn. */
export async function licenceMeanwhile(
	creations: Creations,
	item: OperationItem,
	employeeId: string,
	licence: IDataObject,
): Promise<KnownLicence | undefined> {
	const number = numberOf(employeeId, licence);
	if (creations.heardOf([number]) === undefined) return undefined;
	const known = await licenceByNumber(item, employeeId, licence);
	const names = textKey(licence.stateCode) === '' ? [number] : [stateOf(employeeId, licence), `${number} *`];
	const heard = creations.heardOf(names);
	if (known !== undefined || heard === undefined) return known;
	throw inputError(
		item,
		`Another execution of this n8n ${heard.isSure ? 'has just created' : 'may just have created'} the licence “${String(licence.licenseNumber)}”, but the service doesn’t list it yet`,
		'Nothing was sent for it, which might have made a second one. Run it again in a minute.',
	);
}

/** Sends new licences, and tells the other runs of them, also where nobody knows whether they were created. */
export async function sendNew(
	creations: Creations,
	employeeId: string,
	licences: readonly IDataObject[],
	send: () => Promise<Page>,
): Promise<Page> {
	const sent = await attempt(send());
	const isSure = 'result' in sent && confirmsOne(sent.result.data);
	const isLost = 'error' in sent && sent.error instanceof ServiceError && sent.error.mayHaveArrived;
	if ('result' in sent || isLost)
		for (const body of licences)
			creations.tell([numberOf(employeeId, body), stateOf(employeeId, body)], { body, isSure });
	if ('error' in sent) throw sent.error;
	return sent.result;
}
