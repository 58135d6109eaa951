// The credentials for the sandbox: one with every key, which the recipes name, and one for each type of key, to test
// a key of the wrong type.
import { createCredential, type CredentialData, type SavedCredential } from './credentials.mts';
import type { N8nSession } from './rest.mts';

export const credentialType = 'workforceOperationsApi';

export const keyTypes = ['timesheet', 'incidentreport', 'liveops', 'developer', 'webhook', 'loginaudit'] as const;
export type KeyType = (typeof keyTypes)[number];

/** The facts of a running sandbox that its credentials need. */
export interface SandboxAccess {
	url: string;
	keys: Record<KeyType, string>;
	subscriptionKey: string;
}

export const credentialKinds = ['all', ...keyTypes] as const;
export type CredentialKind = (typeof credentialKinds)[number];

/** Recipes use this name for their credential, so that n8n finds it on import. */
export const credentialName = (kind: CredentialKind): string =>
	`Workforce Operations sandbox: ${kind === 'all' ? 'all keys' : `${kind} key`}`;

/** The fields for a key of each area. */
export const separateKeysOf = ({ keys }: Pick<SandboxAccess, 'keys'>): CredentialData => ({
	separateKeys: true,
	timesheetKey: keys.timesheet,
	incidentReportKey: keys.incidentreport,
	liveOpsKey: keys.liveops,
	developerKey: keys.developer,
	webhookKey: keys.webhook,
	auditKey: keys.loginaudit,
});

export const credentialData = (sandbox: SandboxAccess, kind: CredentialKind): CredentialData => ({
	region: 'custom',
	baseUrl: sandbox.url,
	apiKey: sandbox.keys[kind === 'all' ? 'developer' : kind],
	subscriptionKey: sandbox.subscriptionKey,
	subscriptionKeyHeader: 'external-svc-apim-sub-key',
	requestsPerMinute: 60,
	...(kind === 'all' ? separateKeysOf(sandbox) : {}),
});

export const createSandboxCredential = (
	session: N8nSession,
	sandbox: SandboxAccess,
	kind: CredentialKind,
): Promise<SavedCredential> =>
	createCredential(session, credentialName(kind), credentialType, credentialData(sandbox, kind));
