// The user of a test's n8n.
import { elsewhereIn } from './elsewhere.mts';
import { N8nSession, type Owner } from './rest.mts';

const { email, password } = elsewhereIn(process.env) ?? { email: 'tester@example.com', password: 'Tester-1234' };

export const owner: Owner = { email, firstName: 'End', lastName: 'Tester', password };

export async function signedIn({ url }: { url: string }): Promise<N8nSession> {
	const session = new N8nSession(url);
	await session.signIn(owner);
	return session;
}
