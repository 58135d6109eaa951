// Accounts outside of the sandbox, for the pictures alone: without one n8n marks a node red. Nothing is ever sent to them.
import { createCredential, createMailCredential, type SavedCredential } from '../../kit/n8n/credentials.mts';
import type { N8nSession } from '../../kit/n8n/rest.mts';
import type { WorkflowFile } from '../../kit/n8n/workflows.mts';

/** The type of n8n's node, and the credential for it. */
export type Accounts = Map<string, { type: string; credential: SavedCredential }>;

const NO_PORT = 1;

export async function createAccounts(session: N8nSession): Promise<Accounts> {
	const slack = await createCredential(session, 'Slack', 'slackApi', { accessToken: 'none' });
	const sheets = await createCredential(session, 'Google Sheets', 'googleSheetsOAuth2Api', {
		clientId: 'none',
		clientSecret: 'none',
	});
	return new Map([
		['n8n-nodes-base.emailSend', { type: 'smtp', credential: await createMailCredential(session, NO_PORT) }],
		['n8n-nodes-base.slack', { type: 'slackApi', credential: slack }],
		['n8n-nodes-base.googleSheets', { type: 'googleSheetsOAuth2Api', credential: sheets }],
	]);
}

/** A recipe after its user has chosen an account in each node that needs one. */
export const withAccounts = (file: WorkflowFile, accounts: Accounts): WorkflowFile => ({
	...file,
	nodes: file.nodes.map((node) => {
		const account = accounts.get(node.type);
		if (account === undefined) return node;
		const { id, name } = account.credential;
		return { ...node, credentials: { [account.type]: { id, name } } };
	}),
});
