import axios from 'axios';
import CryptoJS from 'crypto-js';

/** The outcome of a POST: the receiver's status, or null and the reason. */
export interface Outcome {
	statusCode: number | null;
	error: string | null;
	/** The receiver's response, shortened. */
	body: string;
}

// Assumed, Notifications: the key of the HMAC is the whole text `whsec_…` in UTF-8.
/**
 * HMAC-SHA256 of the raw body, keyed with the whole secret as UTF-8, in hex. Uses crypto-js, so that receivers are
 * checked against an implementation that isn't theirs.
 */
export function sign(body: string, secret: string): string {
	return CryptoJS.HmacSHA256(body, secret).toString(CryptoJS.enc.Hex);
}

// Assumed, Notifications: a redirect is not followed: the delivery fails.
/** Posts a body as it is. Redirects are not followed: a receiver answers 2xx itself or the delivery has failed. */
export async function post(
	uri: string,
	body: string,
	signature: string,
	options: { timeoutMs: number; signal: AbortSignal },
): Promise<Outcome> {
	const deadline = AbortSignal.timeout(options.timeoutMs);
	try {
		const answer = await axios.request<unknown>({
			method: 'POST',
			url: uri,
			data: body,
			headers: {
				'Content-Type': 'application/json',
				'User-Agent': 'workforce-operations-sandbox',
				'Webhooks-Signature': signature,
			},
			maxRedirects: 0,
			maxContentLength: 1_000_000,
			proxy: false,
			responseType: 'text',
			transformRequest: [(data: string) => data],
			transformResponse: [(data: unknown) => data],
			validateStatus: () => true,
			signal: AbortSignal.any([options.signal, deadline]),
		});
		return { statusCode: answer.status, error: null, body: String(answer.data ?? '').slice(0, 10_000) };
	} catch (error) {
		if (deadline.aborted) return { statusCode: null, error: `no answer within ${options.timeoutMs} ms`, body: '' };
		const { code, message } = error as { code?: string; message?: string };
		return { statusCode: null, error: code === undefined ? String(message) : `${code}: ${String(message)}`, body: '' };
	}
}

export const isSuccess = (statusCode: number | null): boolean =>
	statusCode !== null && statusCode >= 200 && statusCode < 300;
