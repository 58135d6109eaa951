import { ServiceError } from '../transport';

/**
 * What may not be repeated (a POST above all) is never sent twice. Where it is not known whether it was carried out,
 * the error says so, before somebody runs the workflow again and everything is there a second time.
 */
export function sayDoubt(error: unknown): unknown {
	if (error instanceof ServiceError && error.mayHaveArrived) {
		const doubt =
			'The service may have done it all the same, so the request was not sent again: look there before you run this item a second time.';
		if (!error.description?.includes(doubt))
			error.description = [error.description, doubt].filter((part) => part).join(' ');
	}
	return error;
}

/** For the `catch` of what may not be repeated. */
export const doubtful = async (error: unknown): Promise<never> => await Promise.reject(sayDoubt(error));
