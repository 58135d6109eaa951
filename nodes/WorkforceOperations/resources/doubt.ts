import { NodeApiError } from 'n8n-workflow';

/** What the errors of a request say that broke off on its way or after it; see `connectionBroken` in the transport. */
const BROKEN_OFF = /did not answer in time$|^The connection to .* failed$|^The execution was stopped$/;

/** The connection never came about, so that nothing can have arrived. */
const NEVER_SENT = /ECONNREFUSED|EHOSTUNREACH|ENETUNREACH/;

/** Whether a request may have been carried out although its answer says otherwise, or never came. */
function mayHaveArrived(error: NodeApiError): boolean {
	if (error.httpCode) return Number(error.httpCode) >= 500;
	return BROKEN_OFF.test(error.message) && !NEVER_SENT.test(String(error.description));
}

/**
 * A POST is never sent twice, because the service would do it twice. Where it is not known whether it was carried out,
 * the error says so, before somebody runs the workflow again and everything is there a second time.
 */
export function sayDoubt(error: unknown): unknown {
	if (error instanceof NodeApiError && mayHaveArrived(error)) {
		const doubt = 'The service may have done it all the same, so the request was not sent again: look there before you run this item a second time.';
		if (!error.description?.includes(doubt)) error.description = [error.description, doubt].filter((part) => part).join(' ');
	}
	return error;
}

/** For the `catch` of a POST. */
export const doubtful = async (error: unknown): Promise<never> => await Promise.reject(sayDoubt(error));
