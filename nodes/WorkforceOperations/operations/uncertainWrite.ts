import { attempt, isRepeatable, ServiceError } from '../transport';

const UNCERTAIN =
	'The service may have done it all the same, so the request was not sent again: look there before you run this item a second time.';

/**
 * What may not be repeated (a POST above all) is never sent twice. Where it is not known whether it was carried out,
 * the error says so, before somebody runs the workflow again and everything is there a second time.
 */
export function sayUncertain(error: unknown): unknown {
	if (error instanceof ServiceError && error.mayHaveArrived && !error.description?.includes(UNCERTAIN))
		error.description = [error.description, UNCERTAIN].filter((part) => part).join(' ');
	return error;
}

/** What `sending` brings. The error of a request that may not be sent twice says where it may have been carried out. */
export async function answerTo<Answer>(
	request: Parameters<typeof isRepeatable>[0],
	sending: Promise<Answer>,
): Promise<Answer> {
	if (isRepeatable(request)) return await sending;
	const sent = await attempt(sending);
	if ('error' in sent) throw sayUncertain(sent.error);
	return sent.result;
}
