import type { Sandbox } from '../../../sandbox/index.mts';

/** The service's API with the developer key, as somebody else uses it. */
async function call<Answer>(sandbox: Sandbox, method: string, path: string, body: unknown): Promise<Answer> {
	const headers = { 'content-type': 'application/json', 'external-svc-apim-sub-key': sandbox.subscriptionKey };
	const token = await fetch(`${sandbox.url}/api/external/token/request`, {
		method: 'POST',
		headers,
		body: JSON.stringify({ apiKey: sandbox.keys.developer }),
	});
	const { data } = (await token.json()) as { data: { accessToken: string } };
	const response = await fetch(`${sandbox.url}/api/webhook${path}`, {
		method,
		headers: { ...headers, authorization: `Bearer ${data.accessToken}` },
		body: JSON.stringify(body),
	});
	if (!response.ok) throw new Error(`${method} ${path}: ${response.status} ${await response.text()}`);
	return ((await response.json()) as { data: Answer }).data;
}

export const off = async (sandbox: Sandbox, subscriptionId: number): Promise<void> =>
	await call(sandbox, 'PUT', `/subscriptions/${subscriptionId}`, { isActive: false });

export const subscriberOff = async (sandbox: Sandbox, subscriberId: number): Promise<void> =>
	await call(sandbox, 'PUT', `/subscribers/${subscriberId}`, { isActive: false });

export const foreignSubscriber = async (sandbox: Sandbox): Promise<number> =>
	(await call<{ id: number }>(sandbox, 'POST', '/subscribers', {})).id;

export const foreignSubscription = async (
	sandbox: Sandbox,
	subscriberId: number,
	uri = 'https://elsewhere.example.com/hook',
	what = 'timesheet.approve',
): Promise<number> => {
	const [eventType, event] = what.split('.');
	return (await call<{ id: number }>(sandbox, 'POST', '/subscriptions', { subscriberId, eventType, event, uri })).id;
};

/** Makes the service use another secret, which nobody is told. */
export const rotate = async (sandbox: Sandbox, subscriberId: number): Promise<void> =>
	await call(sandbox, 'PUT', `/subscribers/${subscriberId}`, { rotateSecretToken: true });

export const readdress = async (sandbox: Sandbox, subscriptionId: number, uri: string): Promise<void> =>
	await call(sandbox, 'PUT', `/subscriptions/${subscriptionId}`, { isActive: true, uri });
