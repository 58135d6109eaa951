// Credentials of a running n8n: list, make, change, test.
import { isRecord, type N8nSession } from './rest.mts';

export interface SavedCredential {
	id: string;
	name: string;
	type: string;
}

export type CredentialData = Record<string, string | number | boolean>;

interface CredentialTest {
	status: 'OK' | 'Error';
	message: string;
}

export const listCredentials = (session: N8nSession): Promise<SavedCredential[]> =>
	session.request('GET', '/rest/credentials');

export const createCredential = (
	session: N8nSession,
	name: string,
	type: string,
	data: CredentialData,
): Promise<SavedCredential> => session.request('POST', '/rest/credentials', { name, type, data });

/** The credential for n8n's Send Email node and a local mail server without sign-in. */
export const createMailCredential = (session: N8nSession, port: number): Promise<SavedCredential> =>
	createCredential(session, 'Mailbox', 'smtp', {
		host: '127.0.0.1',
		port,
		secure: false,
		disableStartTls: true,
		user: '',
		password: '',
		hostName: '',
	});

export const updateCredential = (
	session: N8nSession,
	credential: SavedCredential,
	data: CredentialData,
): Promise<SavedCredential> =>
	session.request('PATCH', `/rest/credentials/${credential.id}`, {
		name: credential.name,
		type: credential.type,
		data,
	});

/** As the editor sees a saved credential: secrets are replaced by placeholders. */
export async function visibleData(session: N8nSession, credential: SavedCredential): Promise<Record<string, unknown>> {
	const saved = await session.request<Record<string, unknown>>(
		'GET',
		`/rest/credentials/${credential.id}?includeData=true`,
	);
	return isRecord(saved['data']) ? saved['data'] : {};
}

/** Like the editor when it opens a credential: tests the saved data. */
export async function testCredential(session: N8nSession, credential: SavedCredential): Promise<CredentialTest> {
	const data = await visibleData(session, credential);
	return session.request('POST', '/rest/credentials/test', { credentials: { ...credential, data } });
}
