// Accounts outside of the sandbox, for the pictures alone: without one n8n marks a node red. Nothing is ever sent to them.
import { createCredential, createMailCredential, type SavedCredential } from '../../kit/n8n/credentials.mts';
import type { N8nSession } from '../../kit/n8n/rest.mts';

/** By the type of the credential. */
export type Accounts = Record<string, SavedCredential>;

const NO_PORT = 1;

export async function createAccounts(session: N8nSession): Promise<Accounts> {
	return {
		smtp: await createMailCredential(session, NO_PORT),
		openAiApi: await createCredential(session, 'Model', 'openAiApi', {
			apiKey: 'none',
			url: `http://127.0.0.1:${NO_PORT}`,
		}),
		slackApi: await createCredential(session, 'Slack', 'slackApi', { accessToken: 'none' }),
		googleSheetsOAuth2Api: await createCredential(session, 'Google Sheets', 'googleSheetsOAuth2Api', {
			clientId: 'none',
			clientSecret: 'none',
		}),
		microsoftTeamsOAuth2Api: await createCredential(session, 'Microsoft Teams', 'microsoftTeamsOAuth2Api', {
			clientId: 'none',
			clientSecret: 'none',
		}),
		postgres: await createCredential(session, 'Postgres', 'postgres', {
			host: '127.0.0.1',
			port: NO_PORT,
			database: 'none',
			user: 'none',
			password: 'none',
		}),
	};
}
