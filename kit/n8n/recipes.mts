// The recipes: example workflows that can be imported as they are.
import fs from 'node:fs';
import { inClone } from '../lib/paths.mts';
import type { SavedCredential } from './credentials.mts';
import type { WorkflowFile } from './workflows.mts';

export interface Recipe {
	/** The folder's name. */
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

/** n8n's own nodes that work for an account of the user's only. */
const needAnAccount = new Set(['n8n-nodes-base.emailSend', 'n8n-nodes-base.googleSheets', 'n8n-nodes-base.slack']);

/** Whether the sandbox is all that a recipe needs. The others wait for a credential that only their user has. */
export const runsWithSandbox = ({ workflow }: Recipe): boolean =>
	!workflow.nodes.some(({ type }) => needAnAccount.has(type));

/** n8n publishes only what something starts; the others are run by hand. */
export const startsByItself = ({ workflow }: Recipe): boolean =>
	workflow.nodes.some(({ type }) => /Trigger$/.test(type) && type !== 'n8n-nodes-base.manualTrigger');

/** The file as it is, with the credential for mail that its README asks for. */
export const withMail = (file: WorkflowFile, { id, name }: SavedCredential): WorkflowFile => ({
	...file,
	nodes: file.nodes.map((node) =>
		node.type === 'n8n-nodes-base.emailSend' ? { ...node, credentials: { smtp: { id, name } } } : node,
	),
});
