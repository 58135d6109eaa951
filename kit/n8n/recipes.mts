// The recipes: example workflows that can be imported as they are.
import fs from 'node:fs';
import { inClone } from '../lib/paths.mts';
import type { SavedCredential } from './credentials.mts';
import type { WorkflowFile } from './workflows.mts';

export interface Recipe {
	/** The folder's name, or the file's. */
	name: string;
	workflow: WorkflowFile;
}

export const readRecipe = (name: string): Recipe => ({
	name,
	workflow: JSON.parse(fs.readFileSync(inClone('recipes', name, 'workflow.json'), 'utf8')) as WorkflowFile,
});

export const allRecipes = (): Recipe[] =>
	fs
		.readdirSync(inClone('recipes'))
		.filter((name) => fs.existsSync(inClone('recipes', name, 'workflow.json')))
		.sort()
		.map(readRecipe);

const TEMPLATES = ['docs', 'develop', 'templates'] as const;

/** Drafts for n8n's library of templates, each named by its file. */
export const allTemplates = (): Recipe[] =>
	fs
		.readdirSync(inClone(...TEMPLATES))
		.sort()
		.map((file) => ({
			name: file.replace(/\.json$/, ''),
			workflow: JSON.parse(fs.readFileSync(inClone(...TEMPLATES, file), 'utf8')) as WorkflowFile,
		}));

/** n8n's own nodes that need a user account, and the type of their credential. */
const accountTypes = new Map([
	['@n8n/n8n-nodes-langchain.lmChatOpenAi', 'openAiApi'],
	['n8n-nodes-base.emailSend', 'smtp'],
	['n8n-nodes-base.googleSheets', 'googleSheetsOAuth2Api'],
	['n8n-nodes-base.microsoftTeams', 'microsoftTeamsOAuth2Api'],
	['n8n-nodes-base.postgres', 'postgres'],
	['n8n-nodes-base.slack', 'slackApi'],
]);

/** Whether a recipe needs only the sandbox. Others need a credential that only their user has. */
export const runsWithSandbox = ({ workflow }: Recipe): boolean =>
	!workflow.nodes.some(({ type }) => accountTypes.has(type));

/** n8n publishes only workflows with a trigger; the others are run by hand. */
export const startsByItself = ({ workflow }: Recipe): boolean =>
	workflow.nodes.some(({ type }) => /Trigger$/.test(type) && type !== 'n8n-nodes-base.manualTrigger');

/** A recipe after its user has chosen an account in the nodes that need one, by the type of the credential. */
export const withAccounts = (file: WorkflowFile, accounts: Record<string, SavedCredential>): WorkflowFile => ({
	...file,
	nodes: file.nodes.map((node) => {
		const type = accountTypes.get(node.type) ?? '';
		const account = accounts[type];
		return account === undefined ? node : { ...node, credentials: { [type]: { id: account.id, name: account.name } } };
	}),
});
