import type { NodeApiError, NodeOperationError } from 'n8n-workflow';
import type { AgentView } from './shownToAgent';

/** An error in one line. n8n tells a model its message and, where that doesn't hold it, its description. */
export function errorForAgent<Failed extends NodeApiError | NodeOperationError>(error: Failed, view: AgentView): Failed {
	const { message, description } = error;
	const words = [message, description ?? ''].map((part) => part.replace(/\s+/g, ' ').trim()).filter((part) => part !== '');
	const line = view.words(words.join('. ').replace(/([.!?…][”’]?)\. /g, '$1 '));
	return Object.assign(error, { message: line, description: line });
}
