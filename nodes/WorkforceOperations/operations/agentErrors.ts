import type { NodeApiError, NodeOperationError } from 'n8n-workflow';
import { withoutDoubleStop } from '../contract';
import { adviceToModel } from '../transport';
import type { AgentView } from './shownToAgent';

/** The words of an error in one line, as a model can use them: a model can change its call and nothing else. */
function errorInOneLine(error: Error, description = ''): string {
	const parts = [error.message, adviceToModel(error, description)].map((part) => part.replace(/\s+/g, ' ').trim());
	const [message = '', advice = ''] = parts;
	return withoutDoubleStop(
		[message, advice].filter((part) => part !== '').join(/[.!?…][”’]?$/.test(message) ? ' ' : '. '),
	);
}

/** An error for a tool: n8n tells a model its message and, where that doesn't hold it, its description. */
export function errorForAgent<Failed extends NodeApiError | NodeOperationError>(
	error: Failed,
	view: AgentView,
): Failed {
	const candidates = 'candidates' in error ? error.candidates : undefined;
	const line = view.error(errorInOneLine(error, error.description ?? ''), candidates);
	return Object.assign(error, { message: line, description: line });
}
