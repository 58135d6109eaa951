// What n8n stores of the credential: its fields, and the tokens that it was given.
import type { IDataObject, IHttpRequestHelper, IHttpRequestOptions } from 'n8n-workflow';
import { CredentialStore } from '../../../kit/core/credentials.mts';
import { separateKeysOf } from '../../../kit/n8n/sandboxCredentials.mts';
import type { Sandbox } from '../../../sandbox/index.mts';
import { asNode } from '../support/helpers.mts';
import type { FrozenCredential } from './frozenForms.mts';
import { FROZEN_ADDRESS, relocated } from './relocated.mts';
import type { StillWorld } from './stillWorld.mts';

/** A list of each area, by which the package knows which key a request takes. */
const AREAS: Record<string, string> = {
	timesheet: '/api/external/timesheets',
	incidentReport: '/api/external/incidentreports/getall',
	liveOps: '/api/external/liveops',
	developer: '/api/external/staffs',
	webhook: '/api/webhook/subscribers/1/subscriptions',
	audit: '/api/external/loginaudit',
	any: '/api/external/customers',
};

/** Which of the sandbox's keys the requests of each area go by, and how many were exchanged for that. */
export async function keysOf(store: CredentialStore): Promise<{ keys: Record<string, string>; exchanged: number }> {
	let exchanged = 0;
	const { authenticate, preAuthentication } = store;
	store.preAuthentication = async (helpers, ...rest) => {
		const { httpRequest } = helpers.helpers;
		const noted = async (options: IHttpRequestOptions): Promise<unknown> => {
			exchanged++;
			return await httpRequest(options);
		};
		const watched = { ...helpers, helpers: { ...helpers.helpers, httpRequest: noted } } as IHttpRequestHelper;
		return await preAuthentication.apply(store, [watched, ...rest]);
	};
	const keys: Record<string, string> = {};
	let header = '';
	store.authenticate = async (...given) => {
		const options = await authenticate.apply(store, given);
		header = String(options.headers?.authorization);
		return options;
	};
	for (const [area, path] of Object.entries(AREAS)) {
		await asNode(store, async (context) => {
			await context.helpers.httpRequestWithAuthentication
				.call(context, 'workforceOperationsApi', { url: FROZEN_ADDRESS + path, ignoreHttpStatusErrors: true })
				.catch(() => undefined);
		});
		keys[area] = keyNamed(header);
	}
	return { keys, exchanged };
}

/** The name of the sandbox's key that a token was made for. */
function keyNamed(header: string): string {
	const [, payload = ''] = header.split('.');
	return String((JSON.parse(Buffer.from(payload, 'base64url').toString() || '{}') as IDataObject).KeyName ?? 'none');
}

const credentials = ({ keys, subscriptionKey }: Sandbox): Record<string, IDataObject> => {
	const shared = { region: 'custom', baseUrl: FROZEN_ADDRESS, subscriptionKey };
	return {
		oneKey: { ...shared, apiKey: keys.timesheet },
		everyField: {
			...shared,
			apiKey: keys.developer,
			subscriptionKeyHeader: 'external-svc-apim-sub-key',
			requestsPerMinute: 60,
			...separateKeysOf({ keys }),
			allowedHttpRequestDomains: 'all',
		},
	};
};

export async function freezeCredentials(
	world: StillWorld,
	sandbox: Sandbox,
): Promise<Record<string, FrozenCredential>> {
	const frozen: Record<string, FrozenCredential> = {};
	for (const [name, data] of Object.entries(credentials(sandbox))) {
		const store = new CredentialStore({ ...data } as never);
		const { keys } = await keysOf(relocated(store, sandbox.url));
		frozen[name] = { savedAt: world.now, data: { ...store.data } as IDataObject, keys };
	}
	return frozen;
}
