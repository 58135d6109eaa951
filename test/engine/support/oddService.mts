// A service that a test plays from nothing: it answers every request in the form that the test wants to see read.
import type { IDataObject } from 'n8n-workflow';
import { CredentialStore } from '../../../kit/core/credentials.mts';
import { type Canned, type Recorder, type Seen, startRecorder } from './recorder.mts';

/** What an envelope says besides its data where all went well. */
export const fine = { status: { code: 0, errorMessage: '' }, message: '', errors: [] };

/** A token with these claims, signed by nobody. */
export const tokenOf = (claims: IDataObject = {}): string =>
	['h', Buffer.from(JSON.stringify(claims)).toString('base64url'), 's'].join('.');

const exchanged = (claims?: IDataObject): Canned => ({
	body: { ...fine, data: { accessToken: tokenOf(claims), expiresIn: 3600, tokenType: 'Bearer' } },
});

interface OddService {
	store: CredentialStore;
	/** Requests beside the token's. */
	seen: Recorder['seen'];
	close(): Promise<void>;
}

let services = 0;

/** Every request but the token's is answered by `answer`, and by 404 where that is undefined. */
export async function startOddService(
	answer: (seen: Seen) => Canned | undefined,
	token: Canned | { claims: IDataObject } = { claims: {} },
): Promise<OddService> {
	const recorder = await startRecorder();
	recorder.answer((seen) => {
		if (!seen.path.endsWith('/token/request')) return answer(seen) ?? { status: 404 };
		return 'claims' in token ? exchanged(token.claims) : token;
	});
	const store = new CredentialStore({
		region: 'custom',
		baseUrl: recorder.url,
		// What is remembered of a key is not that of another test.
		apiKey: `odd-key-${services++}`,
		subscriptionKey: 'odd-subscription',
		requestsPerMinute: 6000,
	});
	return { store, seen: recorder.seen, close: async () => await recorder.close() };
}
