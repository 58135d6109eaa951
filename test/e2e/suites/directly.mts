// The service asked directly, without n8n and without our package: what the runs are compared with.
import { setTimeout } from 'node:timers/promises';
import type { KeyType } from '../../../kit/n8n/sandboxCredentials.mts';
import { tokenPath } from '../../../kit/sandbox/admin.mts';
import type { World } from '../../../kit/n8n/world.mts';

async function data<T>(response: Response): Promise<T> {
	if (!response.ok) throw new Error(`The service answered ${response.status}: ${await response.text()}`);
	return ((await response.json()) as { data: T }).data;
}

/** What others have sent with the same key may have used up the minute: the service says how long that lasts. */
async function patient(url: string, init: RequestInit): Promise<Response> {
	for (;;) {
		const response = await fetch(url, init);
		const seconds = Number(response.headers.get('retry-after'));
		if (response.status !== 429 || !(seconds > 0)) return response;
		await setTimeout(seconds * 1000);
	}
}

/** What the service answers with the sandbox's key of this type: to a GET, or to a PUT of `change`. */
export async function ask<T>({ sandbox }: World, keyType: KeyType, path: string, change?: object): Promise<T> {
	const headers = { 'content-type': 'application/json', 'external-svc-apim-sub-key': sandbox.subscriptionKey };
	const body = JSON.stringify({ apiKey: sandbox.keys[keyType] });
	const { accessToken } = await data<{ accessToken: string }>(
		await patient(`${sandbox.url}${tokenPath}`, { method: 'POST', headers, body }),
	);
	return data(
		await patient(`${sandbox.url}${path}`, {
			headers: { ...headers, authorization: `Bearer ${accessToken}` },
			...(change && { method: 'PUT', body: JSON.stringify(change) }),
		}),
	);
}

export const ratesOf = (world: World, timesheetId: number): Promise<Record<string, unknown>> =>
	ask(world, 'timesheet', `/api/external/timesheets/${timesheetId}/rates`);
