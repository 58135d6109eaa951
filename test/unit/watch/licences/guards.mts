// A service with so many guards, whose licences are asked for one by one.
import type { JsonObject } from '../../../../nodes/WorkforceOperations/contract/index.ts';
import type { ErrorKind } from '../../../../nodes/WorkforceOperations/transport/failures/errorKind.ts';
import { serviceError } from '../../operations/support.mts';
import { type Answer, HOUR, isoAt, NOW } from '../fakePoll.mts';

/** The licence of a guard with the same number, which expires in so many days. */
export const licence = (id: number, days: number): JsonObject => ({
	securityLicenseId: id,
	licenseNumber: `SL${id}`,
	firstName: 'Ann',
	expiryDate: isoAt(NOW + days * 24 * HOUR),
});

export const failure = (kind: ErrorKind): Error => serviceError({ kind, message: `Not that one: ${kind}.` });

export const everyone = (count: number): JsonObject[] =>
	Array.from({ length: count }, (_, index) => ({ id: index + 1 }));

/** `of` answers for one of the guards; an error is thrown. */
export const service =
	(count: number, of: (id: number) => unknown = (id) => [licence(id, 90)]): Answer =>
	({ id }) => {
		const answer = id === undefined ? everyone(count) : of(Number(id));
		if (answer instanceof Error) throw answer;
		return answer;
	};

/** Whose licences were asked for. */
export const readOf = ({ asked }: { asked: string[] }): number[] =>
	asked.filter((each) => each.startsWith('securityLicence')).map((each) => Number(each.split(' ')[1]));
