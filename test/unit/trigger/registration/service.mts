// A service that subscribers and subscriptions are made at: it keeps them, and answers otherwise where a test says so.
import type { IDataObject } from 'n8n-workflow';
import type { Answer, Sent } from '../../transport/support.mts';

export const answered = (data: unknown, status = 200): Answer => ({
	status,
	body: { status: { code: status === 200 ? 0 : status }, data },
});

/** The service has it or not; nobody can read its answer. */
export const unreadable: Answer = { body: 'x' };

export interface WebhookService {
	answer: (request: Sent) => Answer;
	/** As “PUT subscriptions/1 on”. */
	sent: string[];
	/** The subscriptions. */
	rows: IDataObject[];
}

/** `disturb`: the answer to the how-manieth request of its kind; undefined for the usual one. */
export function webhookService(
	disturb: (request: string, count: number) => Answer | undefined = () => undefined,
): WebhookService {
	const [sent, rows]: [string[], IDataObject[]] = [[], []];
	let [subscribers, secrets] = [0, 0];
	const stateIn = (body: IDataObject): string => {
		if (body.rotateSecretToken === true) return ' rotate';
		return body.isActive === undefined ? '' : body.isActive === true ? ' on' : ' off';
	};
	const answer = ({ method, path, options }: Sent): Answer => {
		const body = (options.body ?? {}) as IDataObject;
		const [kind = '', id] = path.replace('/api/webhook/', '').split('/');
		const request = `${method} ${path.replace('/api/webhook/', '')}${method === 'PUT' ? stateIn(body) : ''}`;
		sent.push(request);
		const disturbed = disturb(request, sent.filter((one) => one === request).length);
		if (disturbed !== undefined) return disturbed;
		if (request === 'POST subscribers') return answered({ id: ++subscribers, secretToken: `secret-${++secrets}` });
		if (method === 'GET') return answered(rows.filter(({ subscriberId }) => String(subscriberId) === id));
		if (method === 'POST') {
			rows.push({ ...body, id: rows.length + 1, isActive: true });
			return answered({ id: rows.length });
		}
		if (request.endsWith(' rotate')) return answered({ secretToken: `secret-${++secrets}` });
		Object.assign((kind === 'subscriptions' && rows[Number(id) - 1]) || {}, body);
		return answered({});
	};
	return { answer, sent, rows };
}
