import type { ICredentialDataDecryptedObject } from 'n8n-workflow';
import { readSettings, type Settings } from '../../transport';

/** One key of a credential. */
export interface CredentialKey {
	/** What the credential's form calls the field that it stands in. */
	field: string;
	settings: Settings;
}

/** The keys of a credential, in the order of its form. Throws a Problem where one can't be used as it stands. */
export const keysOf = (credential: ICredentialDataDecryptedObject): CredentialKey[] => [
	{ field: 'API Key', settings: readSettings(credential) },
];
