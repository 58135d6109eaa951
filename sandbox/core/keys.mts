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

/** What an API key stands for; the ids of the limited ones are those of the seed. */
export interface ApiKey {
	name: KeyName;
	apiKey: string;
	keyType: string;
	scope: string;
	companyId: number;
	customerIds: number[];
	siteIds: number[];
}

/** The company of every key, and a second one whose records no key may see. */
export const ownCompany = 1;
export const otherCompany = 2;

/** A region is known by a code of two letters. */
export const isRegion = (text: string): boolean => /^[a-z]{2}$/.test(text);

/** Every region has a subscription key of its own, which no other takes. */
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

/** The keys that the sandbox hands out: constants, so that they can be pasted and kept. */
export const apiKeys: readonly ApiKey[] = [
	key('timesheet', 'timesheet'),
	key('incidentreport', 'incidentreport'),
	key('liveops', 'liveops'),
	key('developer', 'developer'),
	key('webhook', 'webhook'),
	key('loginaudit', 'developer', { scope: 'login-audits.read' }),
	key('scoped', 'timesheet', { customerIds: [scopedCustomer], siteIds: scopedSites }),
	// By customer alone: every site of the customer, and no other.
	key('scopedReports', 'incidentreport', { customerIds: [scopedCustomer] }),
	key('scopedLive', 'liveops', { customerIds: [scopedCustomer], siteIds: scopedSites }),
];

/** What each key opens, in words. */
export const keyPurposes: Readonly<Record<KeyName, string>> = {
	timesheet: 'timesheets',
	incidentreport: 'incident reports',
	liveops: 'live operations',
	developer: 'staff, licences, webhooks',
	webhook: 'webhooks',
	loginaudit: 'login audit, because it was issued with the scope login-audits.read; else as developer',
	scoped: 'timesheets of one customer and two of its sites',
	scopedReports: 'incident reports of one customer',
	scopedLive: 'live operations of one customer and two of its sites',
};

/** The same keys by name, as `Sandbox.keys` shows them. */
export function keysByName(): Record<KeyName, string> {
	return Object.fromEntries(apiKeys.map(({ name, apiKey }) => [name, apiKey])) as Record<KeyName, string>;
}

/** Who asks: the claims of a valid token, in usable form. An empty id list means "all of the company". */
export interface Caller {
	name: KeyName;
	keyType: string;
	scopes: string[];
	companyId: number;
	customerIds: number[];
	siteIds: number[];
}
