// A model by script: what it asks of the tools is known beforehand, and what it was told is kept.
import { serve } from '../../../kit/servers/between.mts';

interface Message {
	role: string;
	content?: unknown;
}

export interface OfferedTool {
	function: {
		name: string;
		description?: string;
		parameters?: { properties?: Record<string, { description?: string; type?: string }> };
	};
}

interface Asked {
	messages: Message[];
	tools?: OfferedTool[];
}

/** One call of a tool; without a name it goes to the first one that is offered. */
export interface ScriptedCall {
	tool?: string;
	arguments: Record<string, unknown>;
}

/** What the model was offered, and what each of its calls brought. */
interface Heard {
	tools: OfferedTool[];
	results: string[];
}

export interface ScriptedModel {
	/** The address that the credential of n8n’s OpenAI model takes. */
	url: string;
	/** What it asks for from now on, call after call; whatever it heard before is forgotten. */
	plays: (calls: ScriptedCall[]) => void;
	heard: () => Heard;
	close: () => Promise<void>;
}

export const LAST_WORDS = 'Here it is.';

const text = (content: unknown): string => (typeof content === 'string' ? content : JSON.stringify(content));

/** Answers like OpenAI’s API: with one call after another, each once the result of the one before is there, then with a sentence. */
export async function startModel(): Promise<ScriptedModel> {
	let script: ScriptedCall[] = [];
	let asked: Asked[] = [];
	const { url, close } = await serve(({ body }) => {
		const question = body as Asked;
		asked.push(question);
		const done = question.messages.filter(({ role }) => role === 'tool').length;
		const next = script[done];
		const offered = question.tools ?? [];
		const call = next && {
			id: `call_${done}`,
			type: 'function',
			function: { name: next.tool ?? offered[0]?.function.name, arguments: JSON.stringify(next.arguments) },
		};
		const message = {
			role: 'assistant',
			...(call ? { content: null, tool_calls: [call] } : { content: LAST_WORDS }),
		};
		const choice = { index: 0, message, finish_reason: call ? 'tool_calls' : 'stop' };
		const usage = { prompt_tokens: 1, completion_tokens: 1, total_tokens: 2 };
		const answer = { id: 'answer', object: 'chat.completion', created: 1, model: 'a-model', choices: [choice], usage };
		return { body: answer };
	});
	return {
		url: `${url}/v1`,
		plays(calls) {
			script = calls;
			asked = [];
		},
		heard: () => ({
			tools: asked[0]?.tools ?? [],
			results: (asked.at(-1)?.messages ?? []).filter(({ role }) => role === 'tool').map(({ content }) => text(content)),
		}),
		close,
	};
}
