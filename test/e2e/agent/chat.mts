// n8n’s own chat as its page uses it: a question starts a run, and what the run says comes over a socket, buttons too.
import { waitFor } from '../../../kit/lib/wait.mts';

const [HEARTBEAT, ACKNOWLEDGED] = ['n8n|heartbeat', 'n8n|heartbeat-ack'];

/** A browser: n8n takes no approval from what looks like a program that previews links. */
const BROWSER = { 'user-agent': 'Mozilla/5.0 (X11; Linux x86_64) AppleWebKit/537.36 Chrome/140.0 Safari/537.36' };

/** A message with buttons, each a link. */
interface Asking {
	text: string;
	buttons: Array<{ text: string; link: string }>;
}

export interface Chat {
	/** The next thing that is said. */
	next: () => Promise<string>;
	close: () => void;
}

/** Asks a question, and listens. */
export async function openChat(n8nUrl: string, webhookId: string, question: string): Promise<Chat> {
	const sessionId = `session-${Date.now()}`;
	const response = await fetch(`${n8nUrl}/webhook/${webhookId}/chat`, {
		method: 'POST',
		headers: { 'content-type': 'application/json' },
		body: JSON.stringify({ action: 'sendMessage', sessionId, chatInput: question }),
	});
	const answer = (await response.json()) as { executionId?: string; resumeToken?: string };
	if (answer.executionId === undefined) throw new Error(`The chat answered ${JSON.stringify(answer)}`);
	const { executionId, resumeToken: token = '' } = answer;
	const search = new URLSearchParams({ sessionId, executionId, isPublic: 'true', token });
	const socket = new WebSocket(`${n8nUrl.replace(/^http/, 'ws')}/chat?${search.toString()}`);
	const said: string[] = [];
	socket.addEventListener('message', ({ data }) => {
		const text = String(data);
		if (text === HEARTBEAT) socket.send(ACKNOWLEDGED);
		else if (!text.startsWith('n8n|')) said.push(text);
	});
	return {
		next: () => waitFor('the chat to say something', async () => said.shift()),
		close: () => socket.close(),
	};
}

export const readAsking = (said: string): Asking => JSON.parse(said) as Asking;

/** Presses the button with this label. */
export async function press({ buttons }: Asking, label: string): Promise<void> {
	const button = buttons.find(({ text }) => text === label);
	if (button === undefined)
		throw new Error(`There is no button “${label}”, but ${buttons.map(({ text }) => text).join(', ')}`);
	const { status } = await fetch(button.link, { headers: BROWSER });
	if (status !== 200) throw new Error(`The button “${label}” was answered ${status}`);
}
