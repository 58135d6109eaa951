import { expect } from '@jest/globals';
import {
	type ErrorCircumstances,
	explain,
	type Explanation,
} from '../../../../nodes/WorkforceOperations/transport/errors/explain.ts';
import { type Cures, inWords, withoutRetry } from '../../../../nodes/WorkforceOperations/transport/failures/cure.ts';
import type { Failure } from '../../../../nodes/WorkforceOperations/transport/failures/failure.ts';

export const settings = { origin: 'https://service.test:8443' };

export const words = (text: string): string => expect.stringMatching(text) as unknown as string;

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

export type Expected = Partial<Explanation> & { again?: string };

/** Compares the whole explanation; what nothing is said of is neither the service’s words nor uncertain. */
export function expectExplained(
	failure: Failure,
	expected: Expected,
	circumstances: Partial<ErrorCircumstances> = {},
): void {
	expect(inEditor(explain(failure, { settings, ...circumstances }))).toEqual({
		spoken: false,
		mayHaveArrived: false,
		...expected,
	});
}
