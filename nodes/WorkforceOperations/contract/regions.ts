import type { Source } from './types';

interface RegionFacts {
	name: string;
	baseUrl: string;
	subscriptionKeyHeader: string;
	source: Source;
}

/** Base addresses and header names that the operator publishes, by the region stored in the credential. */
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

/** For credentials that store no region. */
export const DEFAULT_REGION = 'au';

/** For an address that the user entered, such as the sandbox's. */
export const CUSTOM_REGION = 'custom';

/** Undefined for the custom address and for unknown regions. */
export const findRegion = (code: string): RegionFacts | undefined =>
	Object.hasOwn(regions, code) ? regions[code] : undefined;

/** As the service document writes it; `svc` stands for the operator's short name. */
export const DEFAULT_SUBSCRIPTION_KEY_HEADER = 'external-svc-apim-sub-key';

/** The documented path comes first; the published one is tried on 404 only. */
export const TOKEN_PATHS = ['/api/external/token/request', '/api/token/request'] as const;

/** In seconds, for a response that doesn't say (documented: 3600). */
export const TOKEN_LIFETIME_SECONDS = 3600;

/** For each API key (documented). */
export const REQUESTS_PER_MINUTE = 60;
