export type KeyName =
	| 'timesheet'
	| 'incidentreport'
	| 'liveops'
	| 'developer'
	| 'webhook'
	| 'loginaudit'
	| 'scoped'
	| 'scopedReports'
	| 'scopedLive';

/** What an API key gives access to. The ids of limited keys are those of the seed. */
export interface ApiKey {
	name: KeyName;
	apiKey: string;
	keyType: string;
	scope: string;
	companyId: number;
	customerIds: number[];
	siteIds: number[];
}

/** The company of every key; a second one has records that no key may see. */
export const ownCompany = 1;
export const otherCompany = 2;

/** Regions have codes of two letters. */
export const isRegion = (text: string): boolean => /^[a-z]{2}$/.test(text);

/** Each region has its own subscription key and accepts no other. */
export const subscriptionKeyOf = (region: string): string =>
	region === 'au' ? 'sandbox-subscription-key' : `sandbox-${region}-subscription-key`;

const scopedCustomer = 1001;
const scopedSites = [2001, 2002];

const key = (name: KeyName, keyType: string, extra: Partial<ApiKey> = {}): ApiKey => ({
	name,
	apiKey: `sandbox-${name}-key`,
	keyType,
	scope: '',
	companyId: ownCompany,
	customerIds: [],
	siteIds: [],
	...extra,
});

/** The keys of the sandbox: constant, so that they can be pasted and kept. */
export const apiKeys: readonly ApiKey[] = [
	key('timesheet', 'timesheet'),
	key('incidentreport', 'incidentreport'),
	key('liveops', 'liveops'),
	key('developer', 'developer'),
	key('webhook', 'webhook'),
	key('loginaudit', 'developer', { scope: 'login-audits.read' }),
	key('scoped', 'timesheet', { customerIds: [scopedCustomer], siteIds: scopedSites }),
	// Limited by customer only, so it covers all of the customer's sites.
	key('scopedReports', 'incidentreport', { customerIds: [scopedCustomer] }),
	key('scopedLive', 'liveops', { customerIds: [scopedCustomer], siteIds: scopedSites }),
];

/** The key that replaces another, with the same access. Both are valid until the old one is withdrawn. */
export const replacementOf = (apiKey: string): string => `${apiKey}-2`;

/** Finds a key by its own text or by its replacement's. */
export const findKey = (text: unknown): ApiKey | undefined =>
	apiKeys.find(({ apiKey }) => apiKey === text || replacementOf(apiKey) === text);

/** What each key gives access to, in words. */
export const keyPurposes: Readonly<Record<KeyName, string>> = {
	timesheet: 'timesheets',
	incidentreport: 'incident reports',
	liveops: 'live operations',
	developer: 'staff, licences, webhooks',
	webhook: 'webhooks',
	loginaudit: 'login audit (it has the scope login-audits.read); otherwise the same as developer',
	scoped: 'timesheets of one customer and two of its sites',
	scopedReports: 'incident reports of one customer',
	scopedLive: 'live operations of one customer and two of its sites',
};

/** The same keys by name, as `Sandbox.keys` shows them. */
export function keysByName(): Record<KeyName, string> {
	return Object.fromEntries(apiKeys.map(({ name, apiKey }) => [name, apiKey])) as Record<KeyName, string>;
}

/** The caller: the claims of a valid token in usable form. An empty list of ids means the whole company. */
export interface Caller {
	name: KeyName;
	keyType: string;
	scopes: string[];
	companyId: number;
	customerIds: number[];
	siteIds: number[];
}
