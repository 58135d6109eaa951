// Who uses the n8n of a test.
import type { RunningN8n } from './process.mts';
import { N8nSession, type Owner } from './rest.mts';

export const owner: Owner = {
	email: 'tester@example.com',
	firstName: 'End',
	lastName: 'Tester',
	password: 'Tester-1234',
};

export async function signedIn({ url }: RunningN8n): Promise<N8nSession> {
	const session = new N8nSession(url);
	await session.signIn(owner);
	return session;
}
