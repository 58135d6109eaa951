import { type Cures, inWords } from '../../../../nodes/WorkforceOperations/transport/failures/cure.ts';

/** An explanation with its advice as the editor prints it. */
export const inEditor = <Told extends { description?: Cures; again?: Cures }>({
	description,
	again,
	...told
}: Told) => ({
	...told,
	description: inWords(description) || undefined,
	again: inWords(again) || undefined,
});
