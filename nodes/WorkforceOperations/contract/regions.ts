import type { Source } from './types';

interface RegionFacts {
	name: string;
	baseUrl: string;
	subscriptionKeyHeader: string;
	source: Source;
}

/** Base addresses and header name as the operator publishes them, by the value that the credential stores. */
export const regions: Readonly<Record<string, RegionFacts>> = {
	au: {
		name: 'Australia',
		baseUrl: 'https://gateway-api.guardhousehq.com',
		subscriptionKeyHeader: 'external-gh-apim-sub-key',
		source: 'published',
	},
	uk: {
		name: 'United Kingdom',
		baseUrl: 'https://gateway-api.guardhousehq.co.uk',
		subscriptionKeyHeader: 'external-gh-apim-sub-key',
		source: 'published',
	},
};

/** The region of a credential that names none. */
export const DEFAULT_REGION = 'au';

/** Stands for an address of the user's own, such as the sandbox's. */
export const CUSTOM_REGION = 'custom';

/** Undefined for the custom address, and for what is no region at all. */
export const findRegion = (code: string): RegionFacts | undefined =>
	Object.hasOwn(regions, code) ? regions[code] : undefined;

/** The header name as the service document writes it; `svc` stands for the operator's short name. */
export const DEFAULT_SUBSCRIPTION_KEY_HEADER = 'external-svc-apim-sub-key';

/** Where a key becomes a token: the document's path first, then the published one, which is tried on 404 only. */
export const TOKEN_PATHS = ['/api/external/token/request', '/api/token/request'] as const;

/** Seconds that a token lives when the answer does not say (documented: 3600). */
export const TOKEN_LIFETIME_SECONDS = 3600;

/** Requests a minute that the service allows each API key (documented). */
export const REQUESTS_PER_MINUTE = 60;
