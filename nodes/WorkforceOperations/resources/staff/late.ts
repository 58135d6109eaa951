import { forEditor } from '../../transport';
import { isBlank, type JsonObject } from '../../contract';
import { inputError } from '../../form/item';
import { isSameText } from '../../operations/compareValues';
import type { Creation, CreationLock } from '../../transport';
import { requireSamePerson } from './match';
import { type MatchBy, numberKey, searchOne } from './people';
import { givesNumber, planStep, type StaffRow } from './plan';

const numberNames = ({ employeeId }: JsonObject): string[] =>
	isBlank(employeeId) ? [] : [`number ${numberKey(employeeId)}`];

/** The names under which a creation is noted for other runs. */
export const creationNames = (body: JsonObject): string[] => [
	`email ${String(body.email).toLowerCase()}`,
	...numberNames(body),
];

const didCreate = ({ email, isSure }: Creation): string =>
	`Another execution of this n8n ${isSure ? 'has just created' : 'may just have created'} “${String(email)}”`;

const takenError = ({ item }: StaffRow, creation: Creation, number: unknown, id = ''): Error =>
	inputError(
		item,
		`${didCreate(creation)}${id} with the employee number “${String(number)}”`,
		'Nothing was written for this row. If it is the same person, correct the address; else correct the number.',
	);

/**
 * Looks, right before a creation, whether another run of this n8n has created somebody with the address or the number of the
 * row since this one began; then the row is about them. Throws where it can't be told, or may not be written to them.
 */
export async function meetNew(row: StaffRow, by: MatchBy, lock: CreationLock): Promise<void> {
	const { item, body } = row;
	const creation = lock.known(creationNames(body));
	if (creation === undefined) return;
	const record = await searchOne(item, String(creation.email));
	if (record === undefined) {
		throw inputError(item, `${didCreate(creation)}, but the search doesn’t find them yet`, [
			'Nothing was sent for this row, because it might create the person twice.',
			forEditor('Run it again in a minute.', 'Call it again in a minute.'),
		]);
	}
	const isSameAddress = isSameText(creation.email, body.email);
	if (by === 'employeeId' && isSameAddress) requireSamePerson(row, record);
	if (!isSameAddress && !(by === 'employeeId' && isSameText(record.employeeId, body.employeeId)))
		throw takenError(row, { email: creation.email, isSure: true }, record.employeeId, ` (ID ${String(record.id)})`);
	planStep(row, { record, by: isSameAddress ? 'email' : 'employeeId' });
	const ofNumber = givesNumber(row) ? lock.known(numberNames(body)) : undefined;
	if (ofNumber !== undefined && !isSameText(ofNumber.email, record.email))
		throw takenError(row, ofNumber, body.employeeId);
}
