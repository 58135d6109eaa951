import { isBlank, type JsonObject } from '../../contract';
import { inputError } from '../../form/item';
import { isUnknown } from '../../operations/progress';
import { textKey } from '../../operations/same';
import type { RowResult } from '../../operations/types';
import type { Creations } from '../../transport';
import { createPerson } from './createPerson';
import type { MatchBy } from './directory';
import { lookUpAgain, type Person } from './lookUp';

const nameOf = (field: 'email' | 'employeeId', body: JsonObject): string => `${field} ${textKey(body[field])}`;

/** Tells the other runs of a creation that was carried out, or may have been. */
export function tellCreated(creations: Creations, body: JsonObject, result: RowResult): void {
	if ('error' in result && !isUnknown(result)) return;
	const names = [nameOf('email', body), ...(isBlank(body.employeeId) ? [] : [nameOf('employeeId', body)])];
	creations.tell(names, { body, isSure: !isUnknown(result) });
}

/**
 * Creates one employee, unless another run of this process has done so since this one looked who is there: then nobody is
 * created, and it is `found` who that is.
 */
export async function createOnce(
	person: Person,
	body: JsonObject,
	by: MatchBy,
	creations: Creations,
): Promise<RowResult | { found: JsonObject }> {
	const { item } = person;
	return await creations.inTurn(item.itemIndex, async () => {
		const heard = creations.heardOf([nameOf('email', body), ...(by === 'employeeId' ? [nameOf(by, body)] : [])]);
		if (heard === undefined) {
			const result = await createPerson({ item, body });
			tellCreated(creations, body, result);
			return result;
		}
		const found = await lookUpAgain(person, by, String(heard.body.email));
		if (found !== undefined) return { found };
		throw inputError(
			item,
			`Another execution of this n8n ${heard.isSure ? 'has just created' : 'may just have created'} “${String(heard.body.email)}”, but the search doesn’t find anybody yet`,
			'Nothing was sent for this item, which might have made a second person. Run it again in a minute.',
		);
	});
}
