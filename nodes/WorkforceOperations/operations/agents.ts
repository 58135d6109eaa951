import type { IDataObject, INode, NodeApiError, NodeOperationError } from 'n8n-workflow';
import { withoutDoubleStop } from '../contract';
import { adviceToModel, type Agent, ServiceError } from '../transport';
import { type AgentView, ownWords } from './shownToAgent';
import { isTool } from '../form/item';
import { isUnknown } from './runReport';
import type { RowResult } from './types';

/** An error in one line, as a model can use it: a model can change its call and nothing else. */
function errorInOneLine(error: Error, description = ''): string {
	const said = error instanceof ServiceError ? (error.said ?? '') : '';
	const words =
		said === '' ? error.message : error.message.replace(said, () => `The service says: “${said.slice(0, 300)}”`);
	const parts = [words, adviceToModel(error, description)].map((part) => part.replace(/\s+/g, ' ').trim());
	const [message = '', advice = ''] = parts;
	return withoutDoubleStop(
		[message, advice].filter((part) => part !== '').join(/[.!?…][”’]?$/.test(message) ? ' ' : '. '),
	);
}

/**
 * Prepares an error for a tool. n8n gives a model the message and, if the message doesn't contain it, the description.
 */
export function errorForAgent<Failed extends NodeApiError | NodeOperationError>(
	error: Failed,
	view: AgentView,
): Failed {
	const candidates = 'candidates' in error ? error.candidates : undefined;
	const line = view.error(errorInOneLine(error, error.description ?? ''), candidates);
	return Object.assign(error, { message: line, description: line });
}

const SWITCHED_OFF = 'Nothing was written: “Allow Writes” is off. Only a person can switch it on, in the tool.';
const MAY_BE_DONE = 'It may have worked. Do not call this again; ask a person.';

/** The agent that uses a node. Only the switch itself allows writes, because an expression could come from a model. */
export const agentOf = (node: INode): Agent | undefined =>
	isTool({ node }) ? { allowsWrites: node.parameters.allowWrites === true, held: [] } : undefined;

/** The result for requests that were held back, or for a preview. */
function wouldSend(held: readonly unknown[]): RowResult {
	const sent = (held.length === 1 ? held[0] : held) as IDataObject;
	const told = { written: false, wouldSend: sent, notes: ownWords([SWITCHED_OFF]) };
	return { outcomes: [{ json: told }], unwritten: true };
}

/**
 * Returns the result of a write as the agent gets it. An error would make the agent, or n8n's Retry On Fail, call
 * again. So only writes that surely didn't happen keep their error.
 */
export function toldToAgent({ held }: Agent, result: RowResult): RowResult {
	const sent = held.splice(0);
	if (sent.length > 0) return wouldSend(sent);
	if (!isUnknown(result)) return result;
	const words = 'error' in result && result.error instanceof Error ? [result.error.message] : [];
	return { outcomes: [{ json: { written: null, notes: ownWords([MAY_BE_DONE, ...words]) } }], unknown: true };
}

/** Same for rows that are written together. Requests that were held back become one item, previews one each. */
export function batchToldToAgent(agent: Agent, results: RowResult[], keepGoing: boolean): RowResult[] {
	const sent = agent.held.splice(0);
	if (sent.length > 0) return [wouldSend(sent)];
	const told = results.map((result) =>
		agent.allowsWrites || 'error' in result
			? toldToAgent(agent, result)
			: wouldSend([result.outcomes[0]?.json ?? null]),
	);
	const failed = told.find((result): result is { error: unknown } => 'error' in result);
	if (failed !== undefined && !keepGoing && !results.some(isUnknown)) throw failed.error;
	return told;
}
