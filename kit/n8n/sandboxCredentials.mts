// The credentials with which n8n reaches the sandbox: one for each type of key, under the names that the recipes refer to.
import { createCredential, type CredentialData, type SavedCredential } from './credentials.mts';
import type { N8nSession } from './rest.mts';

export const credentialType = 'workforceOperationsApi';

export const keyTypes = ['timesheet', 'incidentreport', 'liveops', 'developer', 'webhook', 'loginaudit'] as const;
export type KeyType = (typeof keyTypes)[number];

/** What of a running sandbox its credentials are made of. */
export interface SandboxAccess {
	url: string;
	keys: Record<KeyType, string>;
	subscriptionKey: string;
}

/** A recipe names its credentials like this, so that n8n finds them when the file is imported. */
export const credentialName = (keyType: KeyType): string => `Workforce Operations sandbox: ${keyType} key`;

export const credentialData = (sandbox: SandboxAccess, keyType: KeyType): CredentialData => ({
	region: 'custom',
	baseUrl: sandbox.url,
	apiKey: sandbox.keys[keyType],
	subscriptionKey: sandbox.subscriptionKey,
	subscriptionKeyHeader: 'external-svc-apim-sub-key',
	requestsPerMinute: 60,
});

export const createSandboxCredential = (
	session: N8nSession,
	sandbox: SandboxAccess,
	keyType: KeyType,
): Promise<SavedCredential> =>
	createCredential(session, credentialName(keyType), credentialType, credentialData(sandbox, keyType));
