// A credential that names the service under the address that a folder holds, while it listens elsewhere: the address is a part of what is
// stored, and the port of a test's sandbox is another one each time.
import type { IHttpRequestHelper, IHttpRequestOptions } from 'n8n-workflow';
import type { CredentialStore } from '../../../kit/core/credentials.mts';

/** Where the sandbox is for whoever starts it. */
export const FROZEN_ADDRESS = 'http://localhost:5690';

const moved = <Options extends { url?: string; baseURL?: string }>(options: Options, to: string): Options => {
	const replaced = (text: string | undefined): string | undefined => text?.replace(FROZEN_ADDRESS, to);
	return Object.assign(options, { url: replaced(options.url), baseURL: replaced(options.baseURL) });
};

/** Sends what the credential would send to the frozen address to this one. */
export function relocated(store: CredentialStore, url: string): CredentialStore {
	const { authenticate, preAuthentication } = store;
	store.authenticate = async (...given) => moved(await authenticate.apply(store, given), url);
	store.preAuthentication = async (helpers, ...rest) => {
		const { httpRequest } = helpers.helpers;
		const request = async (options: IHttpRequestOptions): Promise<unknown> => await httpRequest(moved(options, url));
		const elsewhere = { ...helpers, helpers: { ...helpers.helpers, httpRequest: request } } as IHttpRequestHelper;
		return await preAuthentication.apply(store, [elsewhere, ...rest]);
	};
	return store;
}
