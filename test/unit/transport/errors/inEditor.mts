import { type Cures, inWords, withoutRetry } from '../../../../nodes/WorkforceOperations/transport/failures/cure.ts';

/** An explanation with its advice as the editor prints it; `again` is what a write that may have been done leaves out. */
export function inEditor<Told extends { description?: Cures; isSaid?: boolean }>({
	description,
	isSaid: _,
	...told
}: Told) {
	const firm = inWords(withoutRetry(description));
	const again = inWords(description).slice(firm.length).trim();
	return { ...told, description: firm || undefined, again: again || undefined };
}
